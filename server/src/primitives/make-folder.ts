import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, where they are not there yet, and says whether it was made. What Node does itself when asked for all of
 * them never ends where the system says of a folder that nothing can be made in, as of /proc, that it is not there.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<boolean> {
  const refusal = await whyNotMade(path, mode)
  if (refusal === null) return true
  if (await isFolder(path)) return false
  const above = dirname(path)
  if (refusal.code !== 'ENOENT' || above === path || (await isFolder(above))) throw refusal
  await makeFolder(above, mode)
  // Somebody else may have made it since.
  const stillRefused = await whyNotMade(path, mode)
  if (stillRefused !== null && !(await isFolder(path))) throw stillRefused
  return stillRefused === null
}

async function whyNotMade(path: string, mode: number): Promise<NodeJS.ErrnoException | null> {
  return await mkdir(path, { mode }).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  )
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
