import { operations } from '@malipo/contract'
import { standingFinder } from '../fiscal/fiscal.ts'
import { type Actor, type Route, route } from '../http/http.ts'
import { changeMetadata, noteChange } from '../metadata/metadata.ts'
import { gather } from '../primitives/gather.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Resolve } from './collection-resolver.ts'
import type { CollectionRow } from './collection-row.ts'
import { findHistory, listCollections } from './find-collections.ts'
import { aboutOf } from './page-try.ts'
import { hindranceOf } from './refundable.ts'
import { showCollection, showState } from './show-collection.ts'
import { mayLookAt } from './till-sight.ts'

export function statusRoutes(
  world: World,
  registry: Registry,
  resolve: Resolve,
  refundDays: number,
): Route[] {
  const { sql } = world
  const find = collectionFinder(world)
  const fiscal = standingFinder(sql)
  const hindrance = (row: CollectionRow) => hindranceOf(row, { clock: world.clock, registry, refundDays })
  return [
    route(operations.readCollectionStatus, async ({ params, caller }) => {
      const collection = await find(params.collection_id, caller)
      return showState(world, collection, hindrance(collection), await fiscal(collection))
    }),
    route(operations.refreshCollectionStatus, async ({ params, caller }) => {
      const collection = await find(params.collection_id, caller)
      const fresh = await refreshCollection(registry, resolve, collection)
      return showState(world, fresh, hindrance(fresh), await fiscal(fresh))
    }),
    route(operations.changeCollection, async ({ params, body, caller, requestId, idempotently }) => {
      const { id } = await find(params.collection_id, caller)
      return await idempotently(async (tx) => {
        await changeMetadata(tx, 'collections', id, body.metadata)
        noteChange(tx, world, caller, { kind: 'collection', id }, requestId)
        const [row] = await tx<CollectionRow[]>`select * from collections where id = ${id}`
        if (!row) throw new Error('A collection is gone, and none ever goes.')
        return showState(world, row, hindrance(row), await standingFinder(tx)(row))
      })
    }),
    route(operations.listMerchantCollections, ({ query, caller, lists }) =>
      listCollections(
        lists,
        caller.environment,
        { ...query, merchant_id: caller.merchantId },
        (row: CollectionRow) => showCollection(world, row),
      ),
    ),
    route(operations.readMerchantCollection, async ({ params, caller }) => {
      const collection = await find(params.collection_id, caller)
      return {
        ...showCollection(world, collection),
        ...(await fiscal(collection)),
        refund_hindrance: hindrance(collection),
        ...(await findHistory(sql, collection)),
      }
    }),
  ]
}

/** Before the customer picks a way to pay there is nobody to ask. What the provider does not know changes nothing. */
export async function refreshCollection(
  registry: Registry,
  resolve: Resolve,
  collection: CollectionRow,
): Promise<CollectionRow> {
  const { method, provider_reference: reference } = collection
  if (method === null) return collection
  // Of somebody who answers nobody there is no fresher news than ours.
  if (!registry.hasRoom(collection, 'lookUp')) return collection
  const word = await registry.ask(collection, 'lookUp', (provider, signal) =>
    provider.lookUp({ reference }, signal),
  )
  if (word.kind === 'never_seen') return collection
  const { collection: after } = await resolve({ ...aboutOf(collection), source: 'look_up', word }, collection)
  return after
}

type Asked = { id: string; merchantId: string }
type FindCollection = (id: string, caller: Actor) => Promise<CollectionRow>

/**
 * Finds collections of their owner. Shops ask for a status again and again until it is final, so those who ask at the
 * same time share one query. Somebody else's id is no id, nor is for a cashier what they may not look at; what was made with
 * credentials of the sandbox can be read with all of them, even where a page made it live.
 */
function collectionFinder({ sql, clock }: World): FindCollection {
  async function findEach(asked: Asked[]): Promise<(CollectionRow | null)[]> {
    const [ids, merchants] = [asked.map(({ id }) => id), asked.map(({ merchantId }) => merchantId)]
    const rows = await sql<CollectionRow[]>`
      select * from collections where id = any(${[...new Set(ids)]}::uuid[])
        and of_merchants(merchant_id, ${[...new Set(merchants)]}::uuid[])`
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => found.get(id) ?? null)
  }
  const open = () => gather(findEach, { most: 200, atOnce: 2 })
  const finders = { live: open(), sandbox: open() }
  return async (id, caller) => {
    const { merchantId, environment } = caller
    const row = isId(id) ? await finders[environment]({ id, merchantId }) : null
    const isTheirs =
      row?.merchant_id === merchantId && (row.environment === environment || row.made_in === environment)
    if (!row || !isTheirs || !mayLookAt(caller, row, clock.now())) throw new Refusal('not_found')
    return row
  }
}
