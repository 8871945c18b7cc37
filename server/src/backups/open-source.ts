import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { findServer, openEmbeddedCluster, urlsOfHosts } from '../database/database.ts'
import { findPrimary } from './find-primary.ts'

/** The cluster that backups are taken of. */
export type Source = {
  /** Where it lets itself be copied. */
  url(): Promise<string>
  /** Its database, as the service uses it. */
  database(): Promise<string>
  isEmbedded: boolean
  close(): Promise<void>
}

export async function openSource(config: Config): Promise<Source> {
  const { databaseUrl, databaseDirectUrl, databaseBackupUrl, dataDir } = config
  if (databaseUrl === undefined) {
    const cluster = await openEmbeddedCluster({ dataDir, log: () => {} })
    return {
      url: async () => cluster.url('postgres'),
      database: async () => cluster.url('malipo', 'malipo'),
      isEmbedded: true,
      close: () => cluster.close(),
    }
  }
  const direct = databaseDirectUrl ?? databaseUrl
  return {
    url: () => findPrimary(databaseBackupUrl ?? direct),
    database: () => oneOf(direct),
    isEmbedded: false,
    close: async () => {},
  }
}

/** Of several hosts the one that takes writes: a standby may be behind. */
async function oneOf(url: string): Promise<string> {
  const urls = urlsOfHosts(url)
  return urls.length === 1 ? url : (await findServer(urls)).url
}

/** In development the secret stands beside the data; in production the operator keeps it, apart from all backups. */
export async function findSecret({ secret, dataDir }: Config): Promise<string | undefined> {
  if (secret !== undefined) return undefined
  const path = join(dataDir, 'secret')
  return await access(path).then(
    () => path,
    () => undefined,
  )
}
