import type { Environment } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import { daysBefore, keptDays } from '../primitives/clock.ts'
import { gather } from '../primitives/gather.ts'
import type { World } from '../world/world.ts'

export type About = 'collection' | 'disbursement'

/** Whom to ask about what. */
export type LookUp = { subjectId: string; about: About; environment: Environment; provider: string }

/** Anybody can say that there is news, and neither the provider nor our own schedule must suffer for it. */
export const hintAgainAfterMs = 30_000

/** Longer than the provider's deadline, and than the wait between two hints: see `hintTaker`. */
export const leaseMs = hintAgainAfterMs + 5_000

/** What is over is asked about now and then; who ended it may have been wrong, and so may the clock. */
export const watchWaitsMs = [1, 3, 6, 12, 24].map((hours) => hours * 3_600_000)

const firstWatchMs = watchWaitsMs[0] ?? 3_600_000

/**
 * Takes hints: a payment that somebody says there is news of is due now, or as soon as it may be asked about again. A hint
 * that comes while it is being asked about moves the time before the end of the lease, by which whoever asks sees it.
 */
export function hintTaker(world: Pick<World, 'sql' | 'clock'>): (hint: LookUp) => Promise<void> {
  const open = () =>
    gather<LookUp, void>(
      async (hints) => {
        await hint(world.sql, world, hints)
        return []
      },
      { most: 200, atOnce: 1 },
    )
  const doors = { live: open(), sandbox: open() }
  return (hint) => doors[hint.environment](hint)
}

/** The same with whatever else is written of it. */
export async function hint(
  sql: Database | Transaction,
  { clock }: Pick<World, 'clock'>,
  hints: LookUp[],
): Promise<void> {
  if (hints.length === 0) return
  const now = clock.now()
  const rows = [...new Map(hints.map((hint) => [hint.subjectId, hint])).values()]
  const wait = `${hintAgainAfterMs} milliseconds`
  await sql`
    insert into due_look_ups as d (subject_id, about, environment, provider, due_at)
    select "subjectId", about, environment, provider, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as hint ("subjectId" uuid, about text, environment text, provider text)
    order by 1
    on conflict (subject_id) do update
    set due_at = greatest(excluded.due_at, d.asked_at + ${wait}::interval)
    where coalesce(d.due_at, 'infinity') > greatest(excluded.due_at, d.asked_at + ${wait}::interval)`
}

/** What is to be asked about for long: at once, or after the first wait. */
export type Watched = LookUp & { isDueNow?: boolean }

/** What a person or the time has ended is asked about for as long as what was said of it is kept. */
export async function watch(tx: Transaction, { clock }: World, lookUps: Watched[]): Promise<void> {
  if (lookUps.length === 0) return
  const now = clock.now()
  const rows = [...new Map(lookUps.map((one) => [one.subjectId, one])).values()]
  await tx`
    insert into due_look_ups as d (subject_id, about, environment, provider, due_at, watched_until)
    select "subjectId", about, environment, provider,
      case when "isDueNow" then ${now}::timestamptz else ${new Date(now.getTime() + firstWatchMs)} end,
      ${daysBefore(now, -keptDays)}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as ended ("subjectId" uuid, about text, environment text, provider text, "isDueNow" boolean)
    order by 1
    on conflict (subject_id) do update
    set due_at = least(d.due_at, excluded.due_at), watched_until = excluded.watched_until, attempts = 0`
}

/** What was asked and needs no more asking is remembered for as long as a hint has to wait. */
export async function forgetLookUps(sql: Database, now: Date): Promise<void> {
  await sql`
    delete from due_look_ups
    where due_at is null and asked_at < ${new Date(now.getTime() - hintAgainAfterMs)}`
}
