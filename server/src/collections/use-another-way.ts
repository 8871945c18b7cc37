import { Refusal } from '../primitives/refusal.ts'
import type { Cancelled, Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Resolve } from './collection-resolver.ts'
import { findPage, type Page } from './find-page.ts'

export type PageDesk = { world: World; registry: Registry; resolve: Resolve }

/**
 * Asks the provider to cancel the open try, so that another one may begin. Whatever it answers goes through the one door: only a definite
 * cancellation, or failure, frees the page; money that came meanwhile pays it; what nobody knows leaves everything as it is. No
 * transaction is open, and who dies on the way has lost nothing: the try is open until its provider says otherwise.
 */
export async function useAnotherWay(desk: PageDesk, token: string): Promise<Page> {
  const { world, registry, resolve } = desk
  const page = await read(desk, token)
  const open = page.tries.find(({ state }) => state === 'open')
  if (!open || !page.may.useAnotherWay) return page
  const { id: collectionId, environment } = page.collection
  const { id: tryId, provider, provider_reference: reference } = open
  const lane = { provider, environment }
  if (!registry.hasRoom(lane, 'cancel')) return page
  world.crashPoint?.('try.cancelling')
  const word = await registry.ask<Cancelled>(lane, 'cancel', async (asked, signal) =>
    asked.cancel ? await asked.cancel({ reference }, signal) : cannot,
  )
  world.crashPoint?.('try.cancelled')
  if (word.kind === 'pending' || word.kind === 'unknown') return page
  await resolve({ collectionId, tryId, source: 'reply', word }, page.collection)
  return await read(desk, token)
}

const cannot = { kind: 'unknown', because: 'The provider cancels nothing.', answered: true } as const

async function read({ world, registry }: PageDesk, token: string): Promise<Page> {
  const page = await findPage(world, registry, token)
  if (!page) throw new Refusal('not_found')
  return page
}
