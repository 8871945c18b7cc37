import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../../test/service.ts'
import { endStory } from '../../test/stories/money/books.ts'
import {
  declined,
  type OwnProvider,
  ownClock,
  ownProvider,
  succeeded,
  workOnce,
} from '../../test/stories/money/own-provider.ts'
import { openShop, type Shop } from '../../test/stories/money/shop.ts'
import { Refusal } from '../primitives/refusal.ts'
import { beginTry, type TryWish } from './begin-try.ts'

const clock = ownClock()
let provider: OwnProvider
let service: Service
let shop: Shop
before(async () => {
  provider = ownProvider({ can: { methods: ['USSD_PUSH', 'DYNAMIC_QR'] } })
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  shop = await openShop(service)
})
after(() => endStory(service))

async function hosted(): Promise<string> {
  return String((await shop.collect('', { amount: 1500 }, { key: shop.liveKey })).collection_id)
}

type Wish = Partial<Pick<TryWish, 'method' | 'phone' | 'attempt'>>

const begin = (collectionId: string, wish: Wish = {}) =>
  service.world.sql.begin((tx) =>
    beginTry(tx, service.world, service.parts.registry, {
      collectionId,
      method: 'USSD_PUSH',
      phone: '0712345678',
      attempt: randomUUID(),
      ...wish,
    }),
  )

const pick = async (collectionId: string, wish: Wish = {}) => (await begin(collectionId, wish)).collection

const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

/** All that a pick may touch. */
async function written(id: string) {
  const { sql } = service.world
  return {
    row: (await sql`select * from collections where id = ${id}`)[0],
    tries: [
      ...(await sql`
        select number, provider, provider_reference, method from collection_tries where collection_id = ${id}`),
    ],
    history: [
      ...(await sql`
        select from_status, to_status, source from collection_history where collection_id = ${id} order by seq`),
    ],
    counts: [
      ...(await sql`
        select method, status, sum(change)::int as many from collection_counts
        where merchant_id = ${shop.merchantId} group by 1, 2 having sum(change) <> 0 order by 1, 2`),
    ],
  }
}

test('a way to pay begins the collection and its first try, at once due, by the customer', async () => {
  const id = await hosted()
  const earlier = await written(id)
  assert.deepEqual([earlier.row?.status, earlier.row?.due_at, earlier.tries], ['created', null, []])
  clock.pass(60_000)
  const picked = await pick(id)
  const { row, tries, history, counts } = await written(id)
  assert.deepEqual(row, { ...row, ...picked }, 'what is answered is what is written')
  assert.deepEqual(
    [row?.status, row?.method, row?.customer_phone, row?.provider, row?.due_at],
    ['processing', 'USSD_PUSH', '255712345678', 'own', clock.now()],
  )
  const reference = row?.provider_reference
  assert.deepEqual(tries, [
    { number: 1, provider: 'own', provider_reference: reference, method: 'USSD_PUSH' },
  ])
  assert.deepEqual(history.at(-1), { from_status: 'created', to_status: 'processing', source: 'customer' })
  assert.deepEqual(counts, [{ method: 'USSD_PUSH', status: 'processing', many: 1 }])
  assert.equal(provider.orders.length, 0, 'nothing is sent while the transaction is open')

  provider.script.collect = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  await workOnce(service)
  assert.deepEqual(
    provider.orders.map((order) => [order.reference, order.method, order.phone]),
    [[reference, 'USSD_PUSH', '255712345678']],
  )
  const told = await provider.tell(service, reference, succeeded(150_000n))
  assert.equal(told.body.data.status, 'successful')
  assert.deepEqual(await shop.events(id), ['collection.successful'])
  assert.equal((await shop.balance('live')).available, '1500.00')
})

test('who picks twice is refused, and the first choice stays', async () => {
  const id = await hosted()
  await pick(id)
  const first = await written(id)
  await assert.rejects(pick(id, { method: 'DYNAMIC_QR', phone: null }), refusedWith('invalid_state'))
  assert.deepEqual(await written(id), first)
})

test('of two who pick at once one is refused', async () => {
  const id = await hosted()
  const picks = await Promise.allSettled([pick(id), pick(id, { method: 'DYNAMIC_QR' })])
  assert.deepEqual(picks.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await written(id)).tries.length, 1)
})

test('a way that nobody carries is refused, and nothing has changed', async () => {
  const id = await hosted()
  const before = await written(id)
  await assert.rejects(pick(id, { method: 'STK_PUSH' }), refusedWith('validation_error'))
  await assert.rejects(pick(service.world.newId()), refusedWith('not_found'))
  await assert.rejects(pick('no id'), refusedWith('not_found'))
  for (const phone of ['', 'junk', '0712 345', "'; drop table", '1'.repeat(300_000)])
    await assert.rejects(pick(id, { phone }), refusedWith('validation_error'))
  for (const attempt of ['', 'a'.repeat(101)])
    await assert.rejects(pick(id, { attempt }), refusedWith('validation_error'))
  assert.deepEqual(await written(id), before)
})

test('the try is of whoever carries such payments when it is picked, not when the page was made', async () => {
  const id = await hosted()
  const newer = ownProvider({ name: 'newer', collect: () => succeeded(150_000n) })
  const later = await startService({
    clock,
    environment: { ROLE: 'api' },
    providers: { live: newer },
    adapters: { own: () => provider },
    database: service.database,
  })
  try {
    const { sql } = later.world
    await sql.begin((tx) =>
      beginTry(tx, later.world, later.parts.registry, {
        collectionId: id,
        method: 'USSD_PUSH',
        phone: '0712345678',
        attempt: 'one',
      }),
    )
    await workOnce(later)
    const { row, tries } = await written(id)
    assert.deepEqual([row?.provider, tries[0]?.provider, row?.status], ['newer', 'newer', 'successful'])
    const isIt = ({ reference }: { reference: string }) => reference === row?.provider_reference
    assert.deepEqual([newer.orders.filter(isIt).length, provider.orders.filter(isIt).length], [1, 0])
  } finally {
    await later.stop()
  }
})

test('after a definite failure another try begins, under a reference of its own, and pays', async () => {
  const id = await hosted()
  const first = await begin(id)
  provider.script.collect = () => declined
  await workOnce(service)
  const failed = await written(id)
  assert.deepEqual([failed.row?.status, failed.row?.failure_code], ['processing', null])
  assert.deepEqual(failed.row?.ends_at, new Date(clock.now().getTime() + 15 * 60_000))
  assert.deepEqual(failed.row?.due_at, failed.row?.ends_at, 'whoever looked after it has left it so')
  assert.deepEqual(await shop.events(id), [], 'a try that failed is announced to nobody')

  const second = await begin(id, { phone: '0712345679' })
  assert.deepEqual([second.isNew, second.tried.number], [true, 2])
  assert.notEqual(second.tried.provider_reference, first.tried.provider_reference)
  provider.script.collect = () => succeeded(150_000n)
  await workOnce(service)
  const paid = await written(id)
  assert.deepEqual(
    [paid.row?.status, paid.row?.provider_reference, paid.row?.customer_phone, paid.row?.ends_at],
    ['successful', second.tried.provider_reference, '255712345679', null],
  )
  assert.deepEqual(await shop.events(id), ['collection.successful'])
  const states = await service.world
    .sql`select state, failure_code from collection_tries where collection_id = ${id} order by number`
  assert.deepEqual(
    [...states],
    [
      { state: 'failed', failure_code: 'declined' },
      { state: 'paid', failure_code: null },
    ],
  )
  assert.deepEqual(
    paid.history.map(({ to_status: to, source }) => `${to} by ${source}`),
    [
      'created by caller',
      'processing by customer',
      'processing by reply',
      'processing by customer',
      'successful by reply',
    ],
  )
})
