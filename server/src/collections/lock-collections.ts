import type { Transaction } from '../database/database.ts'
import type { CollectionRow } from './collection-row.ts'
import type { Report } from './report.ts'

export type Locked = {
  collection: CollectionRow
  merchantPhone: string | null
  holdThreshold: bigint | null
  /** Whether money of another amount or currency is known to have come. */
  isMispaid: boolean
}

type Row = CollectionRow & { merchant_phone: string | null; hold_threshold: bigint | null }

/** In the order of ids, as everywhere, so that two transactions never wait for each other in a circle. */
export async function lockCollections(tx: Transaction, reports: Report[]): Promise<Map<string, Locked>> {
  const ids = [...new Set(reports.map(({ collectionId }) => collectionId))]
  const rows = await tx<Row[]>`
    select c.*, m.phone as merchant_phone, m.hold_threshold
    from collections c join merchants m on m.id = c.merchant_id
    where c.id = any(${ids}::uuid[]) order by c.id for update of c`
  const mispaid = await findMispaid(tx, reports)
  return new Map(
    rows.map(({ merchant_phone: merchantPhone, hold_threshold: holdThreshold, ...collection }) => [
      collection.id,
      { collection, merchantPhone, holdThreshold, isMispaid: mispaid.has(collection.id) },
    ]),
  )
}

/** It matters for reversals alone, which are rare. */
async function findMispaid(tx: Transaction, reports: Report[]): Promise<Set<string>> {
  const reversed = reports
    .filter(({ word }) => word.kind === 'reversed')
    .map(({ collectionId }) => collectionId)
  if (reversed.length === 0) return new Set()
  const found = await tx<{ collection_id: string }[]>`
    select collection_id from discrepancies
    where collection_id = any(${reversed}::uuid[]) and kind in ('other_amount', 'other_currency')`
  return new Set(found.map(({ collection_id: id }) => id))
}
