import { type Failure, failureOf } from '../primitives/failure.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'
import { type Move, moveCollections, stepsOf } from './move-collections.ts'
import { findTries, type PageTry } from './page-try.ts'

/** Few enough to let go of the rows soon. */
const mostAtOnce = 100

/**
 * Ends the pages whose time has come: on which nobody picked a way to pay, or tried again after a failure. Nobody is asked, because no
 * try is open: each has its provider's word already. Returns how many there were.
 */
export async function endPages(world: World): Promise<number> {
  const at = world.clock.now()
  return await world.sql.begin(async (tx) => {
    const due = await tx<CollectionRow[]>`
      select * from collections where ends_at <= ${at} and status in ('created', 'processing')
      order by ends_at limit ${mostAtOnce} for update skip locked`
    const tries = await findTries(
      tx,
      due.map(({ id }) => id),
    )
    const moves = due.map((collection) => endingOf(collection, tries.get(collection.id)?.at(-1)))
    await moveCollections(
      tx,
      world,
      moves.toSorted(byId).flatMap((move) => stepsOf(move, at)),
    )
    if (due.length > 0) world.crashPoint?.('page.ending')
    return due.length
  })
}

function endingOf(collection: CollectionRow, last: PageTry | undefined): Move {
  return {
    collection,
    path: ['failed'],
    source: 'expiry',
    providerStatus: null,
    note: last ? 'nobody tried to pay again in time' : 'nobody picked a way to pay in time',
    failure: last ? failureOfTry(last) : failureOf('expired', 'Nobody picked a way to pay in time.'),
  }
}

/** Why the last one failed is what the merchant wants to know. */
function failureOfTry({ failure_code: code, failure_reason: reason }: PageTry): Failure {
  return failureOf(code ?? 'refused', reason)
}

function byId(a: Move, b: Move): number {
  return a.collection.id < b.collection.id ? -1 : 1
}
