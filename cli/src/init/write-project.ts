import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Trouble } from '../failures.ts'

const onlyForTheOwner = ['.env']

/** Writes into a folder that is new or empty, and changes nothing in any other. */
export async function writeProject(folder: string, files: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new Trouble(`${folder} cannot be made: ${error.message}`, 'Name another folder.')
  })
  const there = await readdir(folder)
  if (there.length > 0)
    throw new Trouble(
      `${folder} is not empty (${there.slice(0, 3).join(', ')}).`,
      'Name a new folder; nothing was written.',
    )
  for (const [name, text] of Object.entries(files)) {
    const file = await open(join(folder, name), 'wx', onlyForTheOwner.includes(name) ? 0o600 : 0o644)
    await file.writeFile(text)
    await file.close()
  }
}
