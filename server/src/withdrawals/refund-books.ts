import {
  type Account,
  borneBack,
  borneLegs,
  feeBack,
  feeLegs,
  type Posting,
  payOutBack,
  payOutFeeLegs,
  payOutLegs,
  releaseReserve,
  releaseReturn,
  releaseToPay,
  reserve,
  reserveReturn,
  reserveWithDebt,
  returnBack,
  returnLegs,
} from '../ledger/ledger.ts'
import type { Position } from './withdrawal-lifecycle.ts'
import { isFromReturns, type RefundRow } from './withdrawal-row.ts'

export type Booking = Pick<Posting, 'type' | 'direction' | 'amount' | 'legs' | 'debt'> & {
  /** How its cause ends, where the type alone does not tell. */
  as?: string
}
export type Way = `${Position}→${Position}`

type Bookings = Partial<Record<Way, (row: RefundRow, isApproval: boolean) => Booking[]>>

/** What the merchant gives back of its own: what was charged for the payment may go back to it in proportion. */
const ofMerchant: Bookings = {
  'free→reserved': ({ total_reserved: total }, isApproval) => {
    const effect = isApproval ? reserve(total) : reserveWithDebt(total)
    return [{ type: 'refund_reservation', direction: 'debit', amount: total, ...effect }]
  },
  'reserved→free': ({ total_reserved: total }) => [
    { type: 'refund_release', direction: 'credit', amount: total, ...releaseReserve(total) },
  ],
  'reserved→paid': (row) => {
    const { amount, total_charges: charged, total_reserved: total, processor_charge: kept } = row
    const paid: Booking[] = [
      { type: 'refund_release', direction: 'credit', amount: total, ...releaseToPay(total) },
      { type: 'refund', direction: 'debit', amount, ...payOutLegs(leavesFrom(row), amount, kept) },
    ]
    return charged === 0n
      ? paid
      : [...paid, { type: 'refund_fee', direction: 'debit', amount: charged, ...payOutFeeLegs(charged) }]
  },
  'paid→free': (row) => {
    const { amount, total_charges: charged, total_reserved: total, processor_charge: kept } = row
    const effect = payOutBack(leavesFrom(row), amount, charged, kept)
    return [{ type: 'refund_reversal', direction: 'credit', amount: total, ...effect }]
  },
}

/** What never was the merchant's: it is owed to the payer until it has arrived, and costs nobody but us. */
const ofPayer: Bookings = {
  'free→reserved': ({ amount }) => [
    { type: 'refund_reservation', direction: 'debit', amount, ...reserveReturn(amount) },
  ],
  'reserved→free': ({ amount }) => [
    { type: 'refund_release', direction: 'credit', amount, ...releaseReturn(amount) },
  ],
  'reserved→paid': (row) => [
    {
      type: 'refund',
      direction: 'debit',
      amount: row.amount,
      ...returnLegs(leavesFrom(row), row.amount),
    },
  ],
  'paid→free': (row) => [
    {
      type: 'refund_reversal',
      direction: 'credit',
      amount: row.amount,
      ...returnBack(leavesFrom(row), row.amount),
    },
  ],
}

/** A provider that returns its own payment takes it from what it holds of ours; a payout comes from what we keep there for those. */
export function leavesFrom({ way, provider }: RefundRow): Account {
  return way === 'native' ? { clearing: provider } : { payouts: provider }
}

/**
 * With `feeBefore`, what had gone back of the payment's fee before the step; what goes back with it stands in the row. And with what we
 * bear of it, below zero what of that comes back.
 */
export function refundBookings(
  row: RefundRow,
  way: Way,
  isApproval: boolean,
  { feeBefore, borne }: { feeBefore: bigint; borne: bigint },
): Booking[] {
  const bookings = (isFromReturns(row) ? ofPayer : ofMerchant)[way]?.(row, isApproval) ?? []
  const fees = feeBookings(row.fee_returned - feeBefore)
  return borne > 0n ? [bear(borne), ...bookings, ...fees] : [...bookings, ...bearNoMore(-borne), ...fees]
}

function bear(amount: bigint): Booking {
  return { type: 'payer_return', as: 'borne', direction: 'credit', amount, ...borneLegs(amount) }
}

function bearNoMore(amount: bigint): Booking[] {
  if (amount === 0n) return []
  return [{ type: 'payer_return', as: 'borne back', direction: 'debit', amount, ...borneBack(amount) }]
}

function feeBookings(change: bigint): Booking[] {
  const type = 'collection_fee'
  if (change > 0n) return [{ type, direction: 'credit', amount: change, ...feeBack(change) }]
  return change < 0n ? [{ type, direction: 'debit', amount: -change, ...feeLegs(-change) }] : []
}
