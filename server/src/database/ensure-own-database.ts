import { connectDatabase } from './connect-database.ts'
import type { EmbeddedCluster } from './embedded/embedded-cluster.ts'

// Duplicate role, duplicate database, and what a rival in the same millisecond causes.
const alreadyThere = new Set(['42710', '42P04', '23505'])

/** The database `malipo` of our own cluster, and its owner: no superuser, as on any server that others run. */
export async function ensureOwnDatabase(cluster: EmbeddedCluster): Promise<string> {
  const sql = connectDatabase({ url: cluster.url('postgres'), poolSize: 1, applicationName: 'malipo setup' })
  async function ensure(statement: string): Promise<void> {
    await sql.unsafe(statement).catch((error: { code?: string }) => {
      if (!alreadyThere.has(error.code ?? '')) throw error
    })
  }
  try {
    const found = await sql`select 1 from pg_database where datname = 'malipo'`
    if (found.length === 0) {
      await ensure('create role malipo login')
      await ensure('create database malipo owner malipo')
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
  return cluster.url('malipo', 'malipo')
}
