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
  const { sql } = world
  const [collection] = await sql<CollectionRow[]>`select * from collections where page_token = ${token}`
  if (!collection) return null
  const tries = (await findTries(sql, [collection.id])).get(collection.id) ?? []
  return showPage(world, registry, collection, tries)
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
