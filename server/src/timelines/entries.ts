import type {
  AdminCollectionTimeline,
  AdminWithdrawalTimeline,
  CollectionTimeline,
  Environment,
  WithdrawalTimeline,
} from '@malipo/contract'
import type { Static } from 'typebox'

/** Whatever may stand in some timeline. Which of it stands in whose is for `Audience` to say. */
export type Entry =
  | Static<typeof CollectionTimeline>['entries'][number]
  | Static<typeof WithdrawalTimeline>['entries'][number]
  | Static<typeof AdminCollectionTimeline>['entries'][number]
  | Static<typeof AdminWithdrawalTimeline>['entries'][number]

/** What is kept of a kind, oldest first, and whether there was more of it. */
export type Entries = { entries: Entry[]; isCut: boolean }

/** What a timeline is of, as far as the places where it is looked for are concerned. */
export type Subject = {
  about: 'collection' | 'withdrawal'
  id: string
  merchantId: string
  environment: Environment
  /** Whose credentials asked for it: the request that did is kept there. */
  askedIn: Environment
  createdAt: Date
  moves: number
  /** Each order at a provider, under its reference, and the id by which words about it are kept. */
  orders: { id: string; number: number; provider: string; reference: string }[]
}

/** Who reads it: a Super Admin reads everything, a merchant's people and keys what they may list elsewhere. */
export type Audience = { isAdmin: boolean; seesRequests: boolean; seesBooks: boolean; seesEvents: boolean }

/** More than anybody reads of one kind, and no answer without end. */
export const mostOfAKind = 100

/**
 * The newest of what was read newest first, one more than is shown. Several may be of one moment, and then only the order in which they
 * were read tells theirs.
 */
export function newest<Row, Shown extends Entry>(rows: Row[], show: (row: Row) => Shown | Shown[]): Entries {
  const shown = rows.slice(0, mostOfAKind).reverse()
  return { entries: shown.flatMap(show), isCut: rows.length > mostOfAKind }
}

export const nothing: Entries = { entries: [], isCut: false }

/** What is told first of what happened in the same millisecond: the cause before what follows from it. */
const order: Entry['kind'][] = [
  'request',
  'callback',
  'exchange',
  'decision',
  'state',
  'try',
  'ledger',
  'event',
  'webhook',
  'word',
  'check',
  'discrepancy',
  'quarantine',
]

/** One story of all that is known, oldest first. */
export function mergeEntries(kinds: Entries[]): { entries: Entry[]; truncated: boolean } {
  const entries = kinds
    .flatMap(({ entries }) => entries)
    .map((entry, place) => ({ entry, place }))
    .sort(
      (a, b) =>
        Date.parse(a.entry.at) - Date.parse(b.entry.at) ||
        order.indexOf(a.entry.kind) - order.indexOf(b.entry.kind) ||
        a.place - b.place,
    )
    .map(({ entry }) => entry)
  return { entries, truncated: kinds.some(({ isCut }) => isCut) }
}
