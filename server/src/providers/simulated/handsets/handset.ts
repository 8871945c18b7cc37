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

/** What is new to a phone that is opened for the first time. */
export type Opened = Pick<Handset, 'phone' | 'answers' | 'scans'>

/** Takes phones up, or holds on to them. Those that are held already stay as they are, but for who answers and scans. */
export async function holdHandsets(
  { sql, clock }: Pick<World, 'sql' | 'clock'>,
  reach: Reach,
  phones: Opened[],
): Promise<Handset[]> {
  const heldUntil = new Date(clock.now().getTime() + leaseMs)
  // In the order of the numbers, so that two pages with the same phones never wait for each other.
  return await sql<Handset[]>`
    insert into network_handsets as h (merchant_id, phone, held_until, answers, scans, reachable_since, is_slow, balance)
    select ${ownerOf(reach)}::uuid, phone, ${heldUntil}, answers, scans, ${always}, false, ${firstBalance}
    from unnest(${phones.map(({ phone }) => phone)}::text[], ${phones.map(({ answers }) => answers)}::boolean[],
      ${phones.map(({ scans }) => scans)}::boolean[]) as p (phone, answers, scans) order by phone
    on conflict (phone, merchant_id) do update set held_until = excluded.held_until, answers = excluded.answers,
      scans = excluded.scans
    returning phone, answers, scans, reachable_since, is_slow, balance`
}

/** Lets phones go at once. Whoever else holds one takes it up again within a moment. */
export async function letGo({ sql, clock }: Pick<World, 'sql' | 'clock'>, reach: Reach, phones: string[]) {
  await sql`
    update network_handsets set held_until = ${clock.now()}
    where phone = any(${phones}::text[]) and merchant_id is not distinct from ${ownerOf(reach)}::uuid`
}

export type HandsetChange = { hasSignal?: boolean; isSlow?: boolean; balance?: bigint }

/** Turns the knobs of a phone. What comes while it has no signal is not delivered later: prompts do not wait. */
export async function changeHandset(
  { sql, clock }: Pick<World, 'sql' | 'clock'>,
  reach: Reach,
  phone: string,
  { hasSignal, isSlow, balance }: HandsetChange,
): Promise<boolean> {
  const changed = await sql`
    update network_handsets set
      reachable_since = ${hasSignal === undefined ? sql`reachable_since` : hasSignal ? sql`coalesce(reachable_since, ${clock.now()})` : sql`null`},
      is_slow = ${isSlow === undefined ? sql`is_slow` : isSlow},
      balance = ${balance === undefined ? sql`balance` : balance}
    where phone = ${phone} and merchant_id is not distinct from ${ownerOf(reach)}::uuid`
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
