import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Misuse } from '../failures.ts'
import type { Surroundings } from '../surroundings.ts'

/** A CSV as it stands in its file. */
export async function readRows(file: string, { workingFolder }: Surroundings): Promise<string> {
  try {
    return await readFile(resolve(workingFolder, file), 'utf8')
  } catch (error) {
    throw new Misuse(`${file} cannot be read: ${(error as Error).message}`)
  }
}
