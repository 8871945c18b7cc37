import { Counter, type Registry } from 'prom-client'
import type { Replica } from '../database/database.ts'

/** Where lists were read: a replica that keeps up takes nearly all of them off the primary. */
export function measureReplica(registers: [Registry], counts: Replica['counts']): void {
  new Counter({
    name: 'malipo_database_replica_reads_total',
    help: 'Readings that a replica may answer, by who did: the replica, or the primary because the replica lagged or was away.',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset()
      for (const [from, count] of Object.entries(counts)) this.inc({ from }, count)
    },
  })
}
