import { randomBytes, randomUUID } from 'node:crypto'
import { collectionResolver } from '../../server/src/collections/collections.ts'
import { draftCollection } from '../../server/src/collections/draft-collection.ts'
import { collectionRequester } from '../../server/src/collections/request-collections.ts'
import { createRegistry, createSimulatedNetwork } from '../../server/src/providers/providers.ts'
import type { World } from '../../server/src/world/world.ts'
import { benchMerchantId, callerOf, draft, merchantOf } from './bench-merchant.ts'
import { quantiles } from './load.ts'
import { promise, rounds, seconds, show } from './measure.ts'

const lifesAtOnce = 200
const manyMerchants = 1_000

/** A busy merchant must not wait for itself: its lives pass as quickly as those of a thousand. */
export async function benchWholeLives(world: World): Promise<boolean> {
  console.log('\nWhole lives: create, resolve, ledger, event, each in a durable commit')
  const merchants = await Promise.all(Array.from({ length: manyMerchants }, () => benchMerchantId(world)))
  const live = liver(world)
  const best = { one: { perSecond: 0, timesMs: [0] }, many: { perSecond: 0, timesMs: [0] } }
  await live(merchants, 2)
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, among] of [
      ['many', merchants],
      ['one', merchants.slice(0, 1)],
    ] as const) {
      const result = await live(among, seconds)
      if (result.perSecond > best[name].perSecond) best[name] = result
    }
  }
  show(`e  over ${manyMerchants} merchants`, best.many.perSecond, quantiles(best.many.timesMs))
  show('e  all on one merchant', best.one.perSecond, quantiles(best.one.timesMs))
  return promise('one / many', best.one.perSecond / best.many.perSecond, { atLeast: 0.9 })
}

function liver(world: World) {
  const network = createSimulatedNetwork(world)
  const registry = createRegistry({
    clock: world.clock,
    providers: [network.liveProvider],
    route: { live: network.liveProvider.name, sandbox: null },
  })
  const request = collectionRequester(world)
  const resolve = collectionResolver(world, registry)

  async function liveOnce(merchantId: string): Promise<void> {
    const mark = {
      scope: merchantId,
      environment: 'live',
      key: randomUUID(),
      fingerprint: randomBytes(32),
    } as const
    const caller = callerOf(merchantOf(merchantId), merchantId, 'live')
    const wished = draftCollection(world, registry, caller, draft)
    const { collection } = await request({ mark, status: 202, collection: wished })
    const word = { kind: 'succeeded', providerStatus: 'COMPLETED' } as const
    const eventId = randomUUID()
    const { outcome } = await resolve(
      { collectionId: collection.id, source: 'callback', word, eventId },
      collection,
    )
    if (outcome !== 'applied') throw new Error(`A life ended with ${outcome}`)
  }

  return async (merchants: string[], forSeconds: number) => {
    const timesMs: number[] = []
    const begin = performance.now()
    const end = begin + forSeconds * 1000
    const worker = async (start: number) => {
      for (let at = start; performance.now() < end; at += lifesAtOnce) {
        const started = performance.now()
        await liveOnce(merchants[at % merchants.length] ?? '')
        timesMs.push(performance.now() - started)
      }
    }
    await Promise.all(Array.from({ length: lifesAtOnce }, (_, start) => worker(start)))
    return { perSecond: timesMs.length / ((performance.now() - begin) / 1000), timesMs }
  }
}
