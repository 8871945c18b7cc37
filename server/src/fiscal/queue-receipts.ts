import type { Environment } from '@malipo/contract'
import { type Fragment, inColumns, type Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'

/** Whether the merchant of a row has switched receipts on: asked along the way of a payment, it costs one look into a small table. */
export function owesReceipt(tx: Transaction, merchantId: Fragment, environment: Fragment): Fragment {
  return tx`((select is_enabled from fiscal_settings
    where merchant_id = ${merchantId} and environment = ${environment}) is true)`
}

export type Sold = {
  collectionId: string
  merchantId: string
  environment: Environment
  amount: bigint
  currency: string
  at: Date
}

const rowTypes = {
  id: 'uuid',
  collection_id: 'uuid',
  merchant_id: 'uuid',
  environment: 'text',
  amount: 'bigint',
  currency: 'text',
  queued_at: 'timestamptz',
} as const

/**
 * Owes a receipt for each, in the transaction of the payment's own step. It has no number yet: to count here would let every payment of a
 * merchant wait for the one before.
 */
export async function queueReceipts(tx: Transaction, { newId }: World, sold: Sold[]): Promise<void> {
  if (sold.length === 0) return
  const rows = sold.map(({ collectionId, merchantId, environment, amount, currency, at }) => ({
    ...{ id: newId(), collection_id: collectionId, merchant_id: merchantId, environment, amount, currency },
    queued_at: at,
  }))
  await tx`
    insert into fiscal_receipts (id, collection_id, merchant_id, environment, amount, currency, status, queued_at, updated_at)
    select id, collection_id, merchant_id, environment, amount, currency, 'QUEUED', queued_at, queued_at
    from ${inColumns('q', rows, rowTypes)}
    on conflict do nothing`
}
