import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectionResolver } from '../../server/src/collections/collections.ts'
import { draftCollection, sentAtOnce } from '../../server/src/collections/draft-collection.ts'
import { collectionRequester } from '../../server/src/collections/request-collections.ts'
import { deposit } from '../../server/src/ledger/ledger.ts'
import { createRegistry } from '../../server/src/providers/providers.ts'
import type { World } from '../../server/src/world/world.ts'
import { ownProvider } from '../../server/test/stories/money/own-provider.ts'
import { benchMerchantId, callerOf, draft, merchantOf } from './bench-merchant.ts'
import { besideAttack, repeat } from './beside-attack.ts'

const word = { kind: 'succeeded', providerStatus: 'COMPLETED' } as const

/** Doors and merchants: one who lives honestly, and one who is in the way. */
async function stageOf(world: World) {
  const provider = ownProvider()
  const registry = createRegistry({
    clock: world.clock,
    providers: [provider],
    route: { live: provider.name, sandbox: null },
  })
  const [request, resolve] = [collectionRequester(world), collectionResolver(world, registry)]
  const [victim, attacker] = [await benchMerchantId(world), await benchMerchantId(world)]
  async function ask(merchantId: string, key: string = randomUUID()) {
    const caller = callerOf(merchantOf(merchantId), merchantId, 'live')
    const mark = { scope: merchantId, environment: 'live', key, fingerprint: randomBytes(32) } as const
    const collection = sentAtOnce(draftCollection(world, registry, caller, draft))
    return (await request({ mark, status: 202, collection })).collection
  }
  async function live(merchantId: string): Promise<void> {
    const collection = await ask(merchantId)
    await resolve({ collectionId: collection.id, source: 'callback', word }, collection)
  }
  const lives = (forSeconds: number) => repeat(() => live(victim), { atOnce: 20, forSeconds })
  return { ask, live, lives, resolve, victim, attacker }
}

/** Does something again and again until it is ended, whatever becomes of it. */
function keepOn(act: () => Promise<unknown>, atOnce: number): () => Promise<void> {
  let isOver = false
  const loop = async () => {
    while (!isOver) {
      await act().catch(() => {})
      await sleep(5)
    }
  }
  const loops = Array.from({ length: atOnce }, loop)
  return async () => {
    isOver = true
    await Promise.all(loops)
  }
}

/** Somebody works slowly under a key, repeats it all the time, and has a row locked of which there is news. */
export async function benchHeldUp(world: World): Promise<boolean> {
  console.log('\nWhole lives while another merchant’s key and row are held')
  const { ask, lives, resolve, attacker } = await stageOf(world)
  return await besideAttack({
    what: 'a life',
    victim: lives,
    async attack() {
      const held = await ask(attacker)
      const [begun, ended, key] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), randomUUID()]
      const holding = world.sql.begin(async (tx) => {
        await tx`select from collections where id = ${held.id} for update`
        await tx`select pg_try_advisory_xact_lock(hashtextextended(${`${attacker} live ${key}`}, 0))`
        begun.resolve()
        await ended.promise
      })
      await begun.promise
      const ends = [
        keepOn(() => ask(attacker, key), 5),
        keepOn(() => resolve({ collectionId: held.id, source: 'callback', word }, held), 5),
      ]
      return async () => {
        ended.resolve()
        await holding
        await Promise.all(ends.map((end) => end()))
      }
    },
  })
}

/** A merchant whose balance is full goes on being paid, and each of its payments would spoil a batch. */
export async function benchPoison(world: World): Promise<boolean> {
  console.log('\nWhole lives while another merchant’s payments cannot be booked')
  const { live, lives, attacker } = await stageOf(world)
  const book = { merchantId: attacker, environment: 'live', currency: 'TZS' } as const
  const filled = {
    ...book,
    amount: 999_999_999_999_999n,
    cause: `full ${attacker}`,
    reference: null,
    description: null,
  }
  await world.sql.begin((tx) => deposit(tx, world, filled))
  return await besideAttack({
    what: 'a life',
    victim: lives,
    attack: async () => keepOn(() => live(attacker), 3),
  })
}
