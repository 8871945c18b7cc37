import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { isId } from '../primitives/id.ts'
import type { World } from '../world/world.ts'
import type { CollectionStatus } from './collection-lifecycle.ts'
import type { CollectionRow } from './collection-row.ts'

export type Place = Pick<World, 'baseUrl'>
type Receipted = Pick<CollectionRow, 'id' | 'status' | 'receipt_token'>

/** Where money has come: it may still be looked at, and may have gone back since. */
const withReceipt: readonly CollectionStatus[] = ['pending_clearance', 'successful', 'reversed']

export function hasReceipt(status: CollectionStatus): boolean {
  return withReceipt.includes(status)
}

/** Where the receipt is; null where there is none. It opens nothing but itself: no page and no payment is found by it. */
export function receiptPathOf({ id, status, receipt_token: token }: Receipted): string | null {
  return token === null || !hasReceipt(status) ? null : `/r/${id.replaceAll('-', '')}${token}`
}

/** As merchants are told it, who pass it on: not before it is paid. */
export function receiptUrlOf({ baseUrl }: Place, collection: Receipted): string | null {
  const path = collection.status === 'pending_clearance' ? null : receiptPathOf(collection)
  return path === null ? null : baseUrl + path
}

/** The same for whoever knows only which payment it is. */
export async function findReceiptPath(sql: Database, collectionId: string): Promise<string | null> {
  const [row] = await sql<Receipted[]>`
    select id, status, receipt_token from collections where id = ${collectionId}`
  return row ? receiptPathOf(row) : null
}

const addressPattern = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9a-f]{32})$/

/** The payment of a receipt, by what its address ends with. What was never paid, or failed in the end, has none. */
export async function findReceipt(sql: Database, address: string): Promise<CollectionRow | null> {
  const [, ...parts] = addressPattern.exec(address) ?? []
  const id = parts.slice(0, 5).join('-')
  const token = parts[5]
  if (token === undefined || !isId(id)) return null
  const [row] = await sql<CollectionRow[]>`select * from collections where id = ${id}`
  if (!row || row.receipt_token === null || !hasReceipt(row.status)) return null
  return timingSafeEqual(Buffer.from(row.receipt_token), Buffer.from(token)) ? row : null
}
