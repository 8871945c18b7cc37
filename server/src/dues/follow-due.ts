import type { Environment } from '@malipo/contract'
import type { Contradiction } from '../discrepancies/discrepancies.ts'
import { textFromMinor } from '../primitives/money.ts'

/** A collection, as far as it matters for what it pays. */
export type Payment = {
  id: string
  merchant_id: string
  environment: Environment
  status: string
  amount: bigint
  currency: string
  payment_link_id: string | null
  invoice_id: string | null
  control_number_id: string | null
  /** What was given back of it: by refunds, and outside as credit notes say. */
  refunds_reckoned: bigint | null
  credited: bigint | null
  updated_at: Date
}

/** A step of a payment. */
export type PaymentStep = { before: Payment; after: Payment }

/** What can be paid, once or again and again. */
export type Due = {
  id: string
  isOnce: boolean
  /** The collection that pays what is due once. */
  paidBy: string | null
  /** How many collections have succeeded for it and were not reversed. */
  paidCount: number
}

export type Followed = { due: Due; twice: Payment[] }

/** What came with these steps, less what went back. */
export function moneyIn(steps: PaymentStep[]): bigint {
  return steps.reduce(
    (sum, { after }) => (after.status === 'successful' ? sum + after.amount : sum - after.amount),
    0n,
  )
}

/** What becomes of a due through steps in their order, and which payments found it paid by another one. */
export function followDue(due: Due, steps: PaymentStep[]): Followed {
  let { paidBy, paidCount } = due
  const twice = new Map<string, Payment>()
  for (const { after } of steps) {
    const isPaid = after.status === 'successful'
    paidCount += isPaid ? 1 : -1
    if (isPaid && due.isOnce && paidBy !== null) twice.set(after.id, after)
    else if (isPaid && due.isOnce) paidBy = after.id
    else if (!isPaid) {
      // What was taken back in the same breath leaves nothing to decide.
      twice.delete(after.id)
      if (paidBy === after.id) paidBy = null
    }
  }
  return { due: { ...due, paidBy, paidCount }, twice: [...twice.values()] }
}

/** Whether another payment is there for a due that has lost the one that paid it. */
export function hasHeir({ isOnce, paidBy, paidCount }: Due): boolean {
  return isOnce && paidBy === null && paidCount > 0
}

/** Money that is there, for something that was paid already. */
export function paidTwice(noun: string, due: Due, payment: Payment): Contradiction {
  return {
    merchantId: payment.merchant_id,
    environment: payment.environment,
    collectionId: payment.id,
    kind: 'paid_twice',
    ours: `${noun} ${due.id} is paid by collection ${due.paidBy}`,
    theirs: `successful ${payment.currency} ${textFromMinor(payment.amount)}`,
  }
}
