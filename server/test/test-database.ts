import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  connectDatabase,
  type Database,
  type EmbeddedCluster,
  openEmbeddedCluster,
  urlOfDatabase,
} from '../src/database/database.ts'
import { prepareTemplate, removeAbandoned, testDatabasePrefix } from './template-database.ts'

export type TestDatabase = {
  /** For a service under test that runs in a process of its own. */
  url: string
  /** The cluster's superuser in its database `postgres`. */
  adminUrl: string
  sql: Database
  /** Ends `sql`, cuts whoever is still connected, and nobody comes in again. */
  drop(): Promise<void>
}

/**
 * A migrated (or empty) database of the test's own. Call `drop` in an `after` hook, or the process does not end. For a
 * process of its own it has to be durable: the service refuses one that a power cut could destroy.
 */
export async function createTestDatabase({
  poolSize = 10,
  empty = false,
  durable = false,
} = {}): Promise<TestDatabase> {
  const cluster = await enterCluster(durable)
  const name = `${testDatabasePrefix}${process.pid}_${randomBytes(4).toString('hex')}`
  const admin = connectDatabase({
    url: cluster.url,
    poolSize: 1,
    applicationName: 'test-database',
    // To make and to drop one waits for the disk, and the disk of a busy machine takes its time.
    statementTimeoutMs: 120_000,
    lockTimeoutMs: 120_000,
  })
  try {
    const template = await prepareTemplate(cluster.url)
    // Copied as files and not through the log: where nothing waits for the disk, that takes a sixth of the time.
    const source = empty ? 'template1' : template
    await admin.unsafe(`create database ${name} template ${source} strategy file_copy owner malipo`)
  } catch (error) {
    await admin.end()
    await cluster.leave()
    throw error
  }
  const url = urlOfDatabase(cluster.url, name, 'malipo')
  const sql = connectDatabase({ url, poolSize, applicationName: 'test' })
  return {
    url,
    adminUrl: cluster.url,
    sql,
    drop: async () => {
      await sql.end({ timeout: 1 })
      await cluster.remove(admin, name)
      await admin.end()
      await cluster.leave()
    },
  }
}

type TestCluster = {
  url: string
  remove(admin: Database, name: string): Promise<void>
  leave(): Promise<void>
}

let shared: Promise<EmbeddedCluster> | undefined
let users = 0

/**
 * The cluster of `run-tests.ts`, which forgets everything in a power cut. A test file that is run alone shares a durable
 * one under `.malipo/test` with its like.
 */
async function enterCluster(durable: boolean): Promise<TestCluster> {
  const given = process.env.MALIPO_TEST_CLUSTER
  if (given !== undefined && !durable) return { url: given, remove: closeForGood, leave: async () => {} }
  users += 1
  shared ??= openSharedCluster()
  const cluster = await shared
  return {
    url: cluster.url('postgres'),
    remove: async (admin, name) => void (await admin.unsafe(`drop database if exists ${name} with (force)`)),
    leave: async () => {
      users -= 1
      if (users > 0) return
      shared = undefined
      await cluster.close()
    },
  }
}

/** To drop a database, PostgreSQL writes all others to the disk first; the cluster of a run is soon removed as a whole. */
async function closeForGood(admin: Database, name: string): Promise<void> {
  await admin.unsafe(`alter database ${name} connection limit 0`)
  await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`
}

async function openSharedCluster(): Promise<EmbeddedCluster> {
  const dataDir = join(import.meta.dirname, '..', '..', '.malipo', 'test')
  const cluster = await openEmbeddedCluster({ dataDir, log: console.error })
  await removeAbandoned(cluster.url('postgres'))
  return cluster
}
