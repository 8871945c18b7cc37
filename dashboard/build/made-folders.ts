import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '..', 'dist')

/** What was made before stays for those who are just being served by it. */
const mostKept = 3

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
  const draft = join(dist, `current-${process.pid}`)
  await writeFile(draft, `${digest}\n`)
  await rename(draft, join(dist, 'current'))
}

async function forgetOld(current: string): Promise<void> {
  const names = (await readdir(dist)).filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== current)
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      atMs: (await stat(join(dist, name)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  )
  const old = aged.sort((a, b) => b.atMs - a.atMs).slice(mostKept - 1)
  await Promise.all(old.map(({ name }) => rm(join(dist, name), { recursive: true, force: true })))
}
