import { openEmbeddedCluster } from '../../server/src/database/database.ts'
import { find, output } from './load.ts'
import { seconds } from './measure.ts'

/** The yardstick that PostgreSQL brings along, on the server that the others use. Undefined where it is not installed. */
export async function tpcB(dataDir: string): Promise<number | undefined> {
  const pgbench = find('pgbench')
  if (pgbench === undefined) return undefined
  const cluster = await openEmbeddedCluster({ dataDir, log: () => {} })
  try {
    const url = cluster.url('postgres')
    await output(pgbench, ['-i', '-q', '-s', '10', url])
    const text = await output(pgbench, ['-c16', '-j1', `-T${seconds}`, '-M', 'prepared', url])
    return Number(/tps = ([\d.]+)/.exec(text)?.[1] ?? 0)
  } finally {
    await cluster.close()
  }
}
