import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { collectionResolver } from '../src/collections/collections.ts'
import { draftCollection } from '../src/collections/draft-collection.ts'
import { collectionRequester } from '../src/collections/request-collections.ts'
import { deposit } from '../src/ledger/ledger.ts'
import { makeMerchant } from '../src/operator/operator.ts'
import { systemClock } from '../src/primitives/clock.ts'
import { idsFrom } from '../src/primitives/id.ts'
import { vaultFrom } from '../src/primitives/seal.ts'
import type { World } from '../src/world/world.ts'
import { registryOf } from './registry-of.ts'
import { password, testSecret } from './service.ts'
import { actorOf } from './simulation/kernel/actor-of.ts'
import { guardDatabase } from './simulation/kernel/guarded-database.ts'
import { ownProvider } from './stories/money/own-provider.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
let world: World
let merchants: { id: string; name: string }[]
let batches = 0
before(async () => {
  database = await createTestDatabase()
  const sql = guardDatabase(database.sql, {
    pass: async (work) => await work(),
    hold: (work) => work(),
    alter(sent) {
      if (sent.texts.some((text) => text.includes('for update of c'))) batches += 1
      return sent
    },
    labelOf: () => null,
  })
  const newId = idsFrom(systemClock)
  world = { sql, clock: systemClock, newId, vault: vaultFrom(testSecret), baseUrl: 'http://localhost' }
  merchants = await Promise.all(
    ['full', 'other'].map(async (name) => {
      const wish = { name, email: `${name}@duka.test`, password, isVerified: true }
      const made = await world.sql.begin((tx) => makeMerchant(tx, world, wish))
      return { id: made.merchant_id, name }
    }),
  )
})
after(() => database.drop())

test('one that spoils a batch is found in few tries, and its merchant’s next payments spoil no batch of others', async () => {
  const [full, other] = merchants
  assert.ok(full && other)
  const [bad, good] = [full, other]
  const book = { merchantId: full.id, environment: 'live', currency: 'TZS' } as const
  const filled = { ...book, amount: 999_999_999_999_999n, cause: 'full', reference: null, description: null }
  await world.sql.begin((tx) => deposit(tx, world, filled))
  const provider = ownProvider()
  const registry = registryOf({ live: provider, sandbox: provider })
  const [request, resolve] = [collectionRequester(world), collectionResolver(world, registry)]
  const draft = {
    family: 'B',
    method: 'USSD_PUSH',
    amount: '10',
    currency: 'TZS',
    phone: '255712345678',
  } as const
  const push = async (merchant: typeof full) => {
    const caller = actorOf(merchant, 'live', world.clock.now())
    const collection = draftCollection(world, registry, caller, draft, 60_000)
    const mark = {
      scope: merchant.id,
      environment: 'live',
      key: randomUUID(),
      fingerprint: randomBytes(32),
    } as const
    return (await request({ mark, status: 202, collection })).collection
  }
  /** One payment of the full one among thirty-one others: how they end, and how many transactions it took. */
  async function round() {
    const rows = await Promise.all(Array.from({ length: 32 }, (_, at) => push(at === 20 ? bad : good)))
    batches = 0
    const word = { kind: 'succeeded', providerStatus: 'COMPLETED' } as const
    const ends = await Promise.allSettled(
      rows.map((row) => resolve({ collectionId: row.id, source: 'callback', word }, row)),
    )
    return { batches, failed: ends.filter(({ status }) => status === 'rejected').length }
  }
  const first = await round()
  assert.equal(first.failed, 1)
  assert.ok(first.batches <= 11, `${first.batches} transactions`)
  assert.deepEqual(await round(), { failed: 1, batches: 2 }, 'one for the others, one for the full one')
})
