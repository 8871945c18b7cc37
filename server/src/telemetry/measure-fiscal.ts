import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'

/** Live receipts of the tax authority that are not issued, asked for when it is read. More than ten thousand are not counted. */
export function measureFiscal(registers: [Registry], sql: Database): void {
  new Gauge({
    name: 'malipo_fiscal_receipts',
    help: 'Live fiscal receipts that are not issued, by how they stand.',
    labelNames: ['status'],
    aggregator: 'max',
    registers,
    async collect() {
      const rows = await sql<{ queued: number; failed: number }[]>`
        select
          (select count(*)::int from (select from fiscal_receipts where environment = 'live' and status = 'QUEUED' limit 10000) q) as queued,
          (select count(*)::int from (select from fiscal_receipts where environment = 'live' and status = 'FAILED' limit 10000) f) as failed
        `.catch(() => [])
      for (const [status, count] of Object.entries(rows[0] ?? {})) this.set({ status }, count)
    },
  })
}
