import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository, temporaryFolder } from './run-service.ts'

export type NewerVersion = {
  /** What `startProcess` runs. */
  main: string
  remove(): Promise<void>
}

/** The code as it is, in a folder of its own, with migrations that it does not have yet: what the next release is to this one. */
export async function newerVersion(migrations: Record<string, string>): Promise<NewerVersion> {
  const { path, remove } = await temporaryFolder()
  const [ours, theirs] = [join(repository, 'server'), join(path, 'server')]
  await mkdir(theirs)
  const ships = (file: string) => !file.endsWith('.test.ts')
  await cp(join(ours, 'src'), join(theirs, 'src'), { recursive: true, filter: ships })
  for (const part of ['migrations', 'package.json'])
    await cp(join(ours, part), join(theirs, part), { recursive: true })
  await symlink(join(repository, 'node_modules'), join(path, 'node_modules'))
  await symlink(join(ours, 'node_modules'), join(theirs, 'node_modules'))
  let number = (await readdir(join(theirs, 'migrations'))).length
  for (const [title, text] of Object.entries(migrations)) {
    number += 1
    await writeFile(join(theirs, 'migrations', `${String(number).padStart(4, '0')}-${title}.sql`), text)
  }
  return { main: join(theirs, 'src', 'main.ts'), remove }
}
