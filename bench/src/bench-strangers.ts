import { randomBytes, randomUUID } from 'node:crypto'
import { billHearer } from '../../server/src/bills/bills.ts'
import { callbackTaker } from '../../server/src/callbacks/callbacks.ts'
import { collectionCallbacks, collectionResolver } from '../../server/src/collections/collections.ts'
import { draftCollection, sentAtOnce } from '../../server/src/collections/draft-collection.ts'
import { collectionRequester } from '../../server/src/collections/request-collections.ts'
import { hintTaker, lookUpWorker } from '../../server/src/evidence/evidence.ts'
import { runEvery } from '../../server/src/jobs/jobs.ts'
import { createRegistry, type Provider, type RawCallback } from '../../server/src/providers/providers.ts'
import type { World } from '../../server/src/world/world.ts'
import { ownProvider, succeeded } from '../../server/test/stories/money/own-provider.ts'
import { benchMerchantId, callerOf, draft, merchantOf } from './bench-merchant.ts'
import { besideAttack, repeat } from './beside-attack.ts'

/** What ten strangers may send, each at their limit of 300 a minute, and as long as the adapter allows. */
const postsASecond = 50
const longest = 'x'.repeat(16_000)

/** Genuine callbacks of a provider, while strangers send long ones and hints to the same door. */
export async function benchStrangers(world: World): Promise<boolean> {
  console.log('\nGenuine callbacks while strangers call the same door')
  const provider = readingAdapter()
  const registry = createRegistry({
    clock: world.clock,
    providers: [provider],
    route: { live: provider.name, sandbox: null },
  })
  const resolve = collectionResolver(world, registry)
  const subject = collectionCallbacks(world, registry, resolve)
  const { take } = callbackTaker(world, registry, [subject], billHearer(world, registry), hintTaker(world))
  const nobody = async () => 'answered' as const
  const lookUps = lookUpWorker(world, { collection: subject.lookUp, disbursement: nobody }, console.error)
  const running = runEvery(250, lookUps.round, console.error)
  const request = collectionRequester(world)
  const merchantId = await benchMerchantId(world)

  async function order(): Promise<string> {
    const caller = callerOf(merchantOf(merchantId), merchantId, 'live')
    const collection = sentAtOnce(draftCollection(world, registry, caller, draft))
    const mark = { scope: merchantId, environment: 'live', key: randomUUID() } as const
    await request({ mark: { ...mark, fingerprint: randomBytes(32) }, status: 202, collection })
    return collection.provider_reference
  }

  const victim = (forSeconds: number) =>
    repeat(async () => void (await take(provider.name, bytesOf(await order(), true))), {
      atOnce: 10,
      forSeconds,
    })

  function attack(body: (reference: string) => RawCallback) {
    return async () => {
      const reference = await order()
      const posts = setInterval(() => {
        for (let post = 0; post < postsASecond / 10; post += 1)
          take(provider.name, body(reference)).catch(() => {})
      }, 100)
      return async () => clearInterval(posts)
    }
  }

  try {
    const long = await besideAttack({
      what: 'genuine callback beside long ones of strangers',
      victim,
      attack: attack((reference) => bytesOf(reference, false, longest)),
    })
    const hinted = await besideAttack({
      what: 'genuine callback beside unsigned ones about one payment',
      victim,
      attack: attack((reference) => bytesOf(reference, false)),
    })
    return long && hinted
  } finally {
    await running.stop()
    await lookUps.settled()
  }
}

function bytesOf(reference: string, isGenuine: boolean, padding = ''): RawCallback {
  const body = JSON.stringify({ event_id: randomUUID(), provider_reference: reference, padding })
  return { headers: { 'x-own-signature': isGenuine ? 'genuine' : 'forged' }, body: Buffer.from(body) }
}

/** One whose every genuine callback says that it was paid. */
function readingAdapter(): Provider {
  const own = ownProvider({ lookUp: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
  return {
    ...own,
    readCallback(raw) {
      const callback = own.readCallback(raw)
      return callback && { ...callback, about: 'collection', outcome: succeeded(100_000n) }
    },
  }
}
