import { askProvider, type Provider } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Resolve } from './collection-resolver.ts'
import type { CollectionRow } from './collection-row.ts'

/**
 * Asks the provider for the payment. The intent is committed and no transaction is open; whatever the answer is, or
 * that there was none, goes through the one door. Should we die before that, somebody looks the payment up.
 */
export async function sendCollection(
  world: World,
  provider: Provider,
  resolve: Resolve,
  collection: CollectionRow,
  merchantName: string,
): Promise<CollectionRow> {
  world.crashPoint?.('collection.requested')
  const outcome = await askProvider(() => provider.collect(orderOf(collection, merchantName)))
  world.crashPoint?.('collection.sent')
  // A push that is on its way changes nothing of what is written: the row was born waiting.
  if (outcome.kind === 'unknown' || (outcome.kind === 'pending' && outcome.qr === undefined))
    return collection
  const { collection: after } = await resolve({ collectionId: collection.id, source: 'reply', word: outcome })
  return after
}

function orderOf(collection: CollectionRow, merchantName: string) {
  if (collection.method === null) throw new Error(`Collection ${collection.id} has no way to pay yet.`)
  return {
    reference: collection.provider_reference,
    environment: collection.environment,
    merchantId: collection.merchant_id,
    merchantName,
    method: collection.method,
    amount: collection.amount,
    currency: collection.currency,
    phone: collection.method === 'DYNAMIC_QR' ? null : collection.customer_phone,
    expiresAt: collection.qr_expires_at,
    description: collection.description,
    simulate: { status: collection.simulate_status, family: collection.family },
  }
}
