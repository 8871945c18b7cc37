import type { Environment } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { notify } from '../notifications/notifications.ts'
import type { World } from '../world/world.ts'
import { creditNoteNotice } from './fiscal-notices.ts'

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
  await notify(tx, world, issued.map(creditNoteNotice))
}
