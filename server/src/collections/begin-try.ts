import type { Transaction } from '../database/database.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import { carrierFor, type Registry, refuseUncarried } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { CollectionMethod, CollectionRow } from './collection-row.ts'
import { moveCollections, stepsOf } from './move-collections.ts'

export type TryWish = { collectionId: string; method: CollectionMethod; phone: string | null }

/**
 * The customer picks a way to pay on the page: the collection begins, and with it its first try, at whoever carries such
 * payments now. It is due at once, so that a worker sends it if nobody else does.
 */
export async function beginTry(
  tx: Transaction,
  world: World,
  registry: Registry,
  { collectionId, method, phone }: TryWish,
): Promise<CollectionRow> {
  const [collection] = await tx<CollectionRow[]>`
    select * from collections where id = ${collectionId} for update`
  if (!collection) throw new Refusal('not_found')
  if (collection.status !== 'created') throw new Refusal('invalid_state')
  const { amount, currency, environment } = collection
  const provider = carrierFor(registry, environment)
  refuseUncarried(provider.can, { method, amount, currency })
  const payer = phone === null ? collection.customer_phone : canonicalPhone(phone)
  if (method !== 'DYNAMIC_QR' && payer === null) throw invalid({ field: 'phone', problem: 'is required' })
  const steps = stepsOf(
    {
      collection,
      path: ['processing'],
      source: 'customer',
      providerStatus: 'PENDING',
      note: null,
      picked: {
        method,
        customer_phone: payer,
        provider: provider.name,
        // A code on a page lives as long as the page does.
        qr_expires_at: null,
      },
    },
    world.clock.now(),
  )
  await moveCollections(tx, world, steps)
  return steps.at(-1)?.after ?? collection
}
