import { randomBytes } from 'node:crypto'
import { chown, lchown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartRefused } from '../../primitives/start-refused.ts'
import type { Account } from './postgres-account.ts'
import { processIsAlive } from './postmaster.ts'
import type { RunAs } from './run-as.ts'
import { runProgram } from './run-program.ts'

const beingMade = new Set<string>()

export type ClusterWishes = {
  clusterFolder: string
  initdb: string
  major: number
  account: Account | undefined
  runAs: RunAs
}

/** Makes the cluster beside its place and renames it into it, so that no crash and no rival leaves half of one. */
export async function createCluster(wishes: ClusterWishes): Promise<void> {
  await removeLeftovers(wishes.clusterFolder)
  if (await clusterExists(wishes)) return await giveToAccount(wishes)
  const suffix = randomBytes(4).toString('hex')
  const unfinished = `${wishes.clusterFolder}.new-${process.pid}-${suffix}`
  beingMade.add(unfinished)
  await mkdir(unfinished, { mode: 0o700 })
  try {
    if (wishes.account !== undefined) await chown(unfinished, wishes.account.uid, wishes.account.gid)
    await runInitdb(wishes, unfinished)
    await rename(unfinished, wishes.clusterFolder)
    await syncFolder(dirname(wishes.clusterFolder))
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // A rival that was quicker has put its own cluster there.
    if (!(await clusterExists(wishes))) throw error
  } finally {
    beingMade.delete(unfinished)
  }
}

async function clusterExists({ clusterFolder: folder, major }: ClusterWishes): Promise<boolean> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) {
    const files = await readdir(folder).catch(() => [])
    if (files.length === 0) return false
    throw new StartRefused(
      `${folder} is not a PostgreSQL cluster: move it away, or set DATA_DIR to another folder.`,
    )
  }
  if (version.trim() === String(major)) return true
  throw new StartRefused(
    `${folder} was made by PostgreSQL ${version.trim()} and this is PostgreSQL ${major}: ` +
      'dump it with the old version, or serve it yourself and set DATABASE_URL.',
  )
}

async function runInitdb({ initdb, runAs }: ClusterWishes, folder: string): Promise<void> {
  const { file, args, ...identity } = runAs(initdb, [
    `--pgdata=${folder}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--username=postgres',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ])
  const ran = await runProgram(file, args, { ...identity, timeoutMs: 120_000 })
  if (ran.code === 0) return
  const reason = ran.output.split('\n').findLast((line) => line.includes('error:')) ?? ran.output
  throw new StartRefused(`PostgreSQL could not create its cluster in ${folder}: ${reason.trim()}`)
}

/** What a killed process left behind. A name holds the pid of its maker, which in a container is often ours again. */
async function removeLeftovers(clusterFolder: string): Promise<void> {
  const prefix = `${basename(clusterFolder)}.new-`
  for (const name of await readdir(dirname(clusterFolder))) {
    if (!name.startsWith(prefix)) continue
    const path = join(dirname(clusterFolder), name)
    const maker = Number(name.slice(prefix.length).split('-')[0])
    if (maker === process.pid ? beingMade.has(path) : processIsAlive(maker)) continue
    await rm(path, { recursive: true, force: true })
  }
}

/** A cluster that root copied from elsewhere belongs to root, as whom PostgreSQL does not run. */
async function giveToAccount({ clusterFolder, account }: ClusterWishes): Promise<void> {
  if (account === undefined || (await stat(clusterFolder)).uid === account.uid) return
  for (const entry of await readdir(clusterFolder, { recursive: true })) {
    await lchown(join(clusterFolder, entry), account.uid, account.gid)
  }
  await chown(clusterFolder, account.uid, account.gid)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
