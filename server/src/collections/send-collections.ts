import type { CollectOrder, Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Resolve } from './collection-resolver.ts'
import type { CollectionRow } from './collection-row.ts'
import { aboutOf } from './page-try.ts'

/**
 * Asks the provider for the payment. The intent is committed and no transaction is open; whatever the answer is, or
 * that there was none, goes through the one door. Should we die before that, somebody looks the payment up.
 */
export async function sendCollection(
  world: World,
  registry: Registry,
  resolve: Resolve,
  collection: CollectionRow,
  merchantName: string,
  { isFirst = true } = {},
): Promise<CollectionRow> {
  world.crashPoint?.('collection.requested')
  const outcome = await ask(registry, collection, orderOf(collection, merchantName))
  world.crashPoint?.('collection.sent')
  // A push that is on its way changes nothing of what is written: the row was born waiting.
  if (outcome.kind === 'unknown' || (outcome.kind === 'pending' && outcome.qr === undefined))
    return collection
  const { collection: after } = await resolve(
    { ...aboutOf(collection), source: 'reply', word: outcome, answersOrder: isFirst },
    collection,
  )
  return after
}

/** The provider of the try alone; one that plays is told how, through a door that real ones do not have. */
function ask(registry: Registry, collection: CollectionRow, order: CollectOrder) {
  const rehearsal = registry.rehearsalOf(collection)
  const { simulate_status: status, family, public_token: token } = collection
  const wish = { status, family, endsAtOnce: token !== null }
  return registry.ask(collection, 'collect', (provider, signal) =>
    rehearsal ? rehearsal.collect(order, wish, signal) : provider.collect(order, signal),
  )
}

function orderOf(collection: CollectionRow, merchantName: string): CollectOrder {
  if (collection.method === null) throw new Error(`Collection ${collection.id} has no way to pay yet.`)
  return {
    reference: collection.provider_reference,
    merchantId: collection.merchant_id,
    merchantName,
    method: collection.method,
    amount: collection.amount,
    currency: collection.currency,
    phone: collection.method === 'DYNAMIC_QR' ? null : collection.customer_phone,
    expiresAt: collection.qr_expires_at,
    description: collection.description,
  }
}
