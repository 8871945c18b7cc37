import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { shareReading } from './share-reading.ts'

type Books = { ended_at: Date | null; holds: number; broken: number; untold: number }

/** When the books were last checked to the end, and how. */
export function measureBooks(registers: [Registry], sql: Database): void {
  const books = shareReading(async () => (await read(sql).catch(() => []))[0])
  new Gauge({
    name: 'malipo_books_checked_timestamp_seconds',
    help: 'When the last check of the books ended, in seconds since 1970; 0 where there was none yet.',
    aggregator: 'max',
    registers,
    async collect() {
      const found = await books()
      this.set(found ? (found.ended_at?.getTime() ?? 0) / 1000 : Number.NaN)
    },
  })
  new Gauge({
    name: 'malipo_books_checks',
    help: 'Checks of the books by how each ended last: holds, broken, or untold because it could not be carried out.',
    labelNames: ['result'],
    aggregator: 'max',
    registers,
    async collect() {
      const { holds, broken, untold } = (await books()) ?? unknown
      for (const [result, count] of Object.entries({ holds, broken, untold })) this.set({ result }, count)
    },
  })
}

const unknown = { holds: Number.NaN, broken: Number.NaN, untold: Number.NaN }

async function read(sql: Database): Promise<Books[]> {
  return await sql<Books[]>`
    select (select ended_at from book_check_run),
      (count(*) filter (where holds))::int as holds, (count(*) filter (where not holds))::int as broken,
      (count(*) filter (where holds is null))::int as untold
    from book_checks`
}
