import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { environments } from '@malipo/contract'
import { apiKeyFinder } from '../src/auth/find-api-keys.ts'
import { collectionResolver } from '../src/collections/collections.ts'
import { draftCollection } from '../src/collections/draft-collection.ts'
import { collectionRequester } from '../src/collections/request-collections.ts'
import { makeMerchant } from '../src/operator/operator.ts'
import { systemClock } from '../src/primitives/clock.ts'
import { idsFrom } from '../src/primitives/id.ts'
import { vaultFrom } from '../src/primitives/seal.ts'
import { createSimulatedNetwork } from '../src/providers/providers.ts'
import type { World } from '../src/world/world.ts'
import { registryOf } from './registry-of.ts'
import { password, testSecret } from './service.ts'
import { actorOf } from './simulation/kernel/actor-of.ts'
import { guardDatabase } from './simulation/kernel/guarded-database.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
let world: World
let shop: { id: string; name: string }
const statements: string[] = []
before(async () => {
  database = await createTestDatabase()
  const sql = guardDatabase(database.sql, {
    pass: async (work) => await work(),
    hold: (work) => work(),
    alter(sent) {
      statements.push(sent.texts.join('?'))
      return sent
    },
    labelOf: () => null,
  })
  const newId = idsFrom(systemClock)
  world = { sql, clock: systemClock, newId, vault: vaultFrom(testSecret), baseUrl: 'http://localhost' }
  const wish = { name: 'Duka', email: 'owner@duka.test', password, isVerified: true }
  const made = await world.sql.begin((tx) => makeMerchant(tx, world, wish))
  shop = { id: made.merchant_id, name: 'Duka' }
})
after(() => database.drop())

/** How many statements hold these words while the work is done. */
async function counted(words: string, work: () => Promise<unknown>): Promise<number> {
  statements.length = 0
  await work()
  return statements.filter((text) => text.includes(words)).length
}

test('what comes at the same moment shares a batch with its own environment, and with no other', async () => {
  const network = createSimulatedNetwork(world)
  const providers = { live: network.liveProvider, sandbox: network.sandboxProvider }
  const registry = registryOf(providers, { sandbox: network.rehearsal })
  const [request, resolve] = [collectionRequester(world), collectionResolver(world, registry)]
  const draft = {
    family: 'B',
    method: 'USSD_PUSH',
    amount: '10',
    currency: 'TZS',
    phone: '255712345678',
  } as const
  const wishes = [...environments, ...environments].map((environment) => {
    const mark = { scope: shop.id, environment, key: randomUUID(), fingerprint: randomBytes(32) } as const
    const caller = actorOf(shop, environment, world.clock.now())
    return { mark, status: 202, collection: draftCollection(world, registry, caller, draft, 60_000) }
  })
  const requests = await counted('insert into idempotency_keys', () => Promise.all(wishes.map(request)))
  const rows = wishes.map(({ collection }) => collection)
  const orders = await counted('insert into network_payments', () =>
    Promise.all(
      rows.map((row) =>
        registry.ask(row, 'collect', (provider, signal) =>
          provider.collect(
            {
              reference: row.provider_reference,
              merchantId: shop.id,
              merchantName: shop.name,
              method: 'USSD_PUSH',
              amount: row.amount,
              currency: row.currency,
              phone: row.customer_phone,
              expiresAt: null,
              description: null,
            },
            signal,
          ),
        ),
      ),
    ),
  )
  const word = { kind: 'succeeded', providerStatus: 'COMPLETED' } as const
  const resolved = await counted('for update of c', () =>
    Promise.all(rows.map((row) => resolve({ collectionId: row.id, source: 'callback', word }, row))),
  )
  assert.deepEqual({ requests, orders, resolved }, { requests: 2, orders: 2, resolved: 2 })
})

test('keys of the two are looked up apart', async () => {
  const find = apiKeyFinder(world.sql, world.clock)
  const asked = ['mlp_live_a', 'mlp_sandbox_a', 'mlp_live_b', 'mlp_sandbox_b']
  assert.equal(await counted('join api_keys', () => Promise.all(asked.map(find))), 2)
})
