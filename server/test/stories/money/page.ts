import { randomUUID } from 'node:crypto'
import {
  type Begun,
  beginTry,
  findPage,
  leavePage,
  type Page,
  type TryWish,
  useAnotherWay,
} from '../../../src/collections/collections.ts'
import type { Service } from '../../service.ts'
import type { Shop } from './shop.ts'

type Wish = Partial<Pick<TryWish, 'method' | 'phone' | 'attempt'>>
export type HostedPage = Awaited<ReturnType<typeof openPage>>

/** A hosted page of 1,500, with what a customer does on it. */
export async function openPage(
  service: Service,
  shop: Pick<Shop, 'collect' | 'liveKey'>,
  key = shop.liveKey,
) {
  const { world, parts } = service
  const made = await shop.collect('', { amount: 1500 }, { key })
  const id = String(made.collection_id)
  const token = String(made.payment_url).split('/').at(-1) ?? ''
  return {
    id,
    token,
    begin: (wish: Wish = {}): Promise<Begun> =>
      world.sql.begin((tx) =>
        beginTry(tx, world, parts.registry, {
          token,
          method: 'USSD_PUSH',
          phone: '0754000001',
          attempt: randomUUID(),
          ...wish,
        }),
      ),
    useAnotherWay: (): Promise<Page> => useAnotherWay({ ...parts, world }, token),
    leave: () => world.sql.begin((tx) => leavePage(tx, world, { token })),
    async read(): Promise<Page> {
      const page = await findPage(world, parts.registry, token)
      if (!page) throw new Error(`There is no page ${token}.`)
      return page
    },
    /** How each try stands, in their order. */
    async states(): Promise<string[]> {
      const page = await findPage(world, parts.registry, token)
      return (page?.tries ?? []).map(({ state }) => state)
    },
  }
}
