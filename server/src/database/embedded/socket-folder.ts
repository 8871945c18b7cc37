import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefused } from '../../primitives/start-refused.ts'
import type { Account } from './postgres-account.ts'

export const socketPort = 5432

// The kernel's limit for a socket's path, its closing zero left out; macOS has the smaller one.
const longestPath = process.platform === 'linux' ? 107 : 103

/** Where the server's socket lives: in the data folder, or, since socket paths are short, under the temporary one. */
export function socketFolderOf(dataDir: string): string {
  const inside = join(dataDir, 'socket')
  const socket = join(inside, `.s.PGSQL.${socketPort}`)
  if (Buffer.byteLength(socket) <= longestPath) return inside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `malipo-${name}`)
}

/** Whoever may enter this folder is trusted by the server, so it is ours alone, or we do not use it. */
export async function makeSocketFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const owners = [process.getuid?.(), account?.uid]
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new StartRefused(`${folder} belongs to somebody else: remove it, or set a shorter DATA_DIR.`)
  }
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
}
