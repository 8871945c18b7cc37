import type { Database, Fragment, Transaction } from '../../../database/database.ts'
import type { World } from '../../../world/world.ts'

/** Whose payments somebody may see and answer: everybody's, live ones too, or those of one merchant's sandbox. */
export type Reach = 'everything' | { sandboxOf: string }

/** A phone of the simulated network that somebody holds in a browser. */
export type Handset = {
  phone: string
  /** Payments wait for its owner; otherwise they play as the number says. */
  answers: boolean
  /** Its camera is open, and codes wait for it. */
  scans: boolean
  /** Prompts from before do not reach it; null while it has no signal. */
  reachable_since: Date | null
  is_slow: boolean
  balance: bigint
}

/** Longer than a page needs to come back from a hiccup; after it a closed tab is as good as none. */
export const leaseMs = 6_000

/** How often a page that is open says so. */
export const renewalMs = 2_000

/** As long as networks let a prompt stand before they take it away. */
export const promptMs = 90_000

/** How late a prompt comes to a phone that is slow. */
export const slowMs = 5_000

/** TSh 500,000: enough for a day of trying things out, and little enough to be emptied. */
export const firstBalance = 50_000_000n

/** Everything was always there for a phone that never was without signal. */
const always = new Date(0)

/** Which rows of payments, payouts and messages are within reach. */
export function withinReach(sql: Database | Transaction, reach: Reach): Fragment {
  if (reach === 'everything') return sql`true`
  return sql`environment = 'sandbox' and merchant_id = ${reach.sandboxOf}`
}

function ownerOf(reach: Reach): string | null {
  return reach === 'everything' ? null : reach.sandboxOf
}

/** A phone that somebody takes up, and whether payments wait for them unless they say otherwise. */
export type TakenUp = Pick<Handset, 'phone' | 'answers'>

/**
 * Takes phones up, or holds on to them. Those that are held stay as they are; one that was let go begins anew, with what was on
 * it.
 */
export async function holdHandsets(
  { sql, clock }: Pick<World, 'sql' | 'clock'>,
  reach: Reach,
  phones: TakenUp[],
): Promise<Handset[]> {
  const now = clock.now()
  const heldUntil = new Date(now.getTime() + leaseMs)
  // In the order of the numbers, so that two pages with the same phones never wait for each other.
  return await sql<Handset[]>`
    insert into network_handsets as h (merchant_id, phone, held_until, answers, scans, reachable_since, is_slow, balance)
    select ${ownerOf(reach)}::uuid, phone, ${heldUntil}, answers, false, ${always}, false, ${firstBalance}
    from unnest(${phones.map(({ phone }) => phone)}::text[], ${phones.map(({ answers }) => answers)}::boolean[])
      as p (phone, answers) order by phone
    on conflict (phone, merchant_id) do update set held_until = excluded.held_until,
      answers = case when h.held_until > ${now} then h.answers else excluded.answers end,
      scans = h.scans and h.held_until > ${now},
      reachable_since = case when h.held_until > ${now} then h.reachable_since else excluded.reachable_since end,
      is_slow = h.is_slow and h.held_until > ${now}
    returning phone, answers, scans, reachable_since, is_slow, balance`
}

/** Phones that are held, as they are now. */
export async function readHandsets(
  { sql, clock }: Pick<World, 'sql' | 'clock'>,
  reach: Reach,
  phones: string[],
): Promise<Handset[]> {
  return await sql<Handset[]>`
    select phone, answers, scans, reachable_since, is_slow, balance from network_handsets
    where phone = any(${phones}::text[]) and merchant_id is not distinct from ${ownerOf(reach)}::uuid
      and held_until > ${clock.now()}`
}

export type HandsetChange = {
  answers?: boolean
  scans?: boolean
  hasSignal?: boolean
  isSlow?: boolean
  balance?: bigint
}

/** Turns the knobs of a phone that is held. What comes while it has no signal is not delivered later: prompts do not wait. */
export async function changeHandset(
  { sql, clock }: Pick<World, 'sql' | 'clock'>,
  reach: Reach,
  phone: string,
  { answers, scans, hasSignal, isSlow, balance }: HandsetChange,
): Promise<boolean> {
  const now = clock.now()
  const signal = hasSignal ? sql`coalesce(reachable_since, ${now})` : sql`null`
  const changed = await sql`
    update network_handsets set
      answers = coalesce(${answers ?? null}, answers), scans = coalesce(${scans ?? null}, scans),
      reachable_since = ${hasSignal === undefined ? sql`reachable_since` : signal},
      is_slow = coalesce(${isSlow ?? null}, is_slow), balance = coalesce(${balance ?? null}, balance)
    where phone = ${phone} and merchant_id is not distinct from ${ownerOf(reach)}::uuid and held_until > ${now}`
  return changed.count === 1
}

/** What is on a phone, locked until the transaction ends: two prompts must not spend the same shilling. Null where it is not held. */
export async function lockBalance(
  tx: Transaction,
  reach: Reach,
  phone: string,
  now: Date,
): Promise<bigint | null> {
  const [found] = await tx<{ balance: bigint }[]>`
    select balance from network_handsets
    where phone = ${phone} and merchant_id is not distinct from ${ownerOf(reach)}::uuid and held_until > ${now}
    for update`
  return found?.balance ?? null
}

/** Whether a row of orders (`a`) waits for somebody: a push for its number, a code for any camera. */
export function isHeld(sql: Database, now: Date): Fragment {
  return sql`exists (
    select from network_handsets h where h.held_until > ${now}
      and (h.merchant_id is null or (h.merchant_id = a.merchant_id and a.environment = 'sandbox'))
      and case when a.method = 'DYNAMIC_QR' then h.scans else h.answers and h.phone = a.phone end)`
}
