import type { Environment, registrationStatuses, TaxCode } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'

/** What one merchant tells the authority, one thing after the other. */
export type Lane = {
  merchant_id: string
  environment: Environment
  authority: string
  registration: Exclude<(typeof registrationStatuses)[number], 'NONE'>
  registration_problem: string | null
  registration_id: string | null
  /** What the authority was asked to register and has not answered. */
  asked_tin: string | null
  receipt_code: string | null
  last_number: bigint
  last_day: string | null
  /** Days up to here get no further number: each has its report, or had nothing to tell. */
  closed_through: string
  /** Since when the authority has receipts that are not known here. The count stands until people have written them down. */
  behind_since: Date | null
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

/** So many receipts are told of at once. */
const mostNoticed = 500

/** Takes merchants of an environment of whom something is due, at most so many. Those that rest are not looked at, however many they are. */
export async function claimLanes(
  { sql, clock }: Pick<World, 'sql' | 'clock'>,
  environment: Environment,
  room: number,
): Promise<Held[]> {
  if (room <= 0) return []
  const now = clock.now()
  await noticeQueued(sql, environment, now)
  const rows = await sql<Held[]>`
    with due as materialized (
      select merchant_id, environment from fiscal_lanes where environment = ${environment} and due_at <= ${now}
      order by due_at limit ${room} for update skip locked
    )
    update fiscal_lanes l set lease = l.lease + 1, is_resting = false, due_at = ${new Date(now.getTime() + leaseMs)}
    from due where l.merchant_id = due.merchant_id and l.environment = due.environment
    returning l.merchant_id, l.environment, l.lease`
  return [...rows]
}

type Queued = { id: string; merchant_id: string }

/** Wakes lanes of which receipts were queued, so that no payment has to write to a row that all payments of its merchant share. */
async function noticeQueued(sql: Database, environment: Environment, now: Date): Promise<void> {
  const queued = await sql<Queued[]>`
    select id, merchant_id from fiscal_receipts where environment = ${environment} and status = 'QUEUED' and not is_noticed
    order by id limit ${mostNoticed}`
  if (queued.length === 0) return
  const merchants = [...new Set(queued.map(({ merchant_id }) => merchant_id))]
  await sql.begin(async (tx) => {
    // A lane that lies down at this moment may not have seen them: it is waited for.
    await tx`
      select from fiscal_lanes where merchant_id = any(${merchants}::uuid[]) and environment = ${environment}
      order by merchant_id for no key update`
    await tx`
      update fiscal_lanes set due_at = ${now}, is_resting = false
      where merchant_id = any(${merchants}::uuid[]) and environment = ${environment} and is_resting`
    // One whose payment is going back at this moment is left to the next look: no payment waits for another receipt.
    await tx`
      update fiscal_receipts set is_noticed = true where id in (
        select id from fiscal_receipts
        where merchant_id = any(${merchants}::uuid[]) and id = any(${queued.map(({ id }) => id)}::uuid[])
        for no key update skip locked)`
  })
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
    returning l.merchant_id, l.environment, l.authority, l.registration, l.registration_problem, l.registration_id, l.asked_tin,
      l.receipt_code, l.last_number, l.last_day::text as last_day, l.closed_through::text as closed_through, l.lease, l.attempts,
      l.behind_since, (select min(d.day)::text from fiscal_days d where d.merchant_id = l.merchant_id
        and d.environment = l.environment and d.status = 'CLOSING') as closing_day,
      s.enabled_at, s.tin, s.vrn, s.business_name, s.tax_code`
  return lane ?? null
}

/** Lets a lane rest of which nothing is left to do: until its next report is due, or until it is woken. */
export async function rest(tx: Transaction, held: Held, until: Date | null): Promise<void> {
  await tx`
    update fiscal_lanes set is_resting = true, due_at = ${until}, attempts = 0
    where merchant_id = ${held.merchant_id} and environment = ${held.environment} and lease = ${held.lease}`
}

/** Gives a lane back. Where nothing was understood it waits, the longer the oftener. */
export async function letGo(tx: Transaction, held: Held, now: Date, attempts: number): Promise<void> {
  await tx`
    update fiscal_lanes set due_at = ${new Date(now.getTime() + waitAfter(attempts))}, attempts = ${attempts}
    where merchant_id = ${held.merchant_id} and environment = ${held.environment} and lease = ${held.lease}`
}
