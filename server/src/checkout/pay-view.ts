import {
  type CollectionRow,
  findPage,
  findTries,
  type Page,
  type PageTry,
} from '../collections/collections.ts'
import type { Database } from '../database/database.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { type Source, waitingState } from './pay-state.ts'
import { findShop, type Shop } from './shop.ts'

/** All that a hosted page shows. */
export type PayView = Page & {
  token: string
  path: string
  /** Where somebody tries again after a definite failure; null where nothing more can be begun. */
  again: string | null
  /** When a code ends before its page does; null where both live equally long. */
  codeEndsAt: Date | null
  shop: Shop
  lastSource: Source
  /** The one that is open, was paid, or is told of. */
  shown: PageTry | null
}

/** As they are made: 128 random bits. Whatever else stands in an address needs no look-up. */
const tokenPattern = /^[A-Za-z0-9_-]{22}$/

/** The collection behind a page, or null where there is none. */
export async function findPayView(world: World, registry: Registry, token: string): Promise<PayView | null> {
  const page = tokenPattern.test(token) ? await findPage(world, registry, token) : null
  if (!page) return null
  const { id, merchant_id: merchantId } = page.collection
  const [shop, [last]] = await Promise.all([
    findShop(world.sql, merchantId),
    world.sql<{ source: Source }[]>`
      select source from collection_history where collection_id = ${id} order by seq desc limit 1`,
  ])
  return {
    ...page,
    token,
    path: `/pay/${token}`,
    again: `/pay/${token}?again=1`,
    codeEndsAt: null,
    lastSource: last?.source ?? '',
    shown: page.tries.find(({ state }) => state === 'paid') ?? page.tries.at(-1) ?? null,
    shop,
  }
}

type Versioned = Pick<CollectionRow, 'status' | 'moves' | 'qr_payload'>

/** What the page shows now, in short: where it differs from what a payer has, something has changed. */
export function versionOf(
  { status, moves, qr_payload: code }: Versioned,
  tries: Pick<PageTry, 'method' | 'state' | 'created_at'>[],
  now: Date,
): string {
  const last = tries.at(-1)
  const wait = last?.state === 'open' ? waitingState(last, code !== null, now) : (last?.state ?? 'none')
  return [status, moves, tries.length, wait].join('-')
}

type Looked = Versioned &
  Pick<CollectionRow, 'id' | 'method' | 'created_at'> & { token: string; is_page: boolean }

/** The same of many pages with two looks. */
export async function findVersions(sql: Database, tokens: string[], now: Date): Promise<Map<string, string>> {
  const rows = await sql<Looked[]>`
    select id, page_token as token, true as is_page, status, moves, qr_payload, method, created_at from collections
    where page_token = any(${tokens}::text[])
    union all
    select id, public_token, false, status, moves, qr_payload, method, created_at from collections
    where public_token = any(${tokens}::text[])`
  const ids = rows.filter(({ is_page: isPage }) => isPage).map(({ id }) => id)
  const tries = await findTries(sql, ids)
  return new Map(
    rows.map((row) => [
      row.token,
      versionOf(row, row.is_page ? (tries.get(row.id) ?? []) : onlyTry(row), now),
    ]),
  )
}

/** What was begun by a link has one try, which is as open as its collection. */
export function onlyTry<Row extends Pick<CollectionRow, 'status' | 'method' | 'created_at'>>(row: Row) {
  const { status, method, created_at: at } = row
  if (method === null) throw new Error('A payment by a link has a way to pay from its beginning.')
  const ended = status === 'failed' ? 'failed' : 'paid'
  const state: PageTry['state'] = status === 'processing' ? 'open' : ended
  return [{ ...row, method, state, created_at: at }]
}
