import type { CollectionRow } from '../collections/collections.ts'
import type { Database } from '../database/database.ts'
import type { Language } from '../pages/pages.ts'
import { type Judged, type Source, stateOf } from './pay-state.ts'

/** The shop as its payers see it. */
export type Shop = {
  name: string
  colour: string | null
  phone: string | null
  email: string | null
  language: Language | null
}

/** All that a hosted page shows. */
export type PayView = Judged & CollectionRow & { token: string; shop: Shop }

/** As they are made: 128 random bits. Whatever else stands in an address needs no look-up. */
const tokenPattern = /^[A-Za-z0-9_-]{22}$/

/** The collection behind a page, or null where there is none. */
export async function findPayView(sql: Database, token: string): Promise<PayView | null> {
  if (!tokenPattern.test(token)) return null
  const [row] = await sql<(CollectionRow & { shop_name: string; last_source: Source })[]>`
    select c.*, m.name as shop_name,
      (select source from collection_history where collection_id = c.id order by seq desc limit 1) as last_source
    from collections c join merchants m on m.id = c.merchant_id
    where c.page_token = ${token}`
  if (!row) return null
  const { shop_name: name, last_source: lastSource, ...collection } = row
  return {
    ...collection,
    token,
    lastSource,
    since: collection.updated_at,
    shop: { name, colour: null, phone: null, email: null, language: null },
  }
}

/** What the page shows now, in short: where it differs from what a payer has, something has changed. */
export function versionOf(judged: Judged & Pick<CollectionRow, 'moves'>, now: Date): string {
  return `${stateOf(judged, now)}-${judged.moves}`
}

type Versioned = Omit<Judged, 'lastSource'> &
  Pick<CollectionRow, 'moves'> & { token: string; last_source: Source }

/** The same of many pages with one look. */
export async function findVersions(sql: Database, tokens: string[], now: Date): Promise<Map<string, string>> {
  const rows = await sql<Versioned[]>`
    select c.page_token as token, c.status, c.method, c.qr_payload, c.failure_code, c.updated_at as since, c.moves,
      (select source from collection_history where collection_id = c.id order by seq desc limit 1) as last_source
    from collections c where c.page_token = any(${tokens}::text[])`
  return new Map(
    rows.map(({ last_source: lastSource, ...row }) => [row.token, versionOf({ ...row, lastSource }, now)]),
  )
}
