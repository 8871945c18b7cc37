import { operations } from '@malipo/contract'
import { type Actor, type Route, route } from '../http/http.ts'
import { askProvider, type Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { collectionFinder } from './collection-finder.ts'
import type { Resolve } from './collection-resolver.ts'
import type { CollectionRow } from './collection-row.ts'
import { findHistory, listCollections } from './find-collections.ts'
import { showCollection, showState } from './show-collection.ts'

export function statusRoutes({ sql }: World, registry: Registry, resolve: Resolve): Route[] {
  const find = collectionFinder(sql)
  return [
    route(operations.readCollectionState, async ({ params, caller }) =>
      showState(await find(params.collection_id, ownerOf(caller))),
    ),
    route(operations.refreshCollection, async ({ params, caller }) => {
      const collection = await find(params.collection_id, ownerOf(caller))
      return showState(await refresh(registry, resolve, collection))
    }),
    route(operations.listCollections, ({ query, caller }) =>
      listCollections(
        sql,
        caller.environment,
        { ...query, merchant_id: caller.merchantId },
        (row: CollectionRow) => showCollection(row),
      ),
    ),
    route(operations.readCollection, async ({ params, caller }) => {
      const collection = await find(params.collection_id, ownerOf(caller))
      return { ...showCollection(collection), history: await findHistory(sql, collection.id) }
    }),
  ]
}

function ownerOf({ merchantId, environment, by }: Actor) {
  return { merchantId, environment, keyId: by.kind === 'key' ? by.keyId : null }
}

/** Before the customer picks a way to pay there is nobody to ask. What the provider does not know changes nothing. */
async function refresh(
  registry: Registry,
  resolve: Resolve,
  collection: CollectionRow,
): Promise<CollectionRow> {
  const { id, method, provider_reference: reference } = collection
  if (method === null) return collection
  const provider = registry.providerOf(collection)
  const word = await askProvider((signal) => provider.lookUp({ reference }, signal))
  if (word.kind === 'never_seen') return collection
  const { collection: after } = await resolve({ collectionId: id, source: 'look_up', word })
  return after
}
