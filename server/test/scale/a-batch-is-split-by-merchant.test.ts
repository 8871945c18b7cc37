import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { draftCollection, sentAtOnce } from '../../src/collections/draft-collection.ts'
import { collectionRequester, type Wish } from '../../src/collections/request-collections.ts'
import { resolveFree } from '../../src/collections/resolve-collections.ts'
import { byIndex, type Database } from '../../src/database/database.ts'
import { moneyBack, moneyIn, type Posting, post } from '../../src/ledger/ledger.ts'
import { checkBooks } from '../../src/operator/operator.ts'
import { hashOf, rangeOf } from '../../src/primitives/hash-range.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import type { World } from '../../src/world/world.ts'
import { registryOf } from '../registry-of.ts'
import { testSecret } from '../service.ts'
import { actorOf } from '../simulation/kernel/actor-of.ts'
import { ownClock, ownProvider } from '../stories/money/own-provider.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

const clock = ownClock()
const draft = {
  family: 'B',
  method: 'USSD_PUSH',
  amount: '10',
  currency: 'TZS',
  phone: '255754000001',
} as const
const merchants = Array.from({ length: 12 }, () => randomUUID())
const provider = ownProvider()
const registry = registryOf({ live: provider, sandbox: provider }, {}, clock)
const databases: TestDatabase[] = []
after(async () => {
  for (const database of databases) await database.drop()
})

test('ids are hashed as the database hashes them, and lie in ranges as Citus cuts them', async () => {
  const { sql } = await newWorld()
  const ids = Array.from({ length: 500 }, () => randomUUID())
  const rows = await sql<{ id: string; hash: number; fourth: number; third: number }[]>`
    select id, uuid_hash(id) as hash, ((uuid_hash(id)::bigint + 2147483648) / 1073741824)::int as fourth,
      least((uuid_hash(id)::bigint + 2147483648) / 1431655765, 2)::int as third
    from unnest(${ids}::uuid[]) as id`
  for (const { id, hash, fourth, third } of rows)
    assert.deepEqual(
      [hashOf(id), rangeOf(id, 4), rangeOf(id, 3), rangeOf(id, 1)],
      [hash, fourth, third, 0],
      id,
    )
  assert.throws(() => hashOf('no id at all'), TypeError)
})

async function newWorld(): Promise<World> {
  const database = await createTestDatabase()
  databases.push(database)
  const { sql } = database
  const now = clock.now()
  await sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    select id, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${now}, ${now} from unnest(${merchants}::uuid[]) as id`
  await sql`
    insert into webhook_endpoints (id, merchant_id, environment, url)
    select gen_random_uuid(), id, 'live', 'https://shop.test/hook' from unnest(${merchants}::uuid[]) as id`
  return { sql, clock, newId: idsFrom(clock), vault: vaultFrom(testSecret), baseUrl: 'http://localhost' }
}

/** The items of a batch, those of one range of merchants together, each in its order. */
function split<Item>(items: Item[], merchantOf: (item: Item) => string, ways: number): Item[][] {
  return [...Map.groupBy(items, (item) => rangeOf(merchantOf(item), ways)).values()]
}

let wishes: Wish[]
let postings: Posting[]
before(async () => {
  const world = await newWorld()
  // Several of each, in no order, as they come.
  const mixed = [...merchants, ...merchants.toReversed(), ...merchants]
  wishes = mixed.map((merchantId) => ({
    mark: { scope: merchantId, environment: 'live', key: randomUUID(), fingerprint: randomBytes(32) },
    status: 202,
    collection: sentAtOnce(
      draftCollection(world, registry, actorOf({ id: merchantId, name: 'Shop' }, 'live', clock.now()), draft),
    ),
  }))
  postings = mixed.flatMap((merchantId, place): Posting[] => {
    const book = { merchantId, environment: 'live', currency: 'TZS' } as const
    const [come, gone] = [BigInt(100 + place), BigInt(200 + 3 * place)]
    const of = (type: 'collection' | 'collection_reversal') => ({ cause: `${type}:${place}`, type, ...book })
    return [
      { ...of('collection'), direction: 'credit', amount: come, ...moneyIn('own', come) },
      { ...of('collection_reversal'), direction: 'debit', amount: gone, ...moneyBack('own', gone) },
    ]
  })
})

/** Creates, resolves and posts the same everywhere, in so many batches each, and tells all that came of it but ids and tokens that were made on the way. */
async function carryOut(ways: number) {
  const world = await newWorld()
  const { sql } = world
  const request = collectionRequester(world)
  for (const some of split(wishes, ({ mark }) => mark.scope, ways)) {
    const made = await Promise.all(some.map(request))
    assert.ok(made.every(({ replayed }) => !replayed))
  }
  const owners = new Map(wishes.map(({ collection }) => [collection.id, collection.merchant_id]))
  const reports = wishes.map(({ collection: { id } }, place) => ({
    collectionId: id,
    source: 'callback' as const,
    eventId: `event ${place % 20}`,
    word:
      place % 5 === 0
        ? {
            kind: 'failed' as const,
            reason: 'declined' as const,
            providerMessage: 'No.',
            providerStatus: 'FAILED',
          }
        : { kind: 'succeeded' as const, providerStatus: 'COMPLETED' },
  }))
  const ownerOf = (id: string) => owners.get(id) ?? ''
  for (const some of split(reports, ({ collectionId }) => ownerOf(collectionId), ways)) {
    const of = [...new Set(some.map(({ collectionId }) => ownerOf(collectionId)))]
    await sql.begin(byIndex, (tx) => resolveFree(tx, world, registry, some, of))
  }
  await assertMoneyHolds(world)
  for (const some of split(postings, ({ merchantId }) => merchantId, ways))
    await sql.begin((tx) => post(tx, world, some))
  return await tell(sql)
}

/** The shops of this test have no people, secrets or configuration; all else holds. */
async function assertMoneyHolds(world: World): Promise<void> {
  const broken = (await checkBooks(world)).filter(({ holds }) => !holds)
  assert.deepEqual(
    broken.filter(
      ({ check }) => !/^every (merchant has an owner|webhook secret|endpoint has the address)/.test(check),
    ),
    [],
  )
}

async function tell(sql: Database) {
  return {
    collections:
      await sql`select id, merchant_id, status, moves, failure_code, amount from collections order by id`,
    history: await sql`
      select merchant_id, collection_id, seq, from_status, to_status, source from collection_history order by collection_id, seq`,
    tries:
      await sql`select merchant_id, collection_id, number, provider from collection_tries order by collection_id, number`,
    transactions: await sql`
      select merchant_id, seq, type, direction, amount, balance_after, cause, collection_id from ledger_transactions order by merchant_id, seq, cause`,
    chains: await sql`
      select a.merchant_id, a.kind, a.provider, e.seq, e.amount, e.balance_after, e.merchant_id as named
      from ledger_entries e join ledger_accounts a on a.id = e.account_id order by 1, 2, 3, 4`,
    balances: await sql`
      select merchant_id, environment, currency, kind, provider, balance, entries, transactions from ledger_accounts order by 1, 2, 3, 4, 5`,
    events:
      await sql`select merchant_id, type, resource_id, sequence, regexp_replace(body, '/r/[0-9a-f]+', '/r/') as body from events order by resource_id, sequence`,
    owed: await sql`
      select d.merchant_id, e.resource_id, e.sequence, d.status from webhook_deliveries d join events e on e.id = d.event_id order by 2, 3`,
    counts: await sql`
      select merchant_id, method, status, sum(change)::int as many from collection_counts group by 1, 2, 3 order by 1, 2, 3`,
    heard: await sql`select merchant_id, provider, event_id from provider_events order by 1, 2, 3`,
    keys: await sql`select scope, environment, key, status, resource_id from idempotency_keys order by key`,
  }
}

test('batches of creates, words and postings come to the same, split by merchant into any number', async () => {
  const whole = await carryOut(1)
  assert.ok(whole.transactions.length > 90)
  assert.ok(whole.owed.length > 30)
  assert.ok(new Set(whole.collections.map(({ status }) => status)).size > 1)
  for (const ways of [2, 3, 7]) {
    const parts = await carryOut(ways)
    for (const [what, rows] of Object.entries(whole))
      assert.deepEqual(parts[what as keyof typeof whole], rows, `${what}, split into ${ways}`)
  }
})
