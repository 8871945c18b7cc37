import { collectionStatuses, type EventType } from '@malipo/contract'

export type CollectionStatus = (typeof collectionStatuses)[number]

/** Who moves a collection, as its history tells it. */
export const sources = [
  'caller',
  'customer',
  'payer',
  'reply',
  'callback',
  'look_up',
  'expiry',
  'super_admin',
] as const
export type Source = (typeof sources)[number]

const provider = ['reply', 'callback', 'look_up'] as const

type State = {
  /** The next states, and who may lead there. */
  next: Partial<Record<CollectionStatus, readonly Source[]>>
  /** The event that tells of entering the state. */
  announces: EventType | null
}

/**
 * The life of a collection. On a page it stays where it is while tries begin and fail, and ends when nobody tries any more. A success that follows a failure is never taken from the provider alone: a Super Admin
 * accepts it. Money that goes back while it is held was never the merchant's, so the collection failed.
 */
export const collectionLifecycle = {
  created: { next: { processing: ['customer'], failed: ['customer', 'expiry'] }, announces: null },
  processing: {
    next: {
      processing: [...provider, 'customer', 'expiry'],
      successful: provider,
      failed: [...provider, 'customer', 'expiry', 'super_admin'],
      pending_clearance: provider,
    },
    announces: null,
  },
  pending_clearance: {
    next: { successful: ['super_admin'], failed: [...provider, 'super_admin'] },
    announces: 'collection.pending_clearance',
  },
  successful: { next: { reversed: [...provider, 'super_admin'] }, announces: 'collection.success' },
  failed: { next: { successful: ['super_admin'] }, announces: 'collection.failed' },
  reversed: { next: {}, announces: 'collection.reversed' },
} as const satisfies Record<CollectionStatus, State>

/** How collections begin, and who begins them. */
export const collectionBirths: Partial<Record<CollectionStatus, readonly Source[]>> = {
  created: ['caller'],
  processing: ['caller', 'payer'],
}

export function mayMove(from: CollectionStatus, to: CollectionStatus, source: Source): boolean {
  const { next }: State = collectionLifecycle[from]
  return next[to]?.includes(source) ?? false
}

/** Every step a history may show, births included. */
export function legalSteps(): { from: CollectionStatus | null; to: CollectionStatus }[] {
  const births = Object.keys(collectionBirths).map((to) => ({ from: null, to: to as CollectionStatus }))
  const moves = collectionStatuses.flatMap((from) =>
    Object.keys(collectionLifecycle[from].next).map((to) => ({ from, to: to as CollectionStatus })),
  )
  return [...births, ...moves]
}
