import {
  type Posting,
  payOutBack,
  payOutFeeLegs,
  payOutLegs,
  releaseReserve,
  releaseToPay,
  reserve,
  reserveWithDebt,
} from '../ledger/ledger.ts'
import { type Booking, refundBookings, type Way } from './refund-books.ts'
import { type Source, withdrawalLifecycle } from './withdrawal-lifecycle.ts'
import { isRefund, type WithdrawalRow } from './withdrawal-row.ts'

/** What a change of position does to the books. Whoever approves may only set aside what is there. */
const bookings: Partial<Record<Way, (row: WithdrawalRow, isApproval: boolean) => Booking[]>> = {
  'free→reserved': (row, isApproval) => [setAside(row, isApproval)],
  'reserved→free': (row) => [
    {
      type: 'withdrawal_release',
      direction: 'credit',
      amount: row.total_reserved,
      ...releaseReserve(row.total_reserved),
    },
  ],
  'reserved→paid': paidOut,
  'paid→free': (row) => [cameBack(row)],
}

function setAside({ total_reserved: total }: WithdrawalRow, isApproval: boolean): Booking {
  const effect = isApproval ? reserve(total) : reserveWithDebt(total)
  return { type: 'withdrawal_reservation', direction: 'debit', amount: total, ...effect }
}

/** What was set aside is available for a moment, and leaves as what it was for: so the rows of a merchant add up. */
function paidOut(row: WithdrawalRow): Booking[] {
  const { provider, amount, total_charges: charged, total_reserved: total, processor_charge: kept } = row
  const paid: Booking[] = [
    { type: 'withdrawal_release', direction: 'credit', amount: total, ...releaseToPay(total) },
    { type: 'withdrawal', direction: 'debit', amount, ...payOutLegs({ payouts: provider }, amount, kept) },
  ]
  if (charged === 0n) return paid
  return [...paid, { type: 'withdrawal_fee', direction: 'debit', amount: charged, ...payOutFeeLegs(charged) }]
}

function cameBack(row: WithdrawalRow): Booking {
  const { provider, amount, total_charges: charged, total_reserved: total, processor_charge: kept } = row
  const effect = payOutBack({ payouts: provider }, amount, charged, kept)
  return { type: 'withdrawal_reversal', direction: 'credit', amount: total, ...effect }
}

/** The cause holds the number of the step, so that each step of each withdrawal moves money once. */
export function postingsOf(
  before: WithdrawalRow,
  after: WithdrawalRow,
  source: Source,
  borne = 0n,
): Posting[] {
  const [from, to] = [before.status, after.status].map((status) => withdrawalLifecycle[status].position)
  if (from === undefined || to === undefined || from === to) return []
  const isApproval = source === 'super_admin' || source === 'simulated_admin'
  const way: Way = `${from}→${to}`
  const booked = isRefund(after)
    ? refundBookings(after, way, isApproval, { feeBefore: before.fee_returned, borne })
    : (bookings[way]?.(after, isApproval) ?? [])
  return booked.map(({ as, ...booking }) => ({
    ...booking,
    cause: `withdrawal ${after.id} ${after.moves} ${as ?? booking.type}`,
    merchantId: after.merchant_id,
    environment: after.environment,
    currency: after.currency,
    withdrawalId: after.id,
    collectionId: after.collection_id,
    reference: after.provider_reference,
  }))
}
