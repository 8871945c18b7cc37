import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '../primitives/start-refused.ts'

export type Migration = {
  version: number
  title: string
  checksum: string
  text: string
  /** Code that does not know this migration cannot run with this one. Zero: every older one can. */
  oldestCode: number
}

export const migrationsFolder = join(import.meta.dirname, '..', '..', 'migrations')

/** The migrations in their order: 0001, 0002 and so on, without a gap. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)))
  for (const [position, { version, title }] of migrations.entries()) {
    if (version !== position + 1) {
      throw new StartRefused(
        `Migration ${fileNameOf(version, title)} comes where ${numbered(position + 1)} is due: number them without gaps or repeats.`,
      )
    }
  }
  return migrations
}

export function fileNameOf(version: number, title: string): string {
  return `${numbered(version)}-${title}.sql`
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const parts = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(name)
  if (parts === null)
    throw new StartRefused(`${join(folder, name)} is not named like 0001-title.sql: rename it.`)
  // A checkout with Windows line ends is still the same migration.
  const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(text).digest('hex')
  const oldestCode = Number(/^-- contracts: (\d{4})$/m.exec(text)?.[1] ?? 0)
  return { version: Number(parts[1]), title: parts[2] ?? '', checksum, text, oldestCode }
}

function numbered(version: number): string {
  return String(version).padStart(4, '0')
}
