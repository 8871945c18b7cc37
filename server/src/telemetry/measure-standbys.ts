import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { shareReading } from './share-reading.ts'

type Standby = { standby: string; sync: string; bytes: number; seconds: number }

/**
 * How far standbys are behind the primary. Who may not see that of the database (the role lacks `pg_monitor`) is told of none, and so is whoever
 * has none.
 */
export function measureStandbys(registers: [Registry], sql: Database): void {
  const standbys = shareReading(() => read(sql).catch(() => []))
  const gauge = (name: string, help: string, measured: (standby: Standby) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['standby', 'sync'],
      aggregator: 'max',
      registers,
      async collect() {
        const found = await standbys()
        this.reset()
        for (const one of found) this.set({ standby: one.standby, sync: one.sync }, measured(one))
      },
    })
  gauge(
    'malipo_database_standby_lag_bytes',
    'How much of the log of the database a standby has not applied yet, by its name and how it is waited for.',
    ({ bytes }) => bytes,
  )
  gauge(
    'malipo_database_standby_lag_seconds',
    'How long a standby took to apply what was written last; 0 while nothing is written.',
    ({ seconds }) => seconds,
  )
}

async function read(sql: Database): Promise<Standby[]> {
  return await sql<Standby[]>`
    select coalesce(application_name, '') as standby, sync_state as sync,
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as bytes,
      coalesce(extract(epoch from replay_lag), 0)::float8 as seconds
    from pg_stat_replication where replay_lsn is not null and not pg_is_in_recovery()`
}
