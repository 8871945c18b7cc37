import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listBackups } from './stored-backup.ts'
import { dropSegmentsBefore } from './wal-archive.ts'

/** Removes all but the newest, and the log that only they needed. */
export async function keepNewest(folder: string, most: number): Promise<{ removed: number; kept: number }> {
  const all = await listBackups(folder)
  const old = all.slice(0, Math.max(0, all.length - most))
  for (const { name } of old) {
    // Under its own name it is whole or not there.
    const going = join(folder, `.unfinished-0-${name}`)
    await rename(join(folder, name), going)
    await rm(going, { recursive: true, force: true })
  }
  const oldest = all[old.length]
  if (Number.isFinite(most) && oldest !== undefined) await dropSegmentsBefore(folder, oldest)
  return { removed: old.length, kept: all.length - old.length }
}
