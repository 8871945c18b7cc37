import { operations } from '@malipo/contract'
import {
  type CollectionRow,
  findHistory,
  listCollections,
  showCollection,
} from '../collections/collections.ts'
import { deciderOf, type Route, route } from '../http/http.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { decideClearance } from './decide-clearance.ts'

export { decideClearance }

/** Where Super Admins see what is held, and let it go or not, one environment at a time. */
export function routes({ world, registry }: { world: World; registry: Registry }): Route[] {
  const decide = (
    operation: typeof operations.clearCollection | typeof operations.declineCollection,
    to: 'successful' | 'failed',
  ) =>
    route(operation, ({ params, body, caller, requestId, environment, idempotently }) =>
      idempotently(async (tx) => {
        const by = { ...deciderOf({ caller, requestId }), environment: environment() }
        const decision = { to, note: body.note ?? null }
        const collection = await decideClearance(tx, world, registry, by, params.collection_id, decision)
        return { ...showCollection(collection), history: await findHistory(tx, collection.id) }
      }),
    )
  return [
    route(operations.adminListCollections, ({ query, environment, lists }) =>
      listCollections(lists, environment(), query, (row: CollectionRow & { merchant_name: string }) => ({
        ...showCollection(row),
        merchant_name: row.merchant_name,
      })),
    ),
    decide(operations.clearCollection, 'successful'),
    decide(operations.declineCollection, 'failed'),
  ]
}
