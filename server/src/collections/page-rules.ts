import type { CollectionRow } from './collection-row.ts'
import type { PageTry } from './page-try.ts'

/** How often somebody may try to pay on one page. */
export const mostTries = 5

/** How long a page waits for another try after the last one has failed for sure. */
export const idleMs = 15 * 60_000

/** As long as pages lived before each knew its end. */
export const usualPageLifeMs = 24 * 3_600_000

type Lived = Pick<CollectionRow, 'page_ends_at' | 'created_at'>

export function pageEndOf({ page_ends_at: end, created_at: born }: Lived): Date {
  return end ?? new Date(born.getTime() + usualPageLifeMs)
}

/** When a page on which a try has just failed ends by itself. Never, where that has passed already: it ends now. */
export function idleEndOf(collection: Lived, at: Date): Date | null {
  const end = pageEndOf(collection)
  if (end <= at) return null
  const patience = new Date(at.getTime() + idleMs)
  return patience < end ? patience : end
}

/** What the customer may do on a page now. */
export type May = {
  /** Pick a way to pay: for the first time, or because the try before has failed or was cancelled for sure. */
  begin: boolean
  /** Ask for the open try to be cancelled, so that another one may begin. */
  useAnotherWay: boolean
  /** Go without paying, and end it by that. With a try open, going ends nothing. */
  leave: boolean
}

export type Situation = { collection: CollectionRow; tries: PageTry[]; at: Date; canCancel: boolean }

export function judgePage({ collection, tries, at, canCancel }: Situation): May {
  const { status } = collection
  const isOpen = tries.some(({ state }) => state === 'open')
  const isUnpaid = status === 'created' || status === 'processing'
  const isAlive = isUnpaid && at < pageEndOf(collection)
  const hasTriesLeft = tries.length < mostTries
  return {
    begin: isAlive && !isOpen && hasTriesLeft,
    useAnotherWay: isAlive && isOpen && hasTriesLeft && canCancel,
    leave: isUnpaid && !isOpen,
  }
}
