import type { Environment, registrationStatuses, TaxCode } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { dayAfter, dayAt } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'

/** What one merchant tells the authority, one thing after the other. */
export type Lane = {
  merchant_id: string
  environment: Environment
  authority: string
  registration: Exclude<(typeof registrationStatuses)[number], 'NONE'>
  registration_problem: string | null
  registration_id: string | null
  receipt_code: string | null
  last_number: bigint
  last_day: string | null
  /** Days up to here get no further number: each has its report, or had nothing to tell. */
  closed_through: string
  lease: number
  attempts: number
}

/** With what its merchant says of itself. */
export type KnownLane = Lane & {
  /** The day whose report was written down and is not answered. */
  closing_day: string | null
  enabled_at: Date | null
  tin: string
  vrn: string | null
  business_name: string
  tax_code: TaxCode
}

export type Held = Pick<Lane, 'merchant_id' | 'environment' | 'lease'>

/** Longer than an authority is waited for, and what is written before and after. */
export const leaseMs = 60_000

/** When somebody who was not understood is asked again; the last of them from then on. */
const waitsMs = [1_000, 5_000, 30_000, 120_000, 600_000, 1_800_000]

export function waitAfter(attempts: number): number {
  return waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? 0
}

/**
 * Takes merchants of whom something is due, at most so many. A lane is small and there is one for each merchant that switched it on; what is
 * due is looked for in its own queue, so that no payment has to write to a row that all payments of its merchant share.
 */
export async function claimLanes({ sql, clock }: World, room: number): Promise<Held[]> {
  if (room <= 0) return []
  const now = clock.now()
  const yesterday = dayAfter(dayAt(now), -1)
  const rows = await sql<Held[]>`
    with due as materialized (
      select l.merchant_id, l.environment from fiscal_lanes l join fiscal_settings s using (merchant_id, environment)
      cross join lateral (select (select true from fiscal_receipts r where r.merchant_id = l.merchant_id
        and r.environment = l.environment and r.status = 'QUEUED' limit 1) is true as has_queue) q
      where l.due_at <= ${now} and (
        l.registration = 'PENDING' and (s.is_enabled or q.has_queue)
        or l.registration = 'REGISTERED' and (q.has_queue
          or l.closed_through < ${yesterday} and (s.is_enabled or l.last_day > l.closed_through
            or exists (select from fiscal_days d where d.merchant_id = l.merchant_id and d.environment = l.environment
              and d.status = 'CLOSING' and d.day > l.closed_through))))
      order by l.due_at limit ${room} for update of l skip locked
    )
    update fiscal_lanes l set lease = l.lease + 1, due_at = ${new Date(now.getTime() + leaseMs)}
    from due where l.merchant_id = due.merchant_id and l.environment = due.environment
    returning l.merchant_id, l.environment, l.lease`
  return [...rows]
}

/** Locks a lane that is still held, and holds it for longer; null where somebody else has it by now. */
export async function lockLane(
  tx: Transaction,
  held: Held,
  now: Date,
  /** Whether the authority was understood just now. */
  isUnderstood = false,
): Promise<KnownLane | null> {
  const [lane] = await tx<KnownLane[]>`
    update fiscal_lanes l set due_at = ${new Date(now.getTime() + leaseMs)},
      attempts = case when ${isUnderstood} then 0 else l.attempts end
    from fiscal_settings s
    where l.merchant_id = ${held.merchant_id} and l.environment = ${held.environment} and l.lease = ${held.lease}
      and s.merchant_id = l.merchant_id and s.environment = l.environment
    returning l.merchant_id, l.environment, l.authority, l.registration, l.registration_problem, l.registration_id, l.receipt_code,
      l.last_number, l.last_day::text as last_day, l.closed_through::text as closed_through, l.lease, l.attempts,
      (select min(d.day)::text from fiscal_days d where d.merchant_id = l.merchant_id and d.environment = l.environment
        and d.status = 'CLOSING' and d.day > l.closed_through) as closing_day,
      s.enabled_at, s.tin, s.vrn, s.business_name, s.tax_code`
  return lane ?? null
}

/** Gives a lane back. Where nothing was understood it waits, the longer the oftener. */
export async function letGo(tx: Transaction, held: Held, now: Date, attempts: number): Promise<void> {
  await tx`
    update fiscal_lanes set due_at = ${new Date(now.getTime() + waitAfter(attempts))}, attempts = ${attempts}
    where merchant_id = ${held.merchant_id} and environment = ${held.environment} and lease = ${held.lease}`
}
