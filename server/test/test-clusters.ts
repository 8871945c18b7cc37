import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, type EmbeddedCluster, openEmbeddedCluster } from '../src/database/database.ts'

type Settings = Record<string, string | number>

export type TestClusters = {
  /** As `mktemp -d` makes it: closed to all but us, also to the account that runs PostgreSQL for root. */
  folder(name: string): string
  /** Closed after the test, if the test has not done it. */
  open(name: string, log?: (line: string) => void, settings?: Settings): Promise<EmbeddedCluster>
}

/** Clusters of the test file's own, for tests that stop and kill them; removed at its end. */
export function testClusters(): TestClusters {
  let home = ''
  const opened: EmbeddedCluster[] = []
  before(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'malipo-clusters-')))
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((cluster) => cluster.close()))
  })
  after(() => rm(home, { recursive: true, force: true }))
  return {
    folder: (name) => join(home, name),
    open: async (name, log = () => {}, settings = {}) => {
      const cluster = await openEmbeddedCluster({ dataDir: join(home, name), log, settings })
      opened.push(cluster)
      return cluster
    },
  }
}

/** One statement on a connection of its own. */
export async function ask(
  cluster: Pick<EmbeddedCluster, 'url'>,
  text: string,
): Promise<Record<string, unknown>[]> {
  const sql = connectDatabase({ url: cluster.url('postgres'), poolSize: 1, applicationName: 'test' })
  const rows = await sql.unsafe(text).finally(() => sql.end())
  return [...rows]
}

/** Far longer than it takes: nothing is told of speed here, and the cores may be busy with somebody else. */
const patienceMs = 60_000

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, `still waiting for ${condition}`)
    await sleep(10)
  }
}
