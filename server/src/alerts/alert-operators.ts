import type { AlertKind } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'

/** Something that Super Admins should look at. */
export type Alert = {
  kind: AlertKind
  /** What it is about among those of its kind: a provider, a merchant, a check; `live` where there is only one. */
  subject: string
  merchantId?: string | null
  title: string
  text: string
  /** How many there are now; absent: one more than there were. */
  count?: number
  /** Since when the oldest waits, and when the newest came; absent: now. */
  since?: Date
  lastAt?: Date
}

export type Cause = Pick<Alert, 'kind' | 'subject'>

/**
 * Tells Super Admins of causes, in the transaction of what happened. A cause that is open already stays one alert, whoever finds it: its
 * words are renewed, and it is news again only for what came later. Mail follows, for many together.
 */
export async function alertOperators(
  tx: Transaction | Database,
  { clock, newId }: Pick<World, 'clock' | 'newId'>,
  alerts: Alert[],
): Promise<void> {
  if (alerts.length === 0) return
  const now = clock.now()
  const rows = [...new Map(alerts.map((alert) => [keyOf(alert), alert])).values()].map((alert) => ({
    id: newId(),
    kind: alert.kind,
    subject: alert.subject,
    merchant_id: alert.merchantId ?? null,
    title: alert.title,
    text: alert.text,
    count: alert.count ?? null,
    since: alert.since ?? now,
    last_at: alert.lastAt ?? now,
  }))
  const isOneMore = tx`known.kind || ' ' || known.subject = any(${countless(rows)}::text[])`
  // In one order, so that two who tell of the same causes do not wait for each other.
  await tx`
    insert into alerts as known (id, kind, subject, merchant_id, title, text, count, since, last_at, raised_at)
    select id, kind, subject, merchant_id, title, text, coalesce(count, 1), since, last_at, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as told (id uuid, kind text, subject text, merchant_id uuid,
      title text, text text, count integer, since timestamptz, last_at timestamptz)
    order by kind, subject
    on conflict (kind, subject) where resolved_at is null do update
    set title = excluded.title, text = excluded.text,
      count = case when ${isOneMore} then known.count + 1 else excluded.count end,
      since = least(known.since, excluded.since), last_at = greatest(known.last_at, excluded.last_at)
    where ${isOneMore} or (known.title, known.text, known.count, known.last_at)
      is distinct from (excluded.title, excluded.text, excluded.count, excluded.last_at)`
}

/** Ends what is over. Who says so of a cause that nobody was told of changes nothing. */
export async function closeAlerts(
  tx: Transaction | Database,
  { clock }: Pick<World, 'clock'>,
  causes: Cause[],
): Promise<void> {
  if (causes.length === 0) return
  await tx`
    update alerts set resolved_at = ${clock.now()}
    where resolved_at is null and (kind, subject) in (
      select kind, subject from unnest(${causes.map(({ kind }) => kind)}::text[],
        ${causes.map(({ subject }) => subject)}::text[]) as gone (kind, subject))`
}

export const keyOf = ({ kind, subject }: Cause) => `${kind} ${subject}`

/** Those of which each word is one more. */
function countless(rows: (Cause & { count: number | null })[]): string[] {
  return rows.filter(({ count }) => count === null).map(keyOf)
}
