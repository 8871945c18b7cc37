import type { World } from '../../../world/world.ts'
import { defaultProfile } from '../profile.ts'
import { type NetworkPayOut, planPayout } from './magic-recipients.ts'
import type { Payout } from './payout.ts'

/**
 * Writes payouts in one statement and returns them, with those that were there before. Seeds are drawn from as by
 * payments, out of the same row: each merchant's next numbers, locked in the order of ids.
 */
export async function insertPayouts(
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
