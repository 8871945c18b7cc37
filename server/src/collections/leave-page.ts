import type { Transaction } from '../database/database.ts'
import { failureOf } from '../primitives/failure.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'
import { lockPage, type PageName } from './lock-page.ts'
import { moveCollections, stepsOf } from './move-collections.ts'
import { judgePage } from './page-rules.ts'

/**
 * The customer goes without paying. That ends the collection, unless a try is open, of which nobody knows yet how it ends: then it
 * stays as it is, and is chased. Whoever leaves again, or leaves what is over, changes nothing.
 */
export async function leavePage(tx: Transaction, world: World, name: PageName): Promise<CollectionRow> {
  const { collection, tries } = await lockPage(tx, name)
  const at = world.clock.now()
  if (!judgePage({ collection, tries, at, canCancel: false }).leave) return collection
  const steps = stepsOf(
    {
      collection,
      path: ['failed'],
      source: 'customer',
      providerStatus: null,
      note: 'the customer left without paying',
      failure: failureOf('cancelled', 'The customer left without paying.'),
    },
    at,
  )
  await moveCollections(tx, world, steps)
  return steps.at(-1)?.after ?? collection
}
