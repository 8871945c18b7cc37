import { makeFolder } from '../primitives/make-folder.ts'
import { isOfDisk } from '../primitives/of-disk.ts'
import { StartRefused } from '../primitives/start-refused.ts'

/** Where backups or the log are to lie, if it is not there yet. */
export async function makePlace(place: string): Promise<void> {
  try {
    await makeFolder(place, 0o700)
  } catch (error) {
    throw refusedBy(place, error)
  }
}

/** What its disk says no to, in one line. */
export function refusedBy(place: string, error: unknown): unknown {
  if (!isOfDisk(error)) return error
  return new StartRefused(`${place} takes no backup: ${error.message}. Name another place with BACKUP_DIR.`)
}
