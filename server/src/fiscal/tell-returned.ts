import type { Environment } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { notify } from '../notifications/notifications.ts'
import { spokenReference } from '../primitives/reference.ts'
import type { World } from '../world/world.ts'
import { creditNoteIsYours } from './receipt-row.ts'

type Told = {
  collection_id: string
  merchant_id: string
  environment: Environment
  status: string
  number: bigint | null
}

/** Money of these payments goes back now. Their receipts stay, and whoever answers for the merchant's taxes is told what is left to do. */
export async function tellReturned(tx: Transaction, world: World, collectionIds: string[]): Promise<void> {
  if (collectionIds.length === 0) return
  const receipts = await tx<Told[]>`
    select collection_id, merchant_id, environment, status, number from fiscal_receipts
    where collection_id = any(${collectionIds}::uuid[]) order by collection_id for no key update`
  const issued = receipts.filter(({ status }) => status === 'ISSUED')
  await notify(
    tx,
    world,
    issued.map(({ collection_id: id, merchant_id: merchantId, environment, number }) => ({
      ...{ merchantId, environment, kind: 'fiscal.credit_note_due', withdrawalId: null },
      title: `Fiscal receipt ${number} needs a credit note`,
      text: `Payment ${spokenReference('TX', id)}: ${creditNoteIsYours}`,
    })),
  )
}
