import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Trouble } from '../failures.ts'
import type { Surroundings } from '../surroundings.ts'

type Place = Pick<Surroundings, 'env' | 'homeFolder'>

/** Where everything of ours is kept: nobody but its owner may read it. */
export function keptFolder({ env, homeFolder }: Place): string {
  const given = env.XDG_CONFIG_HOME ?? ''
  // The specification of these folders says to leave out what is not absolute.
  return join(given.startsWith('/') ? given : join(homeFolder, '.config'), 'malipo')
}

export async function readKept<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Trouble(
      `${path} cannot be read: ${error.message}`,
      'Give yourself the right to read it, or delete it.',
    )
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    throw new Trouble(`${path} is damaged.`, 'Delete it, and log in again.')
  }
}

/** Written beside and moved over: whoever reads sees the old or the new, whenever we are killed. */
export async function writeKept(path: string, kept: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(beside, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(kept, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

export async function forgetKept(path: string): Promise<void> {
  await rm(path, { force: true })
}
