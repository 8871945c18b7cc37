import { randomBytes, randomUUID } from 'node:crypto'
import { collectionResolver } from '../../server/src/collections/collections.ts'
import { draftCollection } from '../../server/src/collections/draft-collection.ts'
import { collectionRequester } from '../../server/src/collections/request-collections.ts'
import { createRegistry, createSimulatedNetwork } from '../../server/src/providers/providers.ts'
import type { World } from '../../server/src/world/world.ts'
import type { SameServer } from './anchors/same-server.ts'
import { clients, openTpcB } from './anchors/tpc-b.ts'
import { benchMerchantId, callerOf, draft, merchantOf } from './bench-merchant.ts'
import { inTurns } from './in-turns.ts'
import { promise, rounds, seconds, show } from './measure.ts'
import { remark } from './report/figures.ts'

const livesAtOnce = 200
const manyMerchants = 1_000

/** A busy merchant must not wait for itself: its lives pass nearly as quickly as those of a thousand. */
export async function benchWholeLives(world: World, server: SameServer): Promise<boolean> {
  console.log('\nWhole lives: create, resolve, ledger, event, each in a durable commit')
  const merchants: string[] = []
  while (merchants.length < manyMerchants) merchants.push(await benchMerchantId(world))
  const live = liver(world)
  let turn = 0
  const next = async () => {
    turn += 1
    await live(merchants[turn % manyMerchants] ?? '')
    return 1
  }
  const tpcB = await openTpcB(server.url('postgres'))
  const alone = async () => {
    await live(merchants[0] ?? '')
    return 1
  }
  const best = await inTurns(
    { many: { atOnce: livesAtOnce, work: next, world }, one: { atOnce: livesAtOnce, work: alone, world } },
    { many: `f  over ${manyMerchants} merchants`, one: 'f  all on one merchant' },
  )
  const [many = 0, one = 0] = [best.get('many'), best.get('one')]
  const kept = [promise('one merchant / a thousand', one / many, { atLeast: 0.8 })]
  if (tpcB === undefined) remark('TPC-B was not measured: pgbench is not installed')
  else {
    let transactions = 0
    for (let round = 1; round <= rounds; round += 1)
      transactions = Math.max(transactions, await tpcB(seconds))
    show(`e  pgbench TPC-B on the same server, ${clients} clients`, transactions)
    kept.push(
      promise('lives of a thousand merchants / TPC-B', many / transactions, { atLeast: 1.3 }),
      promise('lives of one merchant / TPC-B', one / transactions, { atLeast: 1.1 }),
    )
  }
  return kept.every(Boolean)
}

/** Asks for a payment of a merchant, without HTTP. */
export function asker(world: World): (merchantId: string) => Promise<Asked> {
  const registry = simulatedRegistry(world)
  const request = collectionRequester(world)
  return async (merchantId) => {
    const mark = {
      scope: merchantId,
      environment: 'live',
      key: randomUUID(),
      fingerprint: randomBytes(32),
    } as const
    const caller = callerOf(merchantOf(merchantId), merchantId, 'live')
    const wished = draftCollection(world, registry, caller, draft)
    const { collection } = await request({ mark, status: 202, collection: wished })
    return collection
  }
}

type Asked = Awaited<ReturnType<ReturnType<typeof collectionRequester>>>['collection']

/** Lives one life of a merchant's collection, from the request to the event that tells of its success. */
export function liver(world: World): (merchantId: string) => Promise<void> {
  const ask = asker(world)
  const resolve = collectionResolver(world, simulatedRegistry(world))
  return async (merchantId) => {
    const collection = await ask(merchantId)
    const word = { kind: 'succeeded', providerStatus: 'COMPLETED' } as const
    const report = { collectionId: collection.id, source: 'callback', word, eventId: randomUUID() } as const
    const { outcome } = await resolve(report, collection)
    if (outcome !== 'applied') throw new Error(`A life ended with ${outcome}`)
  }
}

function simulatedRegistry(world: World) {
  const network = createSimulatedNetwork(world)
  return createRegistry({
    clock: world.clock,
    providers: [network.liveProvider],
    route: { live: network.liveProvider.name, sandbox: null },
  })
}
