import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import { ownClock, workOnce } from './money/own-provider.ts'
import { balanceOf, dataOf, type Fields, inWords, openShop, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const clock = ownClock()
let service: Service
let admin: Awaited<ReturnType<typeof hireAdmin>>
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' } })
  admin = await hireAdmin(service)
})
after(() => endStory(service))

/** A shop whose callbacks always go wrong in this way. */
async function shopWith(mishap: Fields, profile: Fields = {}): Promise<Shop> {
  const shop = await openShop(service)
  await shop.call('/v1/sandbox/profile', { method: 'PATCH', body: { failure_rate: 0, ...profile } })
  const changed = await shop.call('/v1/sandbox/switchboard', { method: 'PATCH', body: mishap })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  return shop
}

async function push(shop: Shop, body: Fields = {}): Promise<unknown> {
  const { collection_id: id } = await shop.collect('wallet-push', { amount: 100, phone: somebody, ...body })
  return id
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await workOnce(service)
    clock.pass(100)
  }
  await workOnce(service)
}

test('the switchboard is quiet by default and takes shares from 0 to 1', async () => {
  const shop = await openShop(service)
  const path = '/v1/sandbox/switchboard'
  assert.deepEqual(dataOf(await shop.call(path)), {
    lost: 0,
    late: 0,
    twice: 0,
    out_of_order: 0,
    contradicting: 0,
    badly_signed: 0,
    late_by_ms: 30_000,
  })
  for (const body of [{ lost: 2 }, { late: -1 }, { late_by_ms: 1.5 }, { early: 1 }, {}]) {
    assert.equal(inShort(await shop.call(path, { method: 'PATCH', body })), '422 validation_error')
  }
  assert.equal(inShort(await shop.call(path, { key: shop.liveKey })), '403 forbidden')
})

test('a lost callback: the payment comes by asking, once, whoever asks', async () => {
  const shop = await shopWith({ lost: 1 })
  const [asked, chased] = [await push(shop), await push(shop)]
  await pass(5_000)
  for (const id of [asked, chased]) assert.equal((await shop.state(id)).status, 'processing')
  const answers = await Promise.all([shop.refresh(asked), shop.refresh(asked), shop.refresh(asked)])
  for (const { status } of answers) assert.equal(status, 'successful')
  assert.equal((await shop.state(chased)).status, 'processing')
  clock.pass(30_000)
  await workOnce(service)
  assert.equal((await shop.state(chased)).status, 'successful')
  assert.deepEqual(await shop.balance(), balanceOf({ available: '200.00' }))
  for (const id of [asked, chased]) assert.deepEqual(await shop.events(id), ['collection.success'])
})

test('a late callback finds what asking found before, and changes nothing', async () => {
  const shop = await shopWith({ late: 1, late_by_ms: 10_000 })
  const [waiting, asked] = [await push(shop), await push(shop)]
  await pass(1_000)
  assert.equal((await shop.state(waiting)).status, 'processing')
  assert.equal((await shop.refresh(asked)).status, 'successful')
  await pass(10_000)
  assert.equal((await shop.state(waiting)).status, 'successful')
  for (const id of [waiting, asked]) assert.deepEqual(await shop.events(id), ['collection.success'])
  assert.deepEqual(await shop.balance(), balanceOf({ available: '200.00' }))
})

test('a callback that comes twice acts once', async () => {
  const shop = await shopWith({ twice: 1 })
  const id = await push(shop)
  await pass(1_000)
  assert.equal((await shop.state(id)).status, 'successful')
  const rows = await service.world.sql<{ outcome: string }[]>`
    select outcome from provider_callbacks where collection_id = ${String(id)} order by id`
  assert.deepEqual(rows.map(({ outcome }) => outcome).sort(), ['applied', 'duplicate'])
  assert.deepEqual(inWords(await shop.transactions()), ['credit collection 100.00 → 100.00'])
  assert.deepEqual(await shop.events(id), ['collection.success'])
})

test('a reversal that overtakes its success brings both, in their order', async () => {
  const shop = await shopWith({ out_of_order: 1 })
  const id = await push(shop, { simulate_status: 'reversed' })
  await pass(3_000)
  assert.equal((await shop.state(id)).status, 'reversed')
  assert.deepEqual(await shop.events(id), ['collection.success', 'collection.reversed'])
  assert.deepEqual(inWords(await shop.transactions()), [
    'credit collection 100.00 → 100.00',
    'debit collection_reversal 100.00 → 0.00',
  ])
  assert.deepEqual(await admin.discrepancies(id, 'sandbox'), [])
})

test('a contradicting callback leaves the first word standing, for a person to look at', async () => {
  const shop = await shopWith({ contradicting: 1 })
  const paid = await push(shop)
  // The network draws when it takes a payment in, so the first has to be there before chance is changed.
  await workOnce(service)
  await shop.call('/v1/sandbox/profile', { method: 'PATCH', body: { failure_rate: 1 } })
  const failed = await push(shop)
  await pass(1_000)
  for (const [id, status, kind] of [
    [paid, 'successful', 'failure_after_success'],
    [failed, 'failed', 'success_after_failure'],
  ] as const) {
    assert.equal((await shop.state(id)).status, status)
    const found = await admin.discrepancies(id, 'sandbox')
    assert.deepEqual(
      found.map((one) => [one.kind, one.status]),
      [[kind, 'open']],
    )
    assert.equal((await shop.events(id)).length, 1)
  }
  assert.deepEqual(await shop.balance(), balanceOf({ available: '100.00' }))
})

test('what a person asked for in so many words is not contradicted', async () => {
  const shop = await shopWith({ contradicting: 1 })
  const id = await push(shop, { simulate_status: 'failed' })
  await pass(1_000)
  assert.equal((await shop.state(id)).status, 'failed')
  assert.deepEqual(await admin.discrepancies(id, 'sandbox'), [])
})

test('a badly signed callback is not believed: the provider is asked, and says the same', async () => {
  const shop = await shopWith({ badly_signed: 1 })
  const id = await push(shop)
  await workOnce(service)
  clock.pass(300)
  // The network pays and calls; a worker asks back.
  await workOnce(service)
  assert.equal((await shop.state(id)).status, 'successful')
  const { history } = await shop.read(id)
  assert.equal(history.at(-1)?.source, 'look_up')
  assert.deepEqual(await shop.events(id), ['collection.success'])
})

test('the same seed brings the same misfortunes', async () => {
  const played: string[] = []
  for (let round = 0; round < 2; round += 1) {
    const shop = await shopWith({ lost: 0.5 }, { random_seed: 11 })
    const ids: unknown[] = []
    for (let one = 0; one < 20; one += 1) {
      ids.push(await push(shop))
      await workOnce(service)
    }
    await pass(1_000)
    played.push((await Promise.all(ids.map((id) => shop.state(id)))).map(({ status }) => status).join(' '))
  }
  assert.equal(played[0], played[1])
  assert.match(played[0] ?? '', /successful.*processing|processing.*successful/)
})
