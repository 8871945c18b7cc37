import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { connectDatabase, type Database, type Transaction } from '../../src/database/database.ts'
import { fingerprintOf, rememberReply } from '../../src/http/remember-reply.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { hostedPage, payerOf } from './checkout/payer.ts'
import { endStory } from './money/books.ts'
import { ownProvider, succeeded } from './money/own-provider.ts'
import { dataOf, openShop, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openDesk } from './payouts/desk.ts'
import { accepted, referenceOf } from './payouts/stage.ts'
import { openTill } from './payouts/till.ts'

const provider = ownProvider()
let service: Service
let elsewhere: Database
let shop: Shop
let other: Shop
before(async () => {
  service = await startService({ environment: { ROLE: 'api' }, providers: { live: provider } })
  elsewhere = connectDatabase({ url: service.database.url, poolSize: 1, applicationName: 'elsewhere' })
  shop = await openShop(service)
  other = await openShop(service)
})
after(async () => {
  await elsewhere.end()
  await endStory(service)
})

/** Somebody's transaction that holds what it touched until it is ended. */
async function hold(work: (tx: Transaction) => Promise<unknown>) {
  const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isOpen = true
  const transaction = elsewhere.begin(async (tx) => {
    await work(tx)
    held.resolve()
    await ended.promise
  })
  await Promise.race([held.promise, transaction])
  return {
    isOpen: () => isOpen,
    async end() {
      ended.resolve()
      await transaction
      isOpen = false
    },
  }
}

const body = { amount: '10', customer_phone: somebody }

const asha = { name: 'Asha' }
const makeCustomer = (key: string) =>
  service.call('/v1/customers', { key: shop.sandboxKey, headers: { 'idempotency-key': key }, body: asha })

/** A request of the shop for a customer that takes its time, in another process. */
async function slowly(key: string) {
  const made = (await makeCustomer(randomUUID())).body.data
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const mark = {
    scope: shop.merchantId,
    environment: 'sandbox',
    key,
    fingerprint: fingerprintOf('POST', '/v1/customers', asha),
  } as const
  let isOpen = true
  const world = { ...service.world, sql: elsewhere }
  const work = () => {
    begun.resolve()
    return ended.promise.then(() => made)
  }
  const remembered = rememberReply(world, mark, () => 201, work)
  await begun.promise
  return {
    made,
    isOpen: () => isOpen,
    async end() {
      ended.resolve()
      await remembered
      isOpen = false
    },
  }
}

test('while a slow request holds a key, no other request waits for it, and one with its key waits by itself', async () => {
  const key = randomUUID()
  const slow = await slowly(key)
  const same = shop.order('ussd-push', body, { idempotencyKey: key })
  const others = await Promise.all([
    ...Array.from({ length: 5 }, () => other.order('ussd-push', body)),
    shop.order('ussd-push', body),
    other.order('ussd-push', body, { key: other.liveKey }),
  ])
  assert.deepEqual([...new Set(others.map(({ status }) => status))], [202])
  assert.ok(slow.isOpen(), 'they were all answered before the slow one')
  await slow.end()
  assert.equal(inShort(await same), '422 idempotency_key_reused')
})

test('an equal request waits for the first without a connection, and gets its reply', async () => {
  const key = randomUUID()
  const slow = await slowly(key)
  // More than there are connections, and others find one all the same.
  const repeats = Array.from({ length: 12 }, () => makeCustomer(key))
  assert.equal((await makeCustomer(randomUUID())).status, 201)
  assert.ok(slow.isOpen())
  await slow.end()
  for (const repeat of await Promise.all(repeats)) {
    assert.deepEqual([repeat.status, repeat.body.data], [201, slow.made])
    assert.equal(repeat.headers.get('idempotent-replayed'), 'true')
  }
})

test('one that has waited for five seconds is told that the first is still running', async () => {
  const key = randomUUID()
  const slow = await slowly(key)
  const [equal, collection] = await Promise.all([
    makeCustomer(key),
    shop.order('ussd-push', body, { idempotencyKey: key }),
  ])
  assert.deepEqual([equal, collection].map(inShort), [
    '409 idempotency_in_progress',
    '409 idempotency_in_progress',
  ])
  assert.ok(slow.isOpen())
  await slow.end()
})

/** Pushes that wait for the provider's word. */
async function waiting(of: Shop, count: number) {
  const pushes = Array.from({ length: count }, () => of.push({}, { key: of.liveKey }))
  return (await Promise.all(pushes)).map(({ id, provider_reference: reference }) => ({ id, reference }))
}

const tell = ({ reference }: { reference: unknown }) => provider.tell(service, reference, succeeded())

test('a row that somebody holds leaves its batch: the others are resolved, and it follows when it is free', async () => {
  const [[held], free] = [await waiting(shop, 1), await waiting(other, 5)]
  assert.ok(held)
  const lock = await hold((tx) => tx`select from collections where id = ${String(held.id)} for update`)
  const heard = tell(held)
  const others = await Promise.all(free.map(tell))
  assert.deepEqual([...new Set(others.map(({ body: { data } }) => data.status))], ['successful'])
  assert.ok(lock.isOpen())
  assert.equal((await shop.state(held.id, shop.liveKey)).status, 'processing')
  await lock.end()
  assert.equal((await heard).body.data.status, 'successful')
})

test('books that somebody holds keep their own merchant waiting, and nobody else', async () => {
  const [[held], free] = [await waiting(shop, 1), await waiting(other, 5)]
  assert.ok(held)
  const lock = await hold(
    (tx) => tx`select from ledger_accounts where merchant_id = ${shop.merchantId} for update`,
  )
  const heard = tell(held)
  const others = await Promise.all(free.map(tell))
  assert.deepEqual([...new Set(others.map(({ body: { data } }) => data.status))], ['successful'])
  assert.ok(lock.isOpen())
  await lock.end()
  assert.equal((await heard).body.data.status, 'successful')
})

test('whatever else somebody holds that one payment needs, the others in its batch do not wait for it', async () => {
  const newcomer = await openShop(service)
  const [[held], free] = [await waiting(newcomer, 1), await waiting(other, 5)]
  assert.ok(held)
  // The first payment of a merchant opens its books, which needs the merchant.
  const lock = await hold((tx) => tx`select from merchants where id = ${newcomer.merchantId} for update`)
  const [heard, ...others] = [held, ...free].map(tell)
  for (const answer of await Promise.all(others)) assert.equal(answer.body.data?.status, 'successful')
  assert.ok(lock.isOpen())
  assert.equal((await newcomer.state(held.id, newcomer.liveKey)).status, 'processing')
  await lock.end()
  assert.equal((await heard)?.body.data.status, 'successful')
})

/** How many of the service's connections wait for somebody else's lock now. */
async function waitingForLocks(): Promise<number> {
  const [row] = await service.world.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count ?? 0
}

/** Payouts that are with the provider, each of a till of its own. */
async function underWay(count: number) {
  const desk = await openDesk(service)
  provider.script.payOut = () => accepted
  const tills = await Promise.all(Array.from({ length: count }, () => openTill(service)))
  const sent = await Promise.all(tills.map(async (till) => ({ till, id: (await till.submit()).id })))
  for (const { id } of sent) assert.equal(inShort(await desk.decide(id, 'approve')), '200')
  await chaseWithdrawals(service.parts)
  return sent
}

const tellPaid = ({ id }: { id: unknown }) =>
  provider.tell(service, referenceOf(id), succeeded(), { about: 'disbursement' })

for (const [what, held] of [
  [
    'a payout',
    (id: unknown) => (tx: Transaction) => tx`select from withdrawals where id = ${String(id)} for update`,
  ],
  [
    'the books behind a payout',
    (id: unknown) => (tx: Transaction) =>
      tx`select from ledger_accounts where merchant_id = (select merchant_id from withdrawals where id = ${String(id)}) for update`,
  ],
] as const) {
  test(`whoever holds ${what} keeps no connection waiting, and no other payout`, async () => {
    const [first, second] = await underWay(2)
    assert.ok(first && second)
    const lock = await hold(held(first.id))
    // More words about it than there are connections.
    const told = Array.from({ length: 12 }, () => tellPaid(first))
    const other = await tellPaid(second)
    assert.equal(other.body.data.status, 'SUCCESS')
    const seen: number[] = []
    for (let look = 0; look < 5; look += 1) seen.push(await waitingForLocks())
    assert.ok(Math.max(...seen) <= 1, `${seen} connections waited`)
    assert.ok(lock.isOpen())
    await lock.end()
    const outcomes = (await Promise.all(told)).map(({ body: { data } }) => data.outcome)
    assert.equal(outcomes.filter((outcome) => outcome === 'applied').length, 1, outcomes.join())
    assert.equal(await first.till.status(first.id), 'SUCCESS')
  })
}

test('however many changes one merchant asks for at once, they take a few connections and leave the others', async () => {
  await shop.call('/v1/sandbox/top-up', { body: { amount: '1' } })
  const lock = await hold(
    (tx) =>
      tx`select from ledger_accounts where merchant_id = ${shop.merchantId} and environment = 'sandbox' for update`,
  )
  const many = Array.from({ length: 12 }, () => shop.call('/v1/sandbox/top-up', { body: { amount: '1' } }))
  assert.equal((await other.order('ussd-push', body)).status, 202)
  await until(async () => (await waitingForLocks()) > 0)
  const seen: number[] = []
  for (let look = 0; look < 5; look += 1) seen.push(await waitingForLocks())
  assert.ok(Math.max(...seen) <= 3, `${seen} connections waited`)
  assert.equal((await other.call('/v1/sandbox/top-up', { body: { amount: '1' } })).status, 200)
  assert.ok(lock.isOpen())
  await lock.end()
  const answers = (await Promise.all(many)).map(({ status }) => status)
  assert.deepEqual([...new Set(answers)], [200])
})

const heldForms = {
  async 'a page'() {
    const { id, path } = await hostedPage(shop)
    return {
      path,
      attempt: '1',
      lock: (tx: Transaction) => tx`select from collections where id = ${id} for update`,
    }
  },
  async 'a payment link'() {
    // Only a success touches the link, and one in ten would decline.
    await shop.call('/v1/sandbox/profile', { method: 'PATCH', body: { failure_rate: 0 } })
    const made = { merchant_id: shop.merchantId, amount: '10', single_use: true }
    const { id, public_url: url } = dataOf(await shop.call('/v1/payment-links', { body: made }))
    const lock = (tx: Transaction) => tx`select from payment_links where id = ${String(id)} for update`
    return { path: new URL(String(url)).pathname, attempt: randomUUID(), lock }
  },
}

for (const [what, open] of Object.entries(heldForms)) {
  test(`however many forms come for ${what} that somebody holds, one of them waits with a connection`, async () => {
    const { path, attempt, lock } = await open()
    const holder = await hold(lock)
    const form = { method: 'USSD_PUSH', phone: somebody, attempt }
    const forms = Array.from({ length: 12 }, () => payerOf(service).post(path, form))
    await until(async () => (await waitingForLocks()) > 0)
    assert.equal((await other.order('ussd-push', body)).status, 202)
    assert.equal(await waitingForLocks(), 1)
    await holder.end()
    for (const { status, heading } of await Promise.all(forms)) assert.equal(status, 303, heading)
  })
}

test('nor does an answer that a held payout was never seen', async () => {
  const [first] = await underWay(1)
  assert.ok(first)
  provider.script.lookUpPayOut = () => ({ kind: 'never_seen' })
  const lock = await hold((tx) => tx`select from withdrawals where id = ${String(first.id)} for update`)
  const { disbursement: ask } = service.parts.askers
  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => ask(String(first.id))))
  assert.ok(lock.isOpen())
  await lock.end()
  const faults = asked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  assert.deepEqual(
    [faults.length, ...new Set(faults)],
    [12, 'HeldByOthers: The withdrawal is held by somebody else.'],
  )
})
