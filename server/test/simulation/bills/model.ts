import type { BillAnswer } from '../../../src/providers/providers.ts'

export type Answer = BillAnswer['kind']

/** A control number as the simulation knows it, told apart from the code that decides about it. */
export type Num = {
  label: string
  id: string
  number: string
  merchantId: string
  kind: 'ORDER' | 'CUSTOMER'
  mode: 'EXACT' | 'PART' | 'ANY'
  amount: bigint
  endsAtMs: number
  status: string
  /** Whether somebody has tried to cancel it, who may have died over it. */
  isCancelled: boolean
}

/** Money that the provider took, under its receipt. */
export type Receipt = {
  label: string
  reference: string
  /** Null where nobody has the digits. */
  num: Num | null
  digits: string
  amount: bigint
  payer: string | null
  /** Whether the provider has taken it back. */
  isBack: boolean
  /** Whether it came at the same moment as another, so that only the database knows which of them was welcome. */
  isRaced: boolean
  /** What was said of the number when the money was taken in; null until then. */
  answer: Answer | null
  /** Of the collection that it became. */
  status: string | null
}

const counts = (receipt: Receipt) => receipt.status === 'successful'

export function cameFor(num: Num, receipts: readonly Receipt[]): { count: number; amount: bigint } {
  const paid = receipts.filter((one) => one.num === num && counts(one))
  return { count: paid.length, amount: paid.reduce((sum, { amount }) => sum + amount, 0n) }
}

/** Whether an order has all that it asks for. */
export function isComplete(num: Num, receipts: readonly Receipt[]): boolean {
  const { count, amount } = cameFor(num, receipts)
  if (num.kind === 'CUSTOMER') return false
  return num.mode === 'PART' ? amount >= num.amount : count > 0
}

/** What has to be said of money for it. */
export function answerTo(
  num: Num | null,
  amount: bigint,
  receipts: readonly Receipt[],
  nowMs: number,
): Answer {
  if (num === null) return 'unknown'
  const isShut = num.status !== 'ACTIVE' || num.endsAtMs <= nowMs || isComplete(num, receipts)
  if (isShut) return 'closed'
  if (num.mode === 'ANY') return 'payable'
  const came = num.kind === 'ORDER' ? cameFor(num, receipts).amount : 0n
  const most = num.mode === 'PART' ? num.amount - came : num.amount
  if (amount > most) return 'too_high'
  return num.mode === 'EXACT' && amount < most ? 'too_low' : 'payable'
}
