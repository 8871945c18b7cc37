import { type Environment, retentionBounds } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import { type Clock, daysBefore } from '../primitives/clock.ts'

export type KeptDays = Record<keyof typeof retentionBounds, number>
export type RetentionRow = KeptDays & { changed_by: string | null; changed_at: Date | null }

const usual: RetentionRow = {
  replies_days: retentionBounds.replies_days.usual,
  requests_days: retentionBounds.requests_days.usual,
  events_days: retentionBounds.events_days.usual,
  exchanges_days: retentionBounds.exchanges_days.usual,
  sandbox_days: retentionBounds.sandbox_days.usual,
  payments_days: retentionBounds.payments_days.usual,
  changed_by: null,
  changed_at: null,
}

/** How long what names people is kept, as the operator chose, or as usual. */
export async function readRetention(sql: Database | Transaction): Promise<RetentionRow> {
  const [chosen] = await sql<RetentionRow[]>`
    select replies_days, requests_days, events_days, exchanges_days, sandbox_days, payments_days, changed_by, changed_at
    from retention`
  return chosen ?? usual
}

/** Before when something must have been made to be forgotten now. In the sandbox everything ends alike. */
export async function endOf(
  { sql, clock }: { sql: Database; clock: Clock },
  what: keyof KeptDays,
  environment: Environment = 'live',
): Promise<Date> {
  const kept = await readRetention(sql)
  const days = environment === 'sandbox' ? Math.min(kept.sandbox_days, kept[what]) : kept[what]
  return daysBefore(clock.now(), days)
}
