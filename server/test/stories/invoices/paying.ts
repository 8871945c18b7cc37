import type { Outcome } from '../../../src/providers/providers.ts'
import type { Service } from '../../service.ts'
import type { Shop } from '../money/shop.ts'
import type { Till } from './till.ts'

export const paid: Outcome = { kind: 'succeeded', providerStatus: 'COMPLETED' }
export const takenBack: Outcome = { kind: 'reversed', providerStatus: 'REVERSED' }

/** A shop that takes money, as one that writes invoices. */
export function tillOf({
  merchantId,
  ownerEmail,
  sandboxKey,
  liveKey,
  webhook_secret,
}: Pick<Shop, 'merchantId' | 'ownerEmail' | 'sandboxKey' | 'liveKey' | 'webhook_secret'>): Till {
  return {
    ...{ merchantId, ownerEmail, webhookSecret: webhook_secret },
    ...{ live: { key: liveKey }, sandbox: { key: sandboxKey } },
  }
}

/** What a person was told of a payment. */
export async function findDiscrepancies({ world: { sql } }: Service, collectionId: string) {
  const found = await sql<{ kind: string; ours: string }[]>`
    select kind, ours from discrepancies where collection_id = ${collectionId}`
  return [...found]
}
