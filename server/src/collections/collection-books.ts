import { feeBack, feeLegs, hold, moneyBack, moneyIn, type Posting, releaseHold } from '../ledger/ledger.ts'
import type { CollectionStatus } from './collection-lifecycle.ts'
import type { CollectionRow } from './collection-row.ts'

type Transition = `${CollectionStatus}→${CollectionStatus}`
type Booking = Pick<Posting, 'type' | 'direction' | 'legs'> & { cause: string }

/**
 * What a step does to the books. A step that is not here moves no money. Each cause can be posted once, so that no
 * collection is credited, held, released or reversed twice whatever happens above.
 */
const bookings: Partial<Record<Transition, (provider: string, amount: bigint) => Booking[]>> = {
  'processing→successful': (provider, amount) => [credit(provider, amount)],
  'failed→successful': (provider, amount) => [credit(provider, amount)],
  'processing→pending_clearance': (provider, amount) => [
    { cause: 'hold', type: 'clearance_hold', direction: 'credit', legs: hold(provider, amount) },
  ],
  'pending_clearance→successful': (provider, amount) => [release(provider, amount), credit(provider, amount)],
  'pending_clearance→failed': (provider, amount) => [release(provider, amount)],
  'successful→reversed': (provider, amount) => [
    { cause: 'reversal', type: 'collection_reversal', direction: 'debit', legs: moneyBack(provider, amount) },
  ],
}

function credit(provider: string, amount: bigint): Booking {
  return { cause: 'credit', type: 'collection', direction: 'credit', legs: moneyIn(provider, amount) }
}

function release(provider: string, amount: bigint): Booking {
  return {
    cause: 'release',
    type: 'clearance_release',
    direction: 'debit',
    legs: releaseHold(provider, amount),
  }
}

/** What we earn is taken right after the credit, and given back right after the reversal. */
function feeOf(to: CollectionStatus, fee: bigint): Booking[] {
  if (fee === 0n) return []
  const type = 'collection_fee'
  if (to === 'successful') return [{ cause: 'fee', type, direction: 'debit', legs: feeLegs(fee) }]
  return to === 'reversed' ? [{ cause: 'fee back', type, direction: 'credit', legs: feeBack(fee) }] : []
}

export function postingsOf(
  collection: CollectionRow,
  from: CollectionStatus,
  to: CollectionStatus,
  fee: bigint,
): Posting[] {
  const booking = bookings[`${from}→${to}`]?.(collection.provider, collection.amount) ?? []
  return [
    ...booking.map((one) => postingOf(collection, one, collection.amount)),
    ...feeOf(to, fee).map((one) => postingOf(collection, one, fee)),
  ]
}

function postingOf(
  collection: CollectionRow,
  { cause, type, direction, legs }: Booking,
  amount: bigint,
): Posting {
  return {
    cause: `collection ${collection.id} ${cause}`,
    type,
    direction,
    legs,
    amount,
    merchantId: collection.merchant_id,
    environment: collection.environment,
    currency: collection.currency,
    collectionId: collection.id,
    reference: collection.reference,
    description: collection.description,
  }
}
