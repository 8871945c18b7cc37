import type { Transaction } from '../database/database.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { CollectionRow } from './collection-row.ts'
import { findTries, type PageTry } from './page-try.ts'

/** Which page: by what its address ends with, or by its collection. */
export type PageName = { token: string } | { collectionId: string }

export type HeldPage = { collection: CollectionRow; tries: PageTry[] }

/** Holds a page, with what was tried on it until now. */
export async function lockPage(tx: Transaction, name: PageName): Promise<HeldPage> {
  const isSane = 'token' in name || isId(name.collectionId)
  const [collection] = isSane
    ? await tx<CollectionRow[]>`
        select * from collections
        where ${'token' in name ? tx`page_token = ${name.token}` : tx`id = ${name.collectionId} and page_token is not null`}
        for update`
    : []
  if (!collection) throw new Refusal('not_found')
  const tries = (await findTries(tx, [collection.id])).get(collection.id) ?? []
  return { collection, tries }
}
