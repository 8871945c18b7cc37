import {
  type CollectionRow,
  findPages,
  findTries,
  type Page,
  type PageTry,
} from '../collections/collections.ts'
import type { Database } from '../database/database.ts'
import { gather } from '../primitives/gather.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { type Judged, type Source, waitingState } from './pay-state.ts'
import { findShops, isClosed, type Shop } from './shop.ts'

/** All that a hosted page shows. */
export type PayView = Page &
  Pick<Judged, 'codeEndsAt'> & {
    token: string
    path: string
    /** Where somebody tries again after a definite failure; null where nothing more can be begun. */
    again: string | null
    shop: Shop
    lastSource: Source
    /** The one that is open, was paid, or is told of. */
    shown: PageTry | null
  }

/** As they are made: 128 random bits. Whatever else stands in an address needs no look-up. */
const tokenPattern = /^[A-Za-z0-9_-]{22}$/

export type FindPayView = (token: string) => Promise<PayView | null>

/**
 * Finds the collections behind pages, null where there is none. Payers look again and again until it is over, so those who look at
 * the same time share their queries.
 */
export function payViewFinder(world: World, registry: Registry): FindPayView {
  const find = gather((tokens: string[]) => findPayViews(world, registry, tokens), { most: 200, atOnce: 2 })
  return async (token) => (tokenPattern.test(token) ? await find(token) : null)
}

async function findPayViews(world: World, registry: Registry, tokens: string[]) {
  const { sql } = world
  const pages = await findPages(world, registry, tokens)
  const found = Array.from(pages.values(), ({ collection }) => collection)
  const [shops, sources] = await Promise.all([
    findShops(
      sql,
      found.map(({ merchant_id: merchantId }) => merchantId),
    ),
    findLastSources(
      sql,
      found.map(({ id }) => id),
    ),
  ])
  return tokens.map((token): PayView | null => {
    const page = pages.get(token)
    const shop = page && shops.get(page.collection.merchant_id)
    if (!page || !shop) return null
    return {
      ...page,
      token,
      path: `/pay/${token}`,
      again: isClosed(shop, page.collection.environment) ? null : `/pay/${token}?again=1`,
      codeEndsAt: null,
      lastSource: sources.get(page.collection.id) ?? '',
      shown: page.tries.find(({ state }) => state === 'paid') ?? page.tries.at(-1) ?? null,
      shop,
    }
  })
}

/** Who moved each of these last. */
async function findLastSources(sql: Database, collectionIds: string[]): Promise<Map<string, Source>> {
  const rows = await sql<{ collection_id: string; source: Source }[]>`
    select distinct on (collection_id) collection_id, source from collection_history
    where collection_id = any(${collectionIds}::uuid[]) order by collection_id, seq desc`
  return new Map(rows.map(({ collection_id: id, source }) => [id, source]))
}

type Versioned = {
  collection: Pick<CollectionRow, 'status' | 'moves' | 'qr_payload'>
} & Pick<Judged, 'tries' | 'codeEndsAt'>

/** What the page shows now, in short: where it differs from what a payer has, something has changed. */
export function versionOf({ collection, tries, codeEndsAt }: Versioned, now: Date): string {
  const { status, moves, qr_payload: code } = collection
  const last = tries.at(-1)
  const wait =
    last?.state === 'open'
      ? waitingState(last, { isThere: code !== null, codeEndsAt }, now)
      : (last?.state ?? 'none')
  return [status, moves, tries.length, wait].join('-')
}

type Looked = Versioned['collection'] &
  Pick<CollectionRow, 'id' | 'method' | 'created_at' | 'qr_expires_at'> & { token: string; is_page: boolean }

/** The same of many pages with two looks. */
export async function findVersions(sql: Database, tokens: string[], now: Date): Promise<Map<string, string>> {
  const rows = await sql<Looked[]>`
    select id, page_token as token, true as is_page, status, moves, qr_payload, qr_expires_at, method, created_at
    from collections
    where page_token = any(${tokens}::text[])
    union all
    select id, public_token, false, status, moves, qr_payload, qr_expires_at, method, created_at
    from collections
    where public_token = any(${tokens}::text[])`
  const ids = rows.filter(({ is_page: isPage }) => isPage).map(({ id }) => id)
  const tries = await findTries(sql, ids)
  const versioned = (row: Looked): Versioned =>
    row.is_page
      ? { collection: row, tries: tries.get(row.id) ?? [], codeEndsAt: null }
      : { collection: row, tries: onlyTry(row), codeEndsAt: row.qr_expires_at }
  return new Map(rows.map((row) => [row.token, versionOf(versioned(row), now)]))
}

/** What was begun by a link has one try, which is as open as its collection. */
export function onlyTry<Row extends Pick<CollectionRow, 'status' | 'method' | 'created_at'>>(row: Row) {
  const { status, method, created_at: at } = row
  if (method === null) throw new Error('A payment by a link has a way to pay from its beginning.')
  const ended = status === 'failed' ? 'failed' : 'paid'
  const state: PageTry['state'] = status === 'processing' ? 'open' : ended
  return [{ ...row, method, state, created_at: at }]
}
