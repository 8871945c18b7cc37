import type { Transaction } from '../../database/database.ts'
import type { Hastened } from '../../jobs/jobs.ts'
import type { World } from '../../world/world.ts'
import { nextMove, type Payment } from './payment.ts'
import type { Payout } from './payouts/payout.ts'
import { settlePayments } from './play-payments.ts'
import type { SignCallback } from './sign.ts'

/** Of an order of the sandbox. What the merchant has an end of already, by a callback they played, is not ended once more in another way. */
export type Ordered = { reference: string; isOpen: boolean }

/**
 * Makes what the network would do next about a payment due now; null where it will do nothing more. An expiry is never told, so it happens
 * here and now: whoever asks after this transaction hears of it.
 */
export async function hastenPayment(
  tx: Transaction,
  world: World,
  sign: SignCallback,
  { reference, isOpen }: Ordered,
): Promise<Hastened | null> {
  const now = world.clock.now()
  const callback = await hastenCallback(tx, reference, now)
  if (callback !== null) return callback
  const [payment] = await tx<Payment[]>`
    select * from network_payments where reference = ${reference} and environment = 'sandbox' for update`
  const what = payment ? nextOfPayment(payment, isOpen) : null
  if (payment === undefined || what === null) return null
  if (what === 'prompt_expires' || what === 'qr_expires')
    await settlePayments(tx, world, sign, [nextMove(payment, now)])
  else
    await tx`
      update network_payments set due_at = least(due_at, ${now}::timestamptz) where reference = ${reference}`
  return { what, wasDueAt: payment.due_at }
}

function nextOfPayment(payment: Payment, isOpen: boolean): Hastened['what'] | null {
  const { state, ending, due_at, expires_at, qr_payload } = payment
  if (state === 'paid') return due_at === null ? null : 'reversal'
  if (state !== 'waiting' || !isOpen) return null
  const answers = ending !== null && (due_at === null || expires_at === null || due_at < expires_at)
  if (answers) return 'customer_answers'
  return qr_payload === null ? 'prompt_expires' : 'qr_expires'
}

/** The same about a payout. */
export async function hastenPayout(
  tx: Transaction,
  { reference, isOpen }: Ordered,
  now: Date,
): Promise<Hastened | null> {
  const callback = await hastenCallback(tx, reference, now)
  if (callback !== null) return callback
  const [payout] = await tx<Payout[]>`
    select * from network_payouts
    where reference = ${reference} and environment = 'sandbox' and due_at is not null for update`
  if (payout === undefined || (payout.state !== 'paid' && !isOpen)) return null
  await tx`
    update network_payouts set due_at = least(due_at, ${now}::timestamptz) where reference = ${reference}`
  return { what: payout.state === 'paid' ? 'reversal' : 'outcome', wasDueAt: payout.due_at }
}

/** What the network has to say and keeps back. Whoever is just saying it says it twice at worst, and that acts once. */
async function hastenCallback(tx: Transaction, reference: string, now: Date): Promise<Hastened | null> {
  const [late] = await tx<{ id: string; deliver_at: Date }[]>`
    select id, deliver_at from network_callbacks
    where reference = ${reference} and environment = 'sandbox' and deliver_at > ${now}
    order by deliver_at, id limit 1 for update`
  if (late === undefined) return null
  await tx`update network_callbacks set deliver_at = ${now} where id = ${late.id}`
  return { what: 'callback_arrives', wasDueAt: late.deliver_at }
}
