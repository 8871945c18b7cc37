import { connectDatabase, openEmbeddedCluster } from '../src/database/database.ts'

// A process for tests to kill: it opens the cluster, commits a mark, says so, and stays.
const [dataDir = '', mark = ''] = process.argv.slice(2)
const cluster = await openEmbeddedCluster({ dataDir, log: () => {} })
const sql = connectDatabase({ url: cluster.url('postgres'), poolSize: 2, applicationName: 'mark' })
await sql`create table if not exists marks (mark int)`
await sql`insert into marks values (${Number(mark)})`
console.log(`marked ${mark}`)
