import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { cancelTry } from './cancel-try.ts'
import type { Resolve } from './collection-resolver.ts'
import { findPage, type Page } from './find-page.ts'

export type PageDesk = { world: World; registry: Registry; resolve: Resolve }

/**
 * Asks the provider to cancel the open try, so that another one may begin. Whatever it answers goes through the one door: only a definite
 * cancellation, or failure, frees the page; money that came meanwhile pays it; what nobody knows leaves everything as it is.
 */
export async function useAnotherWay(desk: PageDesk, token: string): Promise<Page> {
  const page = await read(desk, token)
  const open = page.tries.find(({ state }) => state === 'open')
  if (!open || !page.may.useAnotherWay) return page
  const { id: collectionId, environment } = page.collection
  const word = await cancelTry(desk, { ...open, environment })
  if (word === null || word.kind === 'pending' || word.kind === 'unknown') return page
  await desk.resolve({ collectionId, tryId: open.id, source: 'reply', word }, page.collection)
  return await read(desk, token)
}

async function read({ world, registry }: PageDesk, token: string): Promise<Page> {
  const page = await findPage(world, registry, token)
  if (!page) throw new Refusal('not_found')
  return page
}
