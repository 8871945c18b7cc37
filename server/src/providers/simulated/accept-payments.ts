import type { World } from '../../world/world.ts'
import type { CollectOrder, Outcome } from '../provider.ts'
import { outcomeOfPayment } from './codes.ts'
import { isHeld, promptMs } from './handsets/handset.ts'
import { lookUpPayments } from './memory.ts'
import { type NetworkOrder, type Payment, planPayment } from './payment.ts'
import { defaultProfile } from './profile.ts'
import { promptText } from './prompts.ts'
import { paymentTokenOf, tanQrPayload } from './tan-qr.ts'

/** Takes payments in, all in one statement. A reference that is known already is answered as it stands. */
export async function acceptPayments(world: World, orders: NetworkOrder[]): Promise<Outcome[]> {
  const byReference = new Map(orders.map((order) => [order.reference, order]))
  const rows = await insertPayments(world, [...byReference.values()])
  const outcomes = new Map<string, Outcome>(rows.map((row) => [row.reference, outcomeOfPayment(row)]))
  // Somebody else sent the same reference at the same moment: theirs is committed by now, but was not in our view.
  const missed = [...byReference.values()].filter(({ reference }) => !outcomes.has(reference))
  const found = await lookUpPayments(world, missed)
  missed.forEach(({ reference }, position) => {
    const outcome = found[position]
    if (outcome && outcome.kind !== 'never_seen') outcomes.set(reference, outcome)
  })
  return orders.map(
    ({ reference }) =>
      outcomes.get(reference) ?? { kind: 'unknown', because: 'The network lost the payment.' },
  )
}

/**
 * Each merchant with a seed takes the next numbers of its draws, in the order of the requests. Those rows are locked in
 * the order of their ids, so that two batches never wait for each other. What somebody holds a phone for does not play by
 * itself: it waits for them, and a push for as long as networks let it stand.
 */
async function insertPayments(world: World, orders: NetworkOrder[]): Promise<Payment[]> {
  const { sql } = world
  const now = world.clock.now()
  const plans = orders.map(planPayment)
  const codes = orders.map(codeOf)
  return await sql<Payment[]>`
    with asked as (
      select * from unnest(
        ${orders.map(() => world.newId())}::uuid[], ${orders.map(() => world.newId())}::uuid[],
        ${orders.map(({ reference }) => reference)}::text[], ${orders.map(({ environment }) => environment)}::text[],
        ${orders.map(({ merchantId }) => merchantId)}::uuid[], ${orders.map(({ merchantName }) => merchantName)}::text[],
        ${orders.map(({ method }) => method)}::text[], ${orders.map(({ amount }) => amount)}::bigint[],
        ${orders.map(({ currency }) => currency)}::text[], ${orders.map(({ phone }) => phone)}::text[],
        ${plans.map(({ ending }) => ending)}::text[], ${plans.map(({ isExact }) => isExact)}::boolean[],
        ${plans.map(({ mishap }) => mishap)}::text[], ${orders.map(({ expiresAt }) => expiresAt)}::timestamptz[],
        ${codes.map((code) => code?.paymentToken ?? null)}::text[], ${codes.map((code) => code?.payload ?? null)}::text[],
        ${orders.map(promptText)}::text[], ${plans.map(({ mayWait }) => mayWait)}::boolean[])
      with ordinality as a (id, message_id, reference, environment, merchant_id, merchant_name, method, amount, currency,
        phone, ending, is_exact, mishap, expires_at, payment_token, qr_payload, prompt, may_wait, place)
    ), known as (
      select * from network_payments where reference in (select reference from asked)
    ), fresh as (
      select *, row_number() over (partition by merchant_id, environment order by place)::int as turn,
        may_wait and ${isHeld(sql, now)} as is_held
      from asked a where reference not in (select reference from known)
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
      insert into network_payments (reference, id, environment, merchant_id, merchant_name, method, amount, currency,
        phone, state, ending, is_exact, mishap, seed, draw, failure_rate, due_at, expires_at, payment_token, qr_payload,
        created_at)
      select f.reference, f.id, f.environment, f.merchant_id, f.merchant_name, f.method, f.amount, f.currency, f.phone,
        'waiting', case when not f.is_held then f.ending end, f.is_exact, case when not f.is_held then f.mishap end, coalesce(d.seed, f.reference), coalesce(d.before + f.turn, 0),
        coalesce(s.failure_rate, ${defaultProfile.failure_rate}),
        least(f.expires_at, case
          when f.is_held then case when f.phone is not null then ${now}::timestamptz + ${promptMs} * interval '1 ms' end
          when f.ending is not null then ${now}::timestamptz
          + coalesce(s.approval_delay_ms, ${defaultProfile.approval_delay_ms}) * interval '1 ms' end),
        f.expires_at, f.payment_token, f.qr_payload, ${now}
      from fresh f
      left join sandbox_profiles s on s.merchant_id = f.merchant_id and f.environment = 'sandbox'
      left join drawn d on d.merchant_id = f.merchant_id and f.environment = 'sandbox'
      order by f.reference
      on conflict (reference) do nothing
      returning *
    ), shown as (
      insert into sandbox_messages (id, merchant_id, channel, recipient, text, created_at)
      select f.message_id, f.merchant_id, 'push', f.phone, f.prompt, ${now}
      from made join fresh f on f.reference = made.reference
      where f.environment = 'sandbox' and f.phone is not null
    )
    select * from made union all select * from known`
}

/** The acquirer, place and postal code of a network that does not exist. */
const nowhere = { acquirerId: '99999', city: 'DSM', postalCode: '11101' }

function codeOf({ method, reference, amount, merchantName }: CollectOrder) {
  if (method !== 'DYNAMIC_QR') return null
  const paymentToken = paymentTokenOf(reference)
  return { paymentToken, payload: tanQrPayload({ ...nowhere, token: paymentToken, amount, merchantName }) }
}
