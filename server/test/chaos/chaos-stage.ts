import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase, migrate, openEmbeddedCluster } from '../../src/database/database.ts'
import { socketOfUrl } from '../../src/database/database-url.ts'
import { mountDisk, settingsForDisk } from './disk.ts'
import { openStage } from './stage.ts'
import { openLine } from './tcp-line.ts'

export type ChaosStage = Awaited<ReturnType<typeof openChaosStage>>

const database = 'chaos'

export type ChaosStageWishes = {
  seed: string
  /** See `FleetWishes`. */
  plant?: string
  /** Other settings of PostgreSQL, to plant a bug there. */
  settings?: Record<string, string | number>
}

/** The stage on a PostgreSQL of its own, with a line to it that can be cut. */
export async function openChaosStage({ seed, plant, settings = {} }: ChaosStageWishes) {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'malipo-chaos-')))
  const closers: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })]
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one()
  }
  try {
    const diskFolder = join(home, 'disk')
    const disk = await mountDisk(diskFolder)
    if (disk !== null) closers.push(disk.remove)
    const cluster = await openEmbeddedCluster({
      dataDir: join(diskFolder, 'postgres'),
      log: () => {},
      settings: { max_connections: 200, ...settingsForDisk, ...settings },
    })
    closers.push(() => cluster.close())
    const judgesUrl = cluster.url(database, 'malipo')
    await makeDatabase(cluster.url('postgres'), judgesUrl)
    const toDatabase = await openLine(() => {
      const { folder, port } = socketOfUrl(cluster.url(database)) ?? assert.fail()
      return { path: join(folder, `.s.PGSQL.${port}`) }
    })
    closers.push(() => toDatabase.close())
    const stage = await openStage({
      seed,
      home,
      database: { DATABASE_URL: `postgres://malipo@127.0.0.1:${toDatabase.port}/${database}` },
      judgesUrl,
      plant,
      closers,
    })
    return { ...stage, cluster, disk, database, lines: { ...stage.lines, database: toDatabase }, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function makeDatabase(adminUrl: string, url: string): Promise<void> {
  const admin = connectDatabase({ url: adminUrl, poolSize: 1, applicationName: 'chaos' })
  try {
    await admin.unsafe('create role malipo login')
    await admin.unsafe(`create database ${database} owner malipo`)
  } finally {
    await admin.end()
  }
  await migrate({ url })
}
