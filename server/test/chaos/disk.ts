import { execFile, spawn } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Enough for the database and the log that it keeps; what is left is taken when the disk is to be full. */
const megabytes = 768

/** So that the log does not fill it by itself. */
export const settingsForDisk = { max_wal_size: '192MB', min_wal_size: '64MB' }

export type Disk = {
  /** Takes all that is left. */
  fill(): Promise<void>
  free(): Promise<void>
  remove(): Promise<void>
}

/** A disk of its own in memory, which outlives every process here; null where nobody may mount one. */
export async function mountDisk(folder: string): Promise<Disk | null> {
  await mkdir(folder)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder])
  } catch {
    return null
  }
  unmountAfterUs(folder)
  const ballast = join(folder, 'ballast')
  return {
    fill: () => fill(ballast),
    free: () => rm(ballast, { force: true }),
    remove: async () => void (await run('umount', ['--lazy', folder])),
  }
}

/** Whoever kills a run would leave it mounted, with all that it holds in memory. */
function unmountAfterUs(folder: string): void {
  const waiting = `tail --pid=${process.pid} -f /dev/null; umount --lazy "$0"`
  spawn('sh', ['-c', waiting, folder], { detached: true, stdio: 'ignore' }).unref()
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (const bytes of [1_048_576, 4_096]) {
      const chunk = Buffer.alloc(bytes)
      while (await hasTaken(file.write(chunk)));
    }
  } finally {
    await file.close()
  }
}

async function hasTaken(written: Promise<{ bytesWritten: number }>): Promise<boolean> {
  try {
    return (await written).bytesWritten > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
