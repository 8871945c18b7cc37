import {
  feeBack,
  feeLegs,
  hold,
  moneyBack,
  moneyIn,
  type Posting,
  releaseHold,
  returnHold,
} from '../ledger/ledger.ts'
import type { CollectionStatus } from './collection-lifecycle.ts'
import type { CollectionRow } from './collection-row.ts'

type Transition = `${CollectionStatus}→${CollectionStatus}`
type Booking = Pick<Posting, 'type' | 'direction' | 'legs' | 'debt'> & { cause: string }

/**
 * What a step does to the books. A step that is not here moves no money. Each cause can be posted once, so that no
 * collection is credited, held, released or reversed twice whatever happens above.
 */
const bookings: Partial<Record<Transition, (provider: string, amount: bigint) => Booking[]>> = {
  'processing→successful': (provider, amount) => [credit(provider, amount)],
  'failed→successful': (provider, amount) => [credit(provider, amount)],
  'processing→pending_clearance': (provider, amount) => [
    { cause: 'hold', type: 'clearance_hold', direction: 'credit', ...hold(provider, amount) },
  ],
  'pending_clearance→successful': (_provider, amount) => [
    { cause: 'credit', type: 'clearance_release', direction: 'credit', ...releaseHold(amount) },
  ],
  'pending_clearance→failed': (provider, amount) => [
    { cause: 'release', type: 'clearance_return', direction: 'debit', ...returnHold(provider, amount) },
  ],
  'successful→reversed': (provider, amount) => [
    { cause: 'reversal', type: 'collection_reversal', direction: 'debit', ...moneyBack(provider, amount) },
  ],
}

function credit(provider: string, amount: bigint): Booking {
  return { cause: 'credit', type: 'collection', direction: 'credit', ...moneyIn(provider, amount) }
}

/** What we earn is taken right after the credit, and given back right before the reversal, which then finds it there. */
function feeOf(to: CollectionStatus, fee: bigint): Booking[] {
  if (fee === 0n) return []
  const type = 'collection_fee'
  if (to === 'successful') return [{ cause: 'fee', type, direction: 'debit', ...feeLegs(fee) }]
  return to === 'reversed' ? [{ cause: 'fee back', type, direction: 'credit', ...feeBack(fee) }] : []
}

export function postingsOf(
  collection: CollectionRow,
  from: CollectionStatus,
  to: CollectionStatus,
  fee: bigint,
): Posting[] {
  const booking = bookings[`${from}→${to}`]?.(collection.provider, collection.amount) ?? []
  const moved = booking.map((one) => postingOf(collection, one, collection.amount))
  const charged = feeOf(to, fee).map((one) => postingOf(collection, one, fee))
  return to === 'reversed' ? [...charged, ...moved] : [...moved, ...charged]
}

function postingOf(collection: CollectionRow, { cause, ...booking }: Booking, amount: bigint): Posting {
  return {
    cause: `collection ${collection.id} ${cause}`,
    ...booking,
    amount,
    merchantId: collection.merchant_id,
    environment: collection.environment,
    currency: collection.currency,
    collectionId: collection.id,
    reference: collection.reference,
  }
}
