import type { Fragment, Transaction } from '../../database/database.ts'
import { textFromMinor } from '../../primitives/money.ts'
import { invalid, Refusal } from '../../primitives/refusal.ts'
import type { World } from '../../world/world.ts'
import type { CollectOrder } from '../provider.ts'
import { moveBy, type Payment, type PaymentState } from './payment.ts'
import { settlePayments } from './play-payments.ts'
import type { SignCallback } from './sign.ts'
import { ordinarySubscriber } from './subscribers.ts'

/** What the customer reads before the PIN is asked for. */
export function promptText({ merchantName, amount, currency }: CollectOrder): string {
  return `Pay ${currency} ${textFromMinor(amount)} to ${merchantName}? Enter your PIN.`
}

/** What waits for an answer in a merchant's sandbox, codes that anybody may scan among them. */
export function waitingPrompts({ sql, clock }: World, merchantId: string, phone: string | null): Fragment {
  return sql`
    select * from network_payments
    where merchant_id = ${merchantId} and environment = 'sandbox' and state = 'waiting'
      and (expires_at is null or expires_at > ${clock.now()}) ${phone === null ? sql`` : sql`and phone = ${phone}`}`
}

export type PromptReaction = { answer: 'approve' | 'decline'; pin?: string | undefined }

/** The third wrong PIN ends it, as it does on a real phone. */
const mostWrongPins = 3

/** What the owner of a simulated phone does with a prompt. Returns how the payment stands after it. */
export async function answerPrompt(
  tx: Transaction,
  world: World,
  sign: SignCallback,
  asked: { merchantId: string; reference: string },
  { answer, pin }: PromptReaction,
): Promise<PaymentState> {
  if (answer === 'approve' && pin === undefined) {
    throw invalid({ field: 'pin', problem: 'is required to approve' })
  }
  const now = world.clock.now()
  const [payment] = await tx<(Payment & { pin: string | null })[]>`
    select p.*, s.pin from network_payments p
    left join network_subscribers s on s.environment = p.environment and s.merchant_id = p.merchant_id
      and s.phone = p.phone
    where p.reference = ${asked.reference} and p.merchant_id = ${asked.merchantId} and p.environment = 'sandbox'
    for update of p`
  if (!payment) throw new Refusal('not_found')
  const isOver = payment.expires_at !== null && payment.expires_at <= now
  if (payment.state !== 'waiting' || isOver) throw new Refusal('invalid_state')
  const isWrong = answer === 'approve' && pin !== (payment.pin ?? ordinarySubscriber.pin)
  if (isWrong && payment.wrong_pins + 1 < mostWrongPins) {
    await tx`update network_payments set wrong_pins = wrong_pins + 1 where reference = ${payment.reference}`
    return 'waiting'
  }
  const [move] = await settlePayments(tx, world, sign, [moveBy(payment, isWrong ? 'wrong_pin' : answer, now)])
  return move?.to ?? 'waiting'
}
