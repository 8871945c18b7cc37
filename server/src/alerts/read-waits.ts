import type { Database, Fragment } from '../database/database.ts'
import { type WaitingKind, waitingOf } from './find-waiting.ts'

export type Waits = { what: string; count: number; oldestAt: Date | null }

/** What is watched from outside, under names that say it without the queue around them. */
const names: Partial<Record<WaitingKind, string>> = {
  withdrawals: 'withdrawals',
  batches: 'batches',
  unclear: 'unclear_payouts',
  held: 'held_payments',
  discrepancies: 'discrepancies',
  stuck: 'stuck_payments',
  dead_letters: 'dead_letters',
}

/** How much waits for Super Admins in live, and since when, for whoever measures it. */
export async function readWaits(sql: Database): Promise<Waits[]> {
  const waiting = waitingOf(sql, 'live')
  const each = Object.entries(names).map(
    ([kind, what]): Fragment => sql`
      select ${what}::text as what, count(*)::int as count, min(at) as oldest_at
      from (${waiting[kind as WaitingKind]}) as waiting (at)`,
  )
  const all = each.reduce((before, one) => sql`${before} union all ${one}`)
  const counted = await sql<{ what: string; count: number; oldest_at: Date | null }[]>`${all}`
  return counted.map(({ what, count, oldest_at: oldestAt }) => ({ what, count, oldestAt }))
}
