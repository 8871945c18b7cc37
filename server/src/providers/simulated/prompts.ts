import type { Environment } from '@malipo/contract'
import type { Fragment, Transaction } from '../../database/database.ts'
import { textFromMinor } from '../../primitives/money.ts'
import { invalid, Refusal } from '../../primitives/refusal.ts'
import type { World } from '../../world/world.ts'
import type { CollectOrder, FailureReason } from '../provider.ts'
import { lockBalance, type Reach, withinReach } from './handsets/handset.ts'
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

/** Which prompt is answered, by whom: anybody within reach, or the owner of a phone that is held, who may also scan a code. */
export type AskedPrompt = { reach: Reach; reference: string; phone?: string }

/** The third wrong PIN ends it, as it does on a real phone. */
const mostWrongPins = 3

/** What the owner of a simulated phone does with a prompt. Returns the payment, and how it stands after it. */
export async function answerPrompt(
  tx: Transaction,
  world: World,
  sign: SignCallback,
  asked: AskedPrompt,
  { answer, pin }: PromptReaction,
): Promise<Answered> {
  if (answer === 'approve' && pin === undefined) {
    throw invalid({ field: 'pin', problem: 'is required to approve' })
  }
  const now = world.clock.now()
  const payment = await lockPrompt(tx, asked)
  const isOver = payment.expires_at !== null && payment.expires_at <= now
  if (payment.state !== 'waiting' || isOver) throw new Refusal('invalid_state')
  const { environment } = payment
  const isWrong = answer === 'approve' && pin !== (payment.pin ?? ordinarySubscriber.pin)
  if (isWrong && payment.wrong_pins + 1 < mostWrongPins) {
    await tx`update network_payments set wrong_pins = wrong_pins + 1 where reference = ${payment.reference}`
    return { environment, state: 'waiting', reason: 'wrong_pin' }
  }
  const isShort = answer === 'approve' && !isWrong && (await isTooLittle(tx, asked, payment, now))
  const ending = isWrong ? 'wrong_pin' : isShort ? 'insufficient_funds' : answer
  if (isScanned(asked, payment)) {
    await tx`update network_payments set phone = ${payment.phone} where reference = ${payment.reference}`
  }
  const [move] = await settlePayments(tx, world, sign, [moveBy(payment, ending, now)])
  return { environment, state: move?.to ?? 'waiting', reason: move && 'reason' in move ? move.reason : null }
}

export type Answered = { environment: Environment; state: PaymentState; reason: FailureReason | null }

/** A code is nobody's until it is scanned; then it is paid by whoever did. */
async function lockPrompt(tx: Transaction, asked: AskedPrompt) {
  const { reach, reference, phone } = asked
  const [payment] = await tx<(Payment & { pin: string | null })[]>`
    select p.*, s.pin from (
      select * from network_payments where reference = ${reference} and ${withinReach(tx, reach)}
        ${phone === undefined ? tx`` : tx`and (phone = ${phone} or method = 'DYNAMIC_QR')`}
      for update) p
    left join network_subscribers s on s.environment = p.environment and s.merchant_id = p.merchant_id
      and s.phone = coalesce(${phone ?? null}, p.phone)`
  if (!payment) throw new Refusal('not_found')
  return isScanned(asked, payment) ? { ...payment, phone: asked.phone ?? null } : payment
}

function isScanned({ phone }: AskedPrompt, { method }: Payment): boolean {
  return phone !== undefined && method === 'DYNAMIC_QR'
}

/** Whether a phone that is held has too little on it. One that was let go cannot pay. */
async function isTooLittle(tx: Transaction, { reach, phone }: AskedPrompt, { amount }: Payment, now: Date) {
  if (phone === undefined) return false
  const balance = await lockBalance(tx, reach, phone, now)
  if (balance === null) throw new Refusal('invalid_state')
  return balance < amount
}
