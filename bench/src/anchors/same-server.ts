import { connectDatabase } from '../../../server/src/database/connect-database.ts'
import { type Database, openEmbeddedCluster } from '../../../server/src/database/database.ts'

export type SameServer = {
  url(name: string): string
  /** A database of its own, empty. */
  make(name: string, poolSize: number): Promise<Database>
  close(): Promise<void>
}

/** The server of the service, for those who are measured beside it: the same disk, settings and cores. */
export async function openSameServer(dataDir: string): Promise<SameServer> {
  const cluster = await openEmbeddedCluster({ dataDir, log: () => {} })
  const opened: Database[] = []
  const connect = (name: string, poolSize: number) => {
    const sql = connectDatabase({ url: cluster.url(name), poolSize, applicationName: 'malipo-bench' })
    opened.push(sql)
    return sql
  }
  return {
    url: (name) => cluster.url(name),
    async make(name, poolSize) {
      await connect('postgres', 1).unsafe(`create database ${name}`)
      return connect(name, poolSize)
    },
    async close() {
      await Promise.all(opened.map((sql) => sql.end()))
      await cluster.close()
    },
  }
}
