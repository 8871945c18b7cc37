import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Environment, environments, operations } from '@malipo/contract'
import { apiKeyFinder } from '../src/auth/find-api-keys.ts'
import { type CollectionRow, routes } from '../src/collections/collections.ts'
import { draftCollection, sentAtOnce } from '../src/collections/draft-collection.ts'
import { collectionRequester } from '../src/collections/request-collections.ts'
import { readConfig } from '../src/config.ts'
import { hintTaker, type LookUp, lookUpWorker } from '../src/evidence/evidence.ts'
import { holdDrafts } from '../src/invoices/invoices.ts'
import { createInvoice } from '../src/invoices/write-invoices.ts'
import { deposit } from '../src/ledger/ledger.ts'
import { makeMerchant } from '../src/operator/operator.ts'
import { assembleParts, type Parts } from '../src/parts.ts'
import { idsFrom } from '../src/primitives/id.ts'
import { vaultFrom } from '../src/primitives/seal.ts'
import { callbackSigner } from '../src/providers/simulated/sign.ts'
import { compileRules } from '../src/risk/compile-rules.ts'
import { createLog } from '../src/telemetry/telemetry.ts'
import type { World } from '../src/world/world.ts'
import { password, testSecret } from './service.ts'
import { actorOf } from './simulation/kernel/actor-of.ts'
import { guardDatabase } from './simulation/kernel/guarded-database.ts'
import { ownClock } from './stories/money/own-provider.ts'
import { until } from './test-clusters.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

type Shop = { id: string; name: string }

let database: TestDatabase
let world: World
let parts: Parts
let request: ReturnType<typeof collectionRequester>
let shop: Shop
let full: Shop
const statements: string[] = []
const clock = ownClock()
/** Ends what waits for a row that somebody holds. */
const patience = Promise.withResolvers<void>()
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
  const [newId, vault] = [idsFrom(clock), vaultFrom(testSecret)]
  world = { sql, clock, newId, vault, baseUrl: 'http://localhost', pause: () => patience.promise }
  parts = assembleParts(readConfig({ ROLE: 'api' }), world, createLog({ level: 'silent' }))
  request = collectionRequester(world)
  shop = await open('shop')
  full = await open('full')
})
after(() => database.drop())

async function open(name: string): Promise<Shop> {
  const wish = { name, email: `${name}@duka.test`, password, isVerified: true }
  const made = await world.sql.begin((tx) => makeMerchant(tx, world, wish))
  return { id: made.merchant_id, name }
}

/** How many statements hold these words while the work is done. */
async function counted(words: string, work: () => Promise<unknown>): Promise<number> {
  statements.length = 0
  await work()
  return statements.filter((text) => text.includes(words)).length
}

function wishOf(merchant: Shop, environment: Environment) {
  const draft = {
    family: 'B',
    method: 'USSD_PUSH',
    amount: '10',
    currency: 'TZS',
    // Approves by itself, in both.
    phone: '255700000001',
  } as const
  const caller = actorOf(merchant, environment, clock.now())
  const mark = { scope: merchant.id, environment, key: randomUUID(), fingerprint: randomBytes(32) } as const
  return { mark, status: 202, collection: sentAtOnce(draftCollection(world, parts.registry, caller, draft)) }
}

const order = (row: CollectionRow) =>
  parts.registry.ask(row, 'collect', (provider, signal) =>
    provider.collect(
      {
        reference: row.provider_reference,
        merchantId: row.merchant_id,
        merchantName: 'Duka',
        method: 'USSD_PUSH',
        amount: row.amount,
        currency: row.currency,
        phone: row.customer_phone,
        expiresAt: null,
        description: null,
      },
      signal,
    ),
  )

const word = { kind: 'succeeded', providerStatus: 'COMPLETED' } as const
const report = (row: CollectionRow) => parts.resolve({ collectionId: row.id, source: 'callback', word }, row)

test('what comes at the same moment shares a batch with its own environment, and with no other', async () => {
  const wishes = [...environments, ...environments].map((environment) => wishOf(shop, environment))
  const rows = wishes.map(({ collection }) => collection)
  const requests = await counted('insert into idempotency_keys', () => Promise.all(wishes.map(request)))
  const orders = await counted('insert into network_payments', () => Promise.all(rows.map(order)))
  const resolved = await counted('for update of c', () => Promise.all(rows.map(report)))
  assert.deepEqual({ requests, orders, resolved }, { requests: 2, orders: 2, resolved: 2 })
})

/** With a draft of its own, which it issues. */
async function issuingWish(environment: Environment) {
  const wish = wishOf(shop, environment)
  const items = [{ description: 'Sugar', quantity: '1', unit_price: '10' }]
  const asha = { customer_name: 'Asha', customer_phone: '0712345678' }
  const bill = { merchant_id: shop.id, ...asha, due_date: '2099-12-31', items }
  const caller = actorOf(shop, environment, clock.now())
  const { id } = await world.sql.begin((tx) => createInvoice(tx, world, parts.registry, caller, bill))
  const { amount, currency } = wish.collection
  const about = { merchantId: shop.id, environment, method: 'USSD_PUSH', amount, currency } as const
  return { ...wish, draft: { id, ...about } }
}

test('payments that issue invoices share a batch with those of their environment', async () => {
  const wishes = await Promise.all([...environments, ...environments].map(issuingWish))
  const ask = collectionRequester(world, (tx, drafts) => holdDrafts(tx, world, drafts))
  assert.equal(await counted('insert into idempotency_keys', () => Promise.all(wishes.map(ask))), 2)
  const issued = await database.sql`select from invoices where merchant_id = ${shop.id} and status = 'SENT'`
  assert.equal(issued.count, 4)
})

test('one request in two processes is one payment, also where the second counts when the first is written', async () => {
  const rule = {
    id: randomUUID(),
    version: 1,
    ships: null,
    name: 'One',
    merchantId: null,
    action: 'block',
  } as const
  const when = { field: 'payer_count_10m', is: 'more_than', value: '1' } as const
  const plan = compileRules([{ ...rule, when, appliesTo: 'collections', mode: 'on' }])
  const wish = { ...wishOf(await open('once'), 'live'), rules: plan.atRequest('collections', shop.id) }
  let lastSent = ''
  const slow = guardDatabase(database.sql, {
    async pass(work) {
      if (lastSent.includes("pg_try_advisory_xact_lock(hashtextextended('risk")) await request(wish)
      return await work()
    },
    hold: (work) => work(),
    alter(sent) {
      lastSent = sent.texts.join('?')
      return sent
    },
    labelOf: () => null,
  })
  const twin = { ...wish, collection: { ...wish.collection, id: world.newId() } }
  const second = await collectionRequester({ ...world, sql: slow })(twin)
  assert.deepEqual([second.collection.id, second.replayed], [wish.collection.id, true])
})

test('keys of the two are looked up apart', async () => {
  const find = apiKeyFinder(world.sql, clock)
  const asked = ['mlp_live_a', 'mlp_sandbox_a', 'mlp_live_b', 'mlp_sandbox_b']
  assert.equal(
    await counted('join api_keys', () =>
      Promise.all(asked.map((key) => find({ key, address: '127.0.0.1' }))),
    ),
    2,
  )
})

test('and so are collections whose status is asked for', async () => {
  const wishes = [...environments, ...environments].map((environment) => wishOf(shop, environment))
  await Promise.all(wishes.map(request))
  const read = routes(parts).find(({ operation }) => operation.id === operations.readCollectionStatus.id)
  const ask = ({ collection: { id, environment } }: (typeof wishes)[number]) => {
    const call = { params: { collection_id: id }, caller: actorOf(shop, environment, clock.now()) }
    return read?.handle(call as never)
  }
  const asked = () => Promise.all(wishes.map(ask))
  assert.equal(await counted('select * from collections where id = any', asked), 2)
})

test('what comes at the doors of providers is kept apart and noted apart, and so are hints', async () => {
  const subjects = environments.map((environment) => ({
    subjectId: randomUUID(),
    about: 'collection' as const,
    environment,
    provider: parts.registry.routeFor({ environment, merchantId: shop.id })?.name ?? '',
  }))
  const hint = hintTaker(world)
  const hints = await counted('insert into due_look_ups', () => Promise.all(subjects.map(hint)))
  await database.sql`delete from due_look_ups`
  const sign = callbackSigner(world.vault)
  /** A genuine word about nothing of ours, or one that nobody signed. */
  const tell = (provider: string, isSigned: boolean) => {
    const body = JSON.stringify({ event_id: randomUUID(), provider_reference: 'MLPNONE' })
    const headers: Record<string, string> = isSigned ? { 'x-provider-signature': sign(body) } : {}
    return parts.callbacks.take(provider, { headers, body: Buffer.from(body) })
  }
  const names = subjects.map(({ provider }) => provider)
  const kept = await counted('insert into provider_callbacks', () =>
    Promise.all(names.map((name) => tell(name, true))),
  )
  const noted = statements.filter((text) => text.includes('set handled_at')).length
  const unproven = await counted('insert into unproven_callbacks', () =>
    Promise.allSettled(names.map((name) => tell(name, false))),
  )
  assert.deepEqual({ hints, kept, noted, unproven }, { hints: 2, kept: 2, noted: 2, unproven: 2 })
})

test('while the news of a live payment waits for its row, the sandbox is played on', async () => {
  const made = async (environment: Environment) => {
    const { collection } = await request(wishOf(shop, environment))
    await order(collection)
    clock.pass(1_000)
    return collection
  }
  const held = await made('live')
  const played: Promise<void>[] = []
  try {
    await database.sql.begin(async (tx) => {
      await tx`select from collections where id = ${held.id} for update`
      played.push(parts.play('live'))
      await until(() => statements.some((text) => text.includes('insert into provider_callbacks')))
      const { id } = await made('sandbox')
      played.push(parts.play('sandbox'))
      await until(async () => {
        const [row] = await tx<CollectionRow[]>`select status from collections where id = ${id}`
        return row?.status === 'successful'
      })
    })
  } finally {
    patience.resolve()
  }
  await Promise.all(played)
})

test('a provider that hangs when it is asked again fills its own places, and the sandbox is asked', async () => {
  const hint = hintTaker(world)
  const live = { about: 'collection', environment: 'live', provider: 'own' } as const
  const sandbox = { about: 'disbursement', environment: 'sandbox', provider: 'sandbox' } as const
  const hints: LookUp[] = [...Array<typeof live>(12).fill(live), sandbox].map((one) => ({
    ...one,
    subjectId: world.newId(),
  }))
  for (const one of hints) {
    await hint(one)
    clock.pass(1)
  }
  const asked = { collection: 0, disbursement: 0 }
  const hanging = Promise.withResolvers<'answered'>()
  const askers = {
    collection() {
      asked.collection += 1
      return hanging.promise
    },
    async disbursement() {
      asked.disbursement += 1
      return 'answered' as const
    },
  }
  const worker = lookUpWorker(world, askers, (error) => assert.fail(String(error)))
  await worker.round()
  await worker.round()
  assert.deepEqual(asked, { collection: 10, disbursement: 1 })
  hanging.resolve('answered')
  await worker.settled()
})

test('one that spoils a batch is found in few tries, and its merchant’s next payments spoil no batch of others', async () => {
  const book = { merchantId: full.id, environment: 'live', currency: 'TZS' } as const
  const filled = { ...book, amount: 999_999_999_999_999n, cause: 'full', reference: null, description: null }
  await world.sql.begin((tx) => deposit(tx, world, filled))
  /** One payment of the full one among thirty-one others: how they end, and how many transactions it took. */
  async function round() {
    const wishes = Array.from({ length: 32 }, (_, at) => wishOf(at === 20 ? full : shop, 'live'))
    const rows = (await Promise.all(wishes.map(request))).map(({ collection }) => collection)
    let failed = 0
    const batches = await counted('for update of c', async () => {
      const ends = await Promise.allSettled(rows.map(report))
      failed = ends.filter(({ status }) => status === 'rejected').length
    })
    return { batches, failed }
  }
  const first = await round()
  assert.equal(first.failed, 1)
  assert.ok(first.batches <= 11, `${first.batches} transactions`)
  assert.deepEqual(await round(), { failed: 1, batches: 2 }, 'one for the others, one for the full one')
})
