import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Trouble } from '../failures.ts'
import type { Surroundings } from '../surroundings.ts'

/** Writes what was asked for to a file that is not there yet: nothing of anybody's is written over, and nobody else reads whom it names. */
export async function saveFile(
  file: string,
  content: string | Uint8Array,
  { workingFolder }: Surroundings,
): Promise<void> {
  try {
    await writeFile(resolve(workingFolder, file), content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new Trouble(`${file} could not be written: ${(error as Error).message}`)
  }
}
