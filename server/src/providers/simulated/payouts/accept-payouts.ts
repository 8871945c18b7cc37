import type { World } from '../../../world/world.ts'
import type { PayOutOutcome } from '../../provider.ts'
import { addressWord, outcomeOfPayout } from '../codes.ts'
import { lookUpPayouts } from '../memory.ts'
import { defaultProfile } from '../profile.ts'
import { type NetworkPayOut, type Payout, planPayout, type Reception } from './payout.ts'

/** A silence that is played is no reason to think that the network is away. */
const noAnswer: PayOutOutcome = {
  kind: 'unknown',
  because: 'The network did not answer in time.',
  answered: true,
}

const blocked: PayOutOutcome = {
  kind: 'blocked',
  providerStatus: addressWord,
  providerMessage: 'The network does not take payouts from this address.',
}

/** Takes payouts in, together. A reference that is known already is answered as it stands, and never paid again. */
export async function acceptPayouts(world: World, orders: NetworkPayOut[]): Promise<PayOutOutcome[]> {
  const asked = [...new Map(orders.map((order) => [order.reference, order])).values()]
  const outcomes = new Map<string, PayOutOutcome>()
  for (const { reference } of receivedBy(asked, 'deaf')) outcomes.set(reference, noAnswer)
  const strangers = receivedBy(asked, 'turns_away').map(({ reference }) => reference)
  for (const reference of await turnAway(world, strangers)) outcomes.set(reference, blocked)

  const accepted = asked.filter(({ reference }) => !outcomes.has(reference))
  const rows = accepted.length === 0 ? [] : await insertPayouts(world, accepted)
  for (const row of rows) outcomes.set(row.reference, outcomeOfPayout(row))
  // Somebody else sent the same reference at the same moment: theirs is committed by now, but was not in our view.
  const missed = accepted.filter(({ reference }) => !outcomes.has(reference))
  const found = await lookUpPayouts(world, missed)
  missed.forEach(({ reference }, position) => {
    const outcome = found[position]
    if (outcome && outcome.kind !== 'never_seen') outcomes.set(reference, outcome)
  })

  const fresh = new Set(rows.filter(({ is_new }) => is_new).map(({ reference }) => reference))
  for (const { reference } of receivedBy(accepted, 'silent')) {
    if (fresh.has(reference)) outcomes.set(reference, noAnswer)
  }
  return orders.map(({ reference }) => outcomes.get(reference) ?? noAnswer)
}

function receivedBy(orders: NetworkPayOut[], reception: Reception): NetworkPayOut[] {
  return orders.filter((order) => planPayout(order).reception === reception)
}

/** Which of these references are sent for the first time, and turned away for it. */
async function turnAway({ sql, clock }: World, references: string[]): Promise<Set<string>> {
  if (references.length === 0) return new Set()
  // In the order of the references, so that two batches never wait for each other.
  const turned = await sql<{ reference: string }[]>`
    insert into network_turned_away (reference, turned_away_at)
    select reference, ${clock.now()} from unnest(${references}::text[]) as r (reference) order by reference
    on conflict (reference) do nothing
    returning reference`
  return new Set(turned.map(({ reference }) => reference))
}

/**
 * Writes payouts in one statement and returns them, with those that were there before. Seeds are drawn from as by
 * payments, out of the same row: each merchant's next numbers, locked in the order of ids.
 */
async function insertPayouts(
  world: World,
  orders: NetworkPayOut[],
): Promise<(Payout & { is_new: boolean })[]> {
  const { sql } = world
  const now = world.clock.now()
  const plays = orders.map(planPayout)
  return await sql<(Payout & { is_new: boolean })[]>`
    with asked as (
      select * from unnest(
        ${orders.map(({ reference }) => reference)}::text[], ${orders.map(({ environment }) => environment)}::text[],
        ${orders.map(({ merchantId }) => merchantId)}::uuid[], ${orders.map(({ method }) => method)}::text[],
        ${orders.map(({ amount }) => amount)}::bigint[], ${orders.map(({ currency }) => currency)}::text[],
        ${orders.map(({ destinationCode }) => destinationCode)}::text[],
        ${orders.map(({ identifier }) => identifier)}::text[],
        ${orders.map(({ recipientName }) => recipientName)}::text[],
        ${plays.map(({ ending }) => ending)}::text[], ${plays.map(({ mishap }) => mishap)}::text[])
      with ordinality as a (reference, environment, merchant_id, method, amount, currency, destination_code, identifier,
        recipient_name, ending, mishap, place)
    ), known as (
      select * from network_payouts where reference in (select reference from asked)
    ), fresh as (
      select *, row_number() over (partition by merchant_id, environment order by place)::int as turn
      from asked where reference not in (select reference from known)
    ), seeded as (
      select merchant_id from sandbox_profiles
      where random_seed is not null and merchant_id in (select merchant_id from fresh where environment = 'sandbox')
      order by merchant_id for update
    ), drawn as (
      update sandbox_profiles s set draws = s.draws + f.turns
      from seeded, (select merchant_id, max(turn) as turns from fresh where environment = 'sandbox' group by 1) f
      where s.merchant_id = seeded.merchant_id and s.merchant_id = f.merchant_id
      returning s.merchant_id, s.random_seed::text as seed, s.draws - f.turns as before
    ), made as (
      insert into network_payouts (reference, environment, merchant_id, method, amount, currency, destination_code,
        identifier, recipient_name, state, ending, mishap, seed, draw, failure_rate, due_at, created_at)
      select f.reference, f.environment, f.merchant_id, f.method, f.amount, f.currency, f.destination_code,
        f.identifier, f.recipient_name, 'accepted', f.ending, f.mishap, coalesce(d.seed, f.reference),
        coalesce(d.before + f.turn, 0), coalesce(s.failure_rate, ${defaultProfile.failure_rate}),
        case when f.ending is not null then ${now}::timestamptz
          + coalesce(s.approval_delay_ms, ${defaultProfile.approval_delay_ms}) * interval '1 ms' end, ${now}
      from fresh f
      left join sandbox_profiles s on s.merchant_id = f.merchant_id and f.environment = 'sandbox'
      left join drawn d on d.merchant_id = f.merchant_id and f.environment = 'sandbox'
      order by f.reference
      on conflict (reference) do nothing
      returning *
    )
    select *, true as is_new from made union all select *, false from known`
}
