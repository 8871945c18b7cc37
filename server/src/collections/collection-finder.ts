import type { Environment } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import { gather } from '../primitives/gather.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { CollectionRow } from './collection-row.ts'

export type Owner = { merchantId: string; environment: Environment; keyId: string | null }

export type FindCollection = (id: string, owner: Owner) => Promise<CollectionRow>

/**
 * Finds collections of their owner. Shops ask for a status again and again until it is final, so those who ask at the
 * same time share one query. Somebody else's id is no id; what a key made it may read, even where a page made it live.
 */
export function collectionFinder(sql: Database): FindCollection {
  const find = gather<string, CollectionRow | null>(
    async (ids) => {
      const rows = await sql<
        CollectionRow[]
      >`select * from collections where id = any(${[...new Set(ids)]}::uuid[])`
      const found = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => found.get(id) ?? null)
    },
    { most: 200, atOnce: 2 },
  )
  return async (id, { merchantId, environment, keyId }) => {
    const row = isId(id) ? await find(id) : null
    const isTheirs =
      row?.merchant_id === merchantId &&
      (row.environment === environment || (keyId !== null && row.api_key_id === keyId))
    if (!row || !isTheirs) throw new Refusal('not_found')
    return row
  }
}
