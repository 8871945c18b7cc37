import type { Payment } from '../risk/risk.ts'
import type { CollectionRow } from './collection-row.ts'

/** A collection as rules see it. */
export function paymentOf(collection: CollectionRow): Payment {
  const { id, environment, amount, currency, method } = collection
  return {
    kind: 'collections',
    id,
    merchantId: collection.merchant_id,
    environment,
    at: collection.created_at,
    amount,
    currency,
    method,
    person: collection.customer_phone,
    destinationCode: null,
    keyId: collection.api_key_id,
    nameMatch: null,
  }
}
