import type { CollectionRow } from '../collections/collections.ts'
import type { PayState } from './pay-state.ts'

type Leaving = Pick<CollectionRow, 'id' | 'reference' | 'status' | 'redirect_url' | 'cancel_url'>

const towardsRedirect = new Set<PayState>(['paid', 'held', 'returned', 'unanswered'])
const towardsCancel = new Set<PayState>(['failed', 'declined', 'left', 'expired'])

/** Where the shop wants to have its customer back, told what became of the payment; null while it is under way. */
export function returnAddress(collection: Leaving, state: PayState): string | null {
  if (towardsRedirect.has(state)) return withOutcome(collection.redirect_url, collection)
  // Whoever is sent there has not paid and cannot any more, also before that is written down.
  const unpaid = { ...collection, status: 'failed' } as const
  return towardsCancel.has(state) ? withOutcome(unpaid.cancel_url, unpaid) : null
}

/**
 * What the address already asks for stays as it was written, to the letter: it may be signed. Our three words are added, and win over others
 * of their name.
 */
function withOutcome(address: string | null, { id, reference, status }: Leaving): string | null {
  const url = address === null ? null : URL.parse(address)
  if (!url) return null
  const ours = new URLSearchParams({
    collection_id: id,
    ...(reference !== null && { reference }),
    status,
  })
  const theirs = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && ![...new URLSearchParams(pair).keys()].some((name) => ours.has(name)))
  url.search = [...theirs, ours].join('&')
  return url.href
}
