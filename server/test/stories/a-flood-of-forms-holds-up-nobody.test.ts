import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectionResolver } from '../../src/collections/collections.ts'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { type Reply, type Service, startService } from '../service.ts'
import { hostedPage, type Payer, payerOf } from './checkout/payer.ts'
import { endStory } from './money/books.ts'
import { ownProvider, succeeded } from './money/own-provider.ts'
import { dataOf, type Fields, openShop, type Shop } from './money/shop.ts'

const provider = ownProvider({ cancel: () => ({ kind: 'unknown', because: 'silence' }) })
let service: Service
let shop: Shop
let other: Shop
let payer: Payer
before(async () => {
  service = await startService({ environment: { ROLE: 'api' }, providers: { live: provider } })
  shop = await openShop(service)
  other = await openShop(service)
  payer = payerOf(service)
  // Whatever is done for the first time is not what is measured.
  await pushesDuring(Promise.resolve())
})
after(() => endStory(service))

const forms = howMuch({ test: 50, proveShort: 100, prove: 200 })
const phoneOf = (n: number) => `0712${String(100_000 + n)}`
const push = { method: 'USSD_PUSH', phone: phoneOf(0), attempt: '1' }

async function madeBy(path: string, body: Fields): Promise<string> {
  const made = await shop.call(path, { key: shop.liveKey, body: { merchant_id: shop.merchantId, ...body } })
  return new URL(String(dataOf(made).public_url)).pathname
}
const link = (body: Fields = {}) => madeBy('/v1/payment-links', { amount: '1500', ...body })
const tried = async () => {
  const { path } = await hostedPage(shop)
  await payer.send(path, push)
  return path
}

/** Each is a page, and how its form is sent by the n-th of many at once. */
const floods: Record<string, () => Promise<(n: number) => ReturnType<Payer['post']>>> = {
  'ways to pay on one page': async () => {
    const { path } = await hostedPage(shop)
    return () => payer.post(path, push)
  },
  'other ways on one page': async () => {
    const path = await tried()
    return () => payer.post(`${path}/another-way`, {})
  },
  'checks of one page': async () => {
    const path = await tried()
    return () => payer.post(`${path}/check`, {})
  },
  'ways out of one page': async () => {
    const { path } = await hostedPage(shop)
    return () => payer.post(`${path}/leave`, {})
  },
  'payers of one link': async () => {
    const path = await link()
    return (n) => payer.post(path, { ...push, phone: phoneOf(n), attempt: randomUUID() })
  },
  'payers of a link that can be paid once': async () => {
    const path = await link({ single_use: true })
    return (n) => payer.post(path, { ...push, phone: phoneOf(n), attempt: randomUUID() })
  },
}

/** How long pushes of somebody else take, one after another, for as long as something goes on. */
async function pushesDuring(work: Promise<unknown>): Promise<number[]> {
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  const took: number[] = []
  while (!isOver || took.length < 3) {
    const began = performance.now()
    const answer = await other.order(
      'ussd-push',
      { amount: '10', customer_phone: phoneOf(1) },
      { key: other.liveKey },
    )
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    took.push(performance.now() - began)
  }
  return took.sort((a, b) => a - b)
}

for (const [what, open] of Object.entries(floods)) {
  test(`${forms} ${what} at once: somebody else is paid meanwhile`, async (context) => {
    const send = await open()
    const began = performance.now()
    const flood = Promise.all(Array.from({ length: forms }, (_, n) => send(n)))
    const { pool } = service.world.sql
    let most = 0
    const onAcquire = () => {
      most = Math.max(most, pool.totalCount - pool.idleCount)
    }
    pool.on('acquire', onAcquire)
    const took = await pushesDuring(flood)
    pool.off('acquire', onAcquire)
    const answers = Map.groupBy(await flood, ({ status }) => status)
    const told = [...answers].map(([status, some]) => `${some.length} × ${status}`).join(', ')
    const [slowest = 0, middle = 0] = [took.at(-1), took[took.length >> 1]]
    tellProof(
      context,
      `${forms} ${what} in ${Math.round(performance.now() - began)} ms (${told}; ${most} connections), pushes of somebody else ${Math.round(middle)} ms, ${Math.round(slowest)} ms at most`,
    )
    assert.deepEqual(
      [...answers.keys()].filter((status) => status >= 429),
      [],
    )
    assert.ok(most < service.parts.config.poolSizes.money, `${most} connections`)
    // Whoever had to wait for the flood would wait for most of it, however slow the machine.
    const floodMs = performance.now() - began
    assert.ok(middle < Math.max(1_000, floodMs / 4), `${middle} of ${floodMs} ms`)
  })
}

for (const isOfLink of [false, true]) {
  const whose = isOfLink ? 'of one link' : 'of no link'
  test(`many payments ${whose} at once are resolved without holding up those of somebody else`, async (context) => {
    const many = howMuch({ test: 30, proveShort: 100, prove: 300 })
    const { world, parts } = service
    const linkId = isOfLink ? await linkOf(await link()) : undefined
    const paid = (of: Shop, n: number, body: Fields) =>
      of.order('ussd-push', { amount: '1500', customer_phone: phoneOf(n), ...body }, { key: of.liveKey })
    const flood = await Promise.all(
      Array.from({ length: many }, (_, n) => paid(shop, n, { payment_link_id: linkId })),
    )
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => paid(other, n, {})))
    // Two doors, as of two processes, whose batches meet at the one row of the link.
    const doors = [parts.resolve, collectionResolver(world, parts.registry)]
    const tell = (answer: Reply, n: number, of: Shop) =>
      doors[n % 2]?.(
        { collectionId: String(dataOf(answer).id), source: 'callback', word: succeeded() },
        { merchant_id: of.merchantId, environment: 'live' },
      )
    const began = performance.now()
    const resolved = Promise.all(flood.map((answer, n) => tell(answer, n, shop)))
    let slowest = 0
    for (const [n, answer] of others.entries()) {
      const from = performance.now()
      assert.equal((await tell(answer, n, other))?.collection.status, 'successful')
      slowest = Math.max(slowest, performance.now() - from)
    }
    await resolved
    tellProof(
      context,
      `${many} payments ${whose} in ${Math.round(performance.now() - began)} ms, those of somebody else ${Math.round(slowest)} ms at most`,
    )
    assert.ok(slowest < 15_000, `${slowest} ms`)
    if (linkId === undefined) return
    const [row] = await world.sql<{ paid_count: number }[]>`
      select paid_count from payment_links where id = ${linkId}`
    assert.equal(row?.paid_count, many)
  })
}

test('a merchant and its payers together leave connections to the changes of others', async () => {
  const topUp = (of: Shop) => of.call('/v1/sandbox/top-up', { body: { amount: '1' } })
  await topUp(shop)
  const pages = await Promise.all(Array.from({ length: 4 }, () => hostedPage(shop)))
  const waiting = await service.world.sql.begin(async (tx) => {
    await tx`select from ledger_accounts where merchant_id = ${shop.merchantId} for update`
    await tx`select from collections where id = any(${pages.map(({ id }) => id)}::uuid[]) for update`
    const held = pages.flatMap(({ path }) => [
      topUp(shop).then(({ status }) => status),
      payer.post(`${path}/leave`, {}).then(({ status }) => status),
    ])
    await sleep(300)
    assert.equal(await Promise.race([topUp(other).then(({ status }) => status), sleep(2_000, 'waits')]), 200)
    return held
  })
  assert.deepEqual([...new Set(await Promise.all(waiting))].sort(), [200, 303])
})

test('whoever hangs up before the page is found takes no place from those who listen', async () => {
  const { path } = await hostedPage(shop)
  const { text: version } = await payer.load(`${path}/version`)
  const listen = (signal: AbortSignal) =>
    fetch(`${service.url}${path}/changes?version=${version}`, { signal }).then(
      ({ status }) => status,
      () => 'hung up',
    )
  const hangUp = new AbortController()
  const gone = await service.database.sql.begin(async (tx) => {
    await tx`lock table collections in access exclusive mode`
    const asking = [1, 2, 3, 4, 5, 6].map(() => listen(hangUp.signal))
    await sleep(100)
    hangUp.abort()
    await sleep(50)
    return Promise.all(asking)
  })
  assert.deepEqual([...new Set(gone)], ['hung up'])
  await sleep(100)
  const staying = new AbortController()
  assert.equal(await listen(staying.signal), 200)
  staying.abort()
})

async function linkOf(path: string): Promise<string | undefined> {
  const [row] = await service.world.sql<{ id: string }[]>`
    select id from payment_links where token = ${path.split('/').at(-1) ?? ''}`
  return row?.id
}
