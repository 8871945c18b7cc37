import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '..', 'dist')

/** What was made before stays for those who are just being served by it. */
const mostKept = 3

const beingMade = 'being-made-'

/** Longer than any build takes: whoever left such a folder was killed. */
const abandonedAfterMs = 3600_000

/** A folder that is nobody else's: in containers that share a disk, all processes may have the same number. */
export function beginFolder(): string {
  return join(dist, `${beingMade}${randomUUID()}`)
}

export async function findMade(digest: string): Promise<string | undefined> {
  const folder = join(dist, digest)
  const isThere = await stat(folder).catch(() => undefined)
  if (!isThere) return undefined
  await nameCurrent(digest)
  return folder
}

/** Puts a finished folder in its place in one step: nobody ever finds half of it. Whoever was faster made the same. */
export async function keepMade(made: string, digest: string): Promise<string> {
  const folder = join(dist, digest)
  await rename(made, folder).catch(async (error: unknown) => {
    if ((await findMade(digest)) === undefined) throw error
  })
  await nameCurrent(digest)
  await forgetOld(digest)
  return folder
}

/** Production has no tools to make anything and no sources to compare: it serves what this file names. */
async function nameCurrent(digest: string): Promise<void> {
  const draft = join(dist, `${beingMade}${randomUUID()}`)
  await writeFile(draft, `${digest}\n`)
  await rename(draft, join(dist, 'current'))
}

async function forgetOld(current: string): Promise<void> {
  const names = (await readdir(dist)).filter((name) => name !== current)
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      atMs: (await stat(join(dist, name)).catch(() => undefined))?.mtimeMs ?? Infinity,
    })),
  )
  const abandonedBeforeMs = Date.now() - abandonedAfterMs
  const abandoned = aged.filter(({ name, atMs }) => name.startsWith(beingMade) && atMs < abandonedBeforeMs)
  const made = aged.filter(({ name }) => /^[0-9a-f]{16}$/.test(name))
  const old = made.sort((a, b) => b.atMs - a.atMs).slice(mostKept - 1)
  await Promise.all(
    [...abandoned, ...old].map(({ name }) => rm(join(dist, name), { recursive: true, force: true })),
  )
}
