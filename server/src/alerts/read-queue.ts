import type { Environment, Queue, QueueCount } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment } from '../database/database.ts'
import { mostCounted, waitingOf } from './find-waiting.ts'

type Counted = { what: keyof Static<typeof Queue>; count: number; oldest_at: Date | null }

/** How much waits, in one statement. */
export async function readQueue(
  sql: Database,
  environment: Environment,
  userId: string,
): Promise<Static<typeof Queue>> {
  const most = mostCounted + 1
  const open = sql`select since as at from alerts where resolved_at is null limit ${most}`
  const unread = sql`
    select since as at from alerts a where resolved_at is null and not exists (
      select from alert_reads r where r.alert_id = a.id and r.user_id = ${userId} and r.read_at >= a.last_at)
    limit ${most}`
  const asked = { ...waitingOf(sql, environment), alerts: open, unread_alerts: unread }
  const each = Object.entries(asked).map(
    ([what, waiting]): Fragment => sql`
      select ${what}::text as what, count(*)::int as count, min(at) as oldest_at from (${waiting}) as waiting (at)`,
  )
  const all = each.reduce((before, one) => sql`${before} union all ${one}`)
  const counted = await sql<Counted[]>`${all}`
  const shown = counted.map((one) => [one.what, showCount(one)])
  return Object.fromEntries(shown) as Static<typeof Queue>
}

function showCount({ count, oldest_at: oldest }: Counted): Static<typeof QueueCount> {
  return {
    count: Math.min(count, mostCounted),
    is_more: count > mostCounted,
    oldest_at: oldest?.toISOString() ?? null,
  }
}
