import type { Environment } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import { Refusal } from '../primitives/refusal.ts'

/**
 * What a restore writes into the settings of the server it makes, where every process reads it, whatever the rows are and whichever
 * version made them: when it was made, which tells it from all others, and the moment it leads back to.
 */
export const restoreSettings = { mark: 'malipo.restored_at', point: 'malipo.restored_to' } as const

/** Whether payouts wait, and when the database was last set back: what was there then may have been sent, though nothing says so. */
export type Restored = { holdsPayouts: boolean; lastAtMs: number | null }

export const neverRestored: Restored = { holdsPayouts: false, lastAtMs: null }

/** A restore that nobody has noticed yet holds as well, and is later than everything that is here. */
export async function readRestored(sql: Database | Transaction): Promise<Restored> {
  const [row] = await sql<{ is_held: boolean; last_at: number | null }[]>`
    select is_unnoticed or exists (select from restores where released_at is null) as is_held,
      case when is_unnoticed then 'Infinity' else (select extract(epoch from max(noticed_at)) from restores) end::float8 as last_at
    from (select nullif(current_setting(${restoreSettings.mark}, true), '') as mark) said
    cross join lateral (
      select said.mark is not null and not exists (select from restores r where r.mark = said.mark) as is_unnoticed) known`
  if (!row) throw new Error('Nobody can tell whether this database was restored.')
  return { holdsPayouts: row.is_held, lastAtMs: row.last_at === null ? null : row.last_at * 1_000 }
}

/** Writes down that the database was set back, where its server says so and nobody has: the server's settings stay behind at a failover. */
export async function noticeRestore(sql: Database, clock: Clock): Promise<Restored> {
  await writeDown(sql, clock)
  return await readRestored(sql)
}

async function writeDown(sql: Database, clock: Clock): Promise<void> {
  const [said] = await sql<{ mark: string; point: string | null; replayed: Date | null }[]>`
    select mark, point, pg_last_xact_replay_timestamp() as replayed
    from (select nullif(current_setting(${restoreSettings.mark}, true), '') as mark,
      nullif(current_setting(${restoreSettings.point}, true), '') as point) said
    where mark is not null`
  if (said === undefined) return
  const told = new Date(said.point ?? Number.NaN)
  const point = Number.isNaN(told.getTime()) ? said.replayed : told
  await sql`
    insert into restores (mark, point, noticed_at) values (${said.mark}, ${point}, ${clock.now()})
    on conflict do nothing`
}

/** Whether nobody decides about payouts there now. */
export async function isHeldBack(
  sql: Database | Transaction,
  { environment }: { environment: Environment },
): Promise<boolean> {
  return environment === 'live' && (await readRestored(sql)).holdsPayouts
}

/** Nobody decides about payouts by books that have lost the last hours: what waits here may be paid there. */
export async function refuseHeldBack(tx: Transaction, asked: { environment: Environment }): Promise<void> {
  if (!(await isHeldBack(tx, asked))) return
  throw new Refusal('invalid_state', {
    message:
      'The database was restored to an earlier moment, and what is waiting here may have been paid since. Payouts wait until the operator has reconciled with providers and lets them go.',
  })
}
