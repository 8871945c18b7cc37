import { setTimeout as sleep } from 'node:timers/promises'
import type { billAnswers } from '@malipo/contract'
import type { Transaction } from '../../database/database.ts'
import { referenceOf } from '../../primitives/reference.ts'
import type { World } from '../../world/world.ts'
import { type AnswerBill, billPatienceMs } from '../provider.ts'
import { nextMove, type Payment, playOfPayer } from './payment.ts'
import { settlePayments } from './play-payments.ts'
import { defaultProfile } from './profile.ts'
import type { SignCallback } from './sign.ts'

/** Somebody at a counter, with a number, an amount and a phone. */
export type BillWish = {
  provider: string
  account: string
  accountName: string
  number: string
  amount: bigint
  currency: string
  phone: string
  /** Takes the money whatever is answered, as real networks do now and then. */
  insists: boolean
}

export type PaidBill = {
  answer: (typeof billAnswers)[number]
  outcome: 'paid' | 'refused' | 'declined'
  receipt: string | null
}

/**
 * Asks whether the number may be paid, takes the money, and leaves the news of it to be delivered. Receipts have the shape of references,
 * because the memory of the network is cut by the time in them.
 */
export async function payBill(
  tx: Transaction,
  world: World,
  sign: SignCallback,
  wish: BillWish,
  answerBill: AnswerBill,
): Promise<PaidBill> {
  const answer = await ask(wish, answerBill)
  if (answer !== 'payable' && !wish.insists) return { answer, outcome: 'refused', receipt: null }
  const id = world.newId()
  const receipt = referenceOf('MLP', id)
  const now = world.clock.now()
  const { ending, mishap } = playOfPayer(wish.phone)
  const [payment] = await tx<Payment[]>`
    insert into network_payments (reference, id, environment, merchant_id, merchant_name, method, amount, currency, phone, state,
      ending, is_exact, mishap, seed, draw, failure_rate, bill_number, created_at)
    values (${receipt}, ${id}, 'sandbox', ${wish.account}, ${wish.accountName}, 'BILL_PAY', ${wish.amount}, ${wish.currency},
      ${wish.phone}, 'waiting', ${ending ?? 'expire'}, false, ${mishap}, ${receipt}, 0, ${defaultProfile.failure_rate},
      ${wish.number}, ${now})
    returning *`
  if (!payment) throw new Error('The network did not take the payment in.')
  const [move] = await settlePayments(tx, world, sign, [nextMove(payment, now)])
  const isPaid = move?.to === 'paid'
  return { answer, outcome: isPaid ? 'paid' : 'declined', receipt: isPaid ? receipt : null }
}

/** Nobody at a counter waits longer. */
async function ask(
  { number, amount, currency, account, provider }: BillWish,
  answerBill: AnswerBill,
): Promise<PaidBill['answer']> {
  const gone = new AbortController()
  const silence = sleep(billPatienceMs, 'no_answer' as const, { signal: gone.signal }).catch(
    () => 'no_answer' as const,
  )
  const answered = answerBill({ number, amount, currency, account, provider }).then(({ kind }) => kind)
  try {
    return await Promise.race([answered, silence])
  } finally {
    gone.abort()
  }
}
