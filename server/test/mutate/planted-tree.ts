import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mutation } from './mutation.ts'

const repository = join(import.meta.dirname, '..', '..', '..')

/** A bug was caught, or it survived; or it is stale: what it would change is no longer there, or there twice. */
export type Verdict = 'caught' | 'survived' | 'stale'

export type PlantedTree = {
  isStale(mutation: Mutation): Promise<boolean>
  judge(mutation: Mutation): Promise<Verdict>
  /** Whether tests pass as the tree is. */
  pass(tests: Tests): Promise<boolean>
  remove(): Promise<void>
}

type Tests = Pick<Mutation, 'caughtBy' | 'only'>

/** Several times what any of them takes on a busy machine; one that hangs because of a bug has caught it. */
const mostMs = 600_000

/** A copy of the server's sources in which one bug at a time is planted; everything else is linked. */
export async function copyTree(): Promise<PlantedTree> {
  const root = await mkdtemp(join(tmpdir(), 'malipo-mutate-'))
  const linkAllBut = async (folder: string, copied: string[]) => {
    await mkdir(join(root, folder), { recursive: true })
    for (const name of await readdir(join(repository, folder))) {
      const [from, to] = [join(repository, folder, name), join(root, folder, name)]
      if (copied.includes(name)) continue
      await symlink(from, to)
    }
  }
  await linkAllBut('', ['server', '.git'])
  await linkAllBut('server', ['src', 'test'])
  for (const name of ['src', 'test']) {
    await cp(join(repository, 'server', name), join(root, 'server', name), { recursive: true })
  }
  const server = join(root, 'server')
  const pathOf = ({ file }: Mutation) => join(server, 'src', file)
  return {
    isStale: async (mutation) => plant(await readFile(pathOf(mutation), 'utf8'), mutation) === null,
    pass: (tests) => doTestsPass(server, tests),
    async judge(mutation) {
      const path = pathOf(mutation)
      const good = await readFile(path, 'utf8')
      const planted = plant(good, mutation)
      if (planted === null) return 'stale'
      await writeFile(path, planted)
      try {
        return (await doTestsPass(server, mutation)) ? 'survived' : 'caught'
      } finally {
        await writeFile(path, good)
      }
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

/** The text with its bug; null where its place is not there exactly once, or what comes of it is no program. */
function plant(good: string, { text, instead }: Mutation): string | null {
  if (good.split(text).length !== 2) return null
  const planted = good.replace(text, () => instead)
  try {
    stripTypeScriptTypes(planted)
    return planted
  } catch {
    return null
  }
}

/** One file after another, until one fails. */
async function doTestsPass(folder: string, { caughtBy, only }: Tests): Promise<boolean> {
  for (const file of caughtBy) if (!(await doesFilePass(folder, file, only))) return false
  return true
}

/** On the cluster of this run, and without a runner, so that a file costs no more than its own tests. */
async function doesFilePass(folder: string, file: string, only: string | undefined): Promise<boolean> {
  const {
    NODE_TEST_CONTEXT: _ours,
    MALIPO_PROOF: _size,
    MALIPO_TEST_ANSWERS: _notes,
    ...environment
  } = process.env
  const pattern = only === undefined ? [] : [`--test-name-pattern=^(${only})$`]
  const child = spawn(process.execPath, [...pattern, file], {
    ...{ cwd: folder, env: environment, stdio: 'ignore', timeout: mostMs, killSignal: 'SIGKILL' },
  })
  const [code] = await once(child, 'close')
  return code === 0
}
