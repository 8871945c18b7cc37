import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findPostmaster, stopPostmaster } from '../src/database/embedded/postmaster.ts'

/** Ends the PostgreSQL servers that interrupted tests left running below a folder, before it is removed. */
export async function stopServersUnder(folder: string): Promise<void> {
  for await (const pidFile of glob('**/postmaster.pid', { cwd: folder })) {
    const clusterFolder = dirname(join(folder, pidFile))
    const postmaster = await findPostmaster(clusterFolder)
    if (postmaster !== undefined) await stopPostmaster(postmaster.pid, clusterFolder, 2_000)
  }
}
