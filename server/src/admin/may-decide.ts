import type { Hindrance, MayDecidePayout, Tie } from '@malipo/contract'
import type { Static } from 'typebox'
import { pendingStatuses, resolvable, type WithdrawalRow } from '../withdrawals/withdrawals.ts'

/** What is known of the caller and the merchant beside the row. */
export type Circumstances = {
  tie: Tie | null
  hasApproved: boolean
  /** Whether nobody decides about payouts now, because the database was restored. */
  isHeldBack?: boolean
  /** Whether the merchant may be paid at all. */
  isFit: boolean
  available: bigint
  /** Whether one more approval sends it, and so sets the money aside. */
  isLast: boolean
  /** Of a refund: whether the provider has returned the payment by itself. */
  hasGoneBack?: boolean
  /** Of money that never was the merchant's: whether it waits, because the refund has not arrived. */
  isOwed?: boolean
  /** Of the saved recipient that it goes to, if there is one; removed is as good as blocked. */
  recipient?: 'COOLING' | 'READY' | 'BLOCKED' | undefined
}

/** What the caller may do, by the same rules that the decision is held to; those decide, this only tells beforehand. */
export function mayDecide(
  row: Pick<WithdrawalRow, 'status' | 'total_reserved'>,
  circumstances: Circumstances,
): Static<typeof MayDecidePayout> {
  const { status } = row
  const isPending = (pendingStatuses as readonly string[]).includes(status)
  const isUnresolved = resolvable.includes(status)
  const isFree = circumstances.tie === null
  const lacks = isPending ? lackOf(row, circumstances) : null
  const isOver = !isPending && !isUnresolved
  return {
    approve: isFree && isPending && lacks === null,
    override_cooling: isFree && isPending && lacks === 'recipient_cooling',
    ask: isFree && status === 'PENDING_ADMIN_APPROVAL',
    reject: isFree && isPending && circumstances.isHeldBack !== true,
    resolve: isFree && isUnresolved,
    retry: isFree && status === 'BLOCKED_IP_WHITELIST',
    return_again: isFree && circumstances.isOwed === true,
    why: circumstances.tie ?? (isOver ? 'decided' : lacks),
  }
}

function lackOf(
  { total_reserved: reserved }: Pick<WithdrawalRow, 'total_reserved'>,
  { hasApproved, isHeldBack, isFit, available, isLast, hasGoneBack, recipient }: Circumstances,
): Hindrance | null {
  if (isHeldBack) return 'payouts_held'
  if (hasApproved) return 'approved_by_you'
  if (!isFit) return 'merchant_restricted'
  if (hasGoneBack) return 'payment_reversed'
  if (recipient === 'BLOCKED') return 'recipient_blocked'
  if (isLast && available < reserved) return 'insufficient_balance'
  // Last, because it can be overridden: then nothing else is in the way.
  return recipient === 'COOLING' ? 'recipient_cooling' : null
}
