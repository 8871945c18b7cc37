import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'
import { judgePage, type May, mostTries, pageEndOf } from './page-rules.ts'
import { findTries, type PageTry } from './page-try.ts'

/** A hosted collection as its page needs it. */
export type Page = {
  collection: CollectionRow
  /** In their order; the last is the one that may be open. */
  tries: PageTry[]
  triesLeft: number
  may: May
  /** Until when it may be used. */
  endsAt: Date
}

/** Null where no page has this token. */
export async function findPage(world: World, registry: Registry, token: string): Promise<Page | null> {
  return (await findPages(world, registry, [token])).get(token) ?? null
}

/** Pages by their tokens, with two looks for all of them. */
export async function findPages(
  world: World,
  registry: Registry,
  tokens: string[],
): Promise<Map<string, Page>> {
  const { sql } = world
  const found = await sql<(CollectionRow & { page_token: string })[]>`
    select * from collections where page_token = any(${[...new Set(tokens)]}::text[])`
  const tries = await findTries(
    sql,
    found.map(({ id }) => id),
  )
  return new Map(
    found.map((row) => [row.page_token, showPage(world, registry, row, tries.get(row.id) ?? [])]),
  )
}

export function showPage(
  world: World,
  registry: Registry,
  collection: CollectionRow,
  tries: PageTry[],
): Page {
  const open = tries.find(({ state }) => state === 'open')
  const canCancel = open !== undefined && registry.named(open.provider)?.cancel !== undefined
  return {
    collection,
    tries,
    triesLeft: mostTries - tries.length,
    may: judgePage({ collection, tries, at: world.clock.now(), canCancel }),
    endsAt: pageEndOf(collection),
  }
}
