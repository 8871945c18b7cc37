import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repository, temporaryFolder } from '../run-service.ts'

/** What the service and its dashboard are made of. */
const sources = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'contract',
  'sdk',
  'server/package.json',
  'server/migrations',
  'server/src',
  'dashboard',
  'docs',
]

const isLeftOut = /(node_modules|dist|\.test\.ts)$/

/** This repository once more, for tests that break its sources or take its tools away. */
export type PlantedRepository = {
  path: string
  change(file: string, change: (text: string) => string): Promise<void>
  /** As it was after `npm ci`: the sources as they are here, and nothing made. */
  restore(): Promise<void>
  /** As where a package was never installed. */
  withdrawPackages(names: string[]): Promise<void>
  remove(): Promise<void>
}

export async function plantRepository(): Promise<PlantedRepository> {
  const { path, remove } = await temporaryFolder()
  for (const name of sources) {
    await cp(join(repository, name), join(path, name), {
      recursive: true,
      filter: (file) => !isLeftOut.test(file),
    })
  }
  await linkPackages(path)
  const changed = new Set<string>()
  return {
    path,
    remove,
    async change(file, change) {
      changed.add(file)
      await writeFile(join(path, file), change(await readFile(join(path, file), 'utf8')))
    },
    async restore() {
      for (const file of changed) await cp(join(repository, file), join(path, file))
      changed.clear()
      await rm(join(path, 'dashboard', 'dist'), { recursive: true, force: true })
      await rm(join(path, 'node_modules'), { recursive: true })
      await linkPackages(path)
    },
    async withdrawPackages(names) {
      for (const name of names) await rm(join(path, 'node_modules', name))
    },
  }
}

/** Links to the packages of this repository; our own workspaces are those of the planted one. */
async function linkPackages(path: string): Promise<void> {
  const link = async (name: string) => {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await symlink(join(repository, name), join(path, name))
  }
  for (const name of await readdir(join(repository, 'node_modules'))) {
    const isOurs = name === '@malipo' || name === '.cache'
    if (!isOurs) await link(join('node_modules', name))
  }
  for (const workspace of ['contract', 'sdk', 'server', 'dashboard']) {
    const ours = join(path, 'node_modules', '@malipo', workspace)
    await mkdir(dirname(ours), { recursive: true })
    await symlink(join(path, workspace), ours)
    const own = await readdir(join(repository, workspace, 'node_modules')).catch(() => [])
    await rm(join(path, workspace, 'node_modules'), { recursive: true, force: true })
    for (const name of own) await link(join(workspace, 'node_modules', name))
  }
}
