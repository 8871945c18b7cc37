import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { type ListQuery, readNumberedPage } from '../http/http.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { moneyIn, type Posting, post, type TransactionFilter, transactionList } from './ledger.ts'

let database: TestDatabase
let world: World
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret for tests that is long enough to be one')
  const newId = idsFrom(systemClock)
  world = { sql: database.sql, clock: systemClock, newId, vault, baseUrl: 'http://localhost' }
})
after(() => database.drop())

async function newMerchant(): Promise<string> {
  const id = world.newId()
  const now = world.clock.now()
  await world.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${id}, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${now}, ${now})`
  return id
}

function posting(merchantId: string, changes: Partial<Posting> = {}): Posting {
  return {
    cause: `test:${world.newId()}`,
    type: 'collection',
    direction: 'credit',
    amount: 100n,
    merchantId,
    environment: 'live',
    currency: 'TZS',
    ...moneyIn('simulated', 100n),
    ...changes,
  }
}

const commit = (...postings: Posting[]) => world.sql.begin((tx) => post(tx, world, postings))

test('a list is filtered, counted and walked', async () => {
  const id = await newMerchant()
  await commit(...Array.from({ length: 5 }, (_, n) => posting(id, { reference: `order-${n % 2}` })))
  await commit(posting(id, { environment: 'sandbox' }))
  const books = { merchantId: id, environment: 'live' as const }
  const read = (filter: TransactionFilter, query: ListQuery) =>
    readNumberedPage(world.sql, query, transactionList(world.sql, books, filter))
  const first = await read({}, { page_size: 3 })
  assert.deepEqual([first.items.length, first.total], [3, 5])
  const rest = await read({}, { page_size: 3, cursor: first.next_cursor ?? '' })
  assert.deepEqual([rest.items.length, rest.total, rest.next_cursor], [2, null, null])
  const count = async (filter: TransactionFilter) => (await read(filter, {})).total
  const at = new Date(first.items[0]?.created_at ?? '')
  assert.equal(await count({ reference: 'order-1' }), 2)
  assert.equal(await count({ type: 'deposit' }), 0)
  assert.equal(await count({ direction: 'credit' }), 5)
  assert.equal(await count({ from: at }), 5)
  assert.equal(await count({ to: at }), 0)
  assert.equal(await count({ currency: 'KES' }), 0)
})

test('a list is in the order of the book, whatever the clocks of those who wrote it said', async () => {
  const id = await newMerchant()
  const books = { merchantId: id, environment: 'live' as const }
  const now = Date.now()
  for (const laterMs of [0, -5_000, 4_000, -3_000]) {
    const clock = { now: () => new Date(now + laterMs) }
    const skewed = { ...world, clock, newId: idsFrom(clock) }
    await world.sql.begin((tx) => post(tx, skewed, [posting(id)]))
  }
  const read = (query: ListQuery, filter: TransactionFilter = {}) =>
    readNumberedPage(world.sql, query, transactionList(world.sql, books, filter))
  const balances = async (query: ListQuery, filter?: TransactionFilter) =>
    (await read(query, filter)).items.map((item) => item.balance_after)
  const whole = await balances({})
  assert.deepEqual(whole, whole.toSorted().reverse())
  assert.deepEqual(await balances({ page: 2, page_size: 2 }), whole.slice(2))
  const { next_cursor: cursor } = await read({ page_size: 2 })
  assert.deepEqual(await balances({ page_size: 2, cursor: cursor ?? '' }), whole.slice(2))
  // Nobody is left out of a period because a neighbour in the book has another clock.
  assert.deepEqual(await balances({}, { from: new Date(now - 4_000) }), [whole[0], whole[1], whole[3]])
  assert.deepEqual(await balances({}, { to: new Date(now) }), [whole[0], whole[2]])
})
