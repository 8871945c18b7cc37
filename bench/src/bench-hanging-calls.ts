import { randomBytes, randomUUID } from 'node:crypto'
import { chores as collectionChores, collectionResolver } from '../../server/src/collections/collections.ts'
import { draftCollection } from '../../server/src/collections/draft-collection.ts'
import { collectionRequester } from '../../server/src/collections/request-collections.ts'
import { startChore } from '../../server/src/jobs/jobs.ts'
import { createRegistry, type Outcome } from '../../server/src/providers/providers.ts'
import type { World } from '../../server/src/world/world.ts'
import { ownProvider, succeeded } from '../../server/test/stories/money/own-provider.ts'
import { benchMerchantId, callerOf, draft, merchantOf } from './bench-merchant.ts'
import { besideAttack, repeat } from './beside-attack.ts'

/** So many calls hang for as long as the attack lasts. */
const hanging = 20

/** A worker apart from the API: how long an order waits until the provider has it, while others of that provider hang. */
export async function benchHangingCalls(world: World): Promise<boolean> {
  console.log('\nOrders that wait for a worker while other calls to their provider hang')
  const provider = ownProvider()
  const registry = createRegistry({
    clock: world.clock,
    providers: [provider],
    route: { live: provider.name, sandbox: null },
  })
  const resolve = collectionResolver(world, registry)
  const running = collectionChores({ world, registry, resolve }).map((chore) =>
    startChore(chore, (error) => console.error(error)),
  )
  const request = collectionRequester(world)
  const [victimId, attackerId] = [await benchMerchantId(world), await benchMerchantId(world)]
  const arrivals = new Map<string, () => void>()
  let held = Promise.withResolvers<Outcome>()
  provider.script.collect = ({ merchantId, reference }) => {
    if (merchantId === attackerId) return held.promise
    arrivals.get(reference)?.()
    return succeeded()
  }

  async function order(merchantId: string): Promise<void> {
    const caller = callerOf(merchantOf(merchantId), merchantId, 'live')
    const collection = draftCollection(world, registry, caller, draft)
    const arrived = Promise.withResolvers<void>()
    if (merchantId === victimId) arrivals.set(collection.provider_reference, arrived.resolve)
    const mark = {
      scope: merchantId,
      environment: 'live',
      key: randomUUID(),
      fingerprint: randomBytes(32),
    } as const
    await request({ mark, status: 202, collection })
    if (merchantId === victimId) await arrived.promise
  }

  try {
    return await besideAttack({
      what: 'order to provider',
      victim: (forSeconds) => repeat(() => order(victimId), { atOnce: 20, forSeconds }),
      async attack() {
        held = Promise.withResolvers<Outcome>()
        const { resolve: letGo } = held
        await Promise.all(Array.from({ length: hanging }, () => order(attackerId)))
        return async () => letGo({ kind: 'pending', providerStatus: 'PENDING' })
      },
    })
  } finally {
    await Promise.all(running.map((one) => one.stop()))
  }
}
