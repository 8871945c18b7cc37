import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { endPages } from '../../src/collections/collections.ts'
import { type Service, startService } from '../service.ts'
import { hostedPage, payerOf } from './checkout/payer.ts'
import { endStory } from './money/books.ts'
import { ownClock, workOnce } from './money/own-provider.ts'
import { openPage } from './money/page.ts'
import { openShop, type Shop } from './money/shop.ts'

const clock = ownClock()
let service: Service
let shop: Shop
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' } })
  shop = await openShop(service)
})
after(() => endStory(service))

/** Whatever the network and our workers do within a second. */
async function aSecond(): Promise<void> {
  for (let time = 0; time < 4; time += 1) {
    await workOnce(service)
    clock.pass(250)
  }
}

test('a page made with sandbox credentials is paid on the simulated live network, by whichever try', async () => {
  const on = await openPage(service, shop, shop.sandboxKey)
  const tryWith = async (last: string) => {
    await on.begin({ phone: `2557000000${last}` })
    await aSecond()
    return (await on.states()).at(-1)
  }
  assert.equal(await tryWith('03'), 'failed')
  const [poor] = (await on.read()).tries
  assert.equal(poor?.failure_code, 'insufficient_funds')
  assert.equal(await tryWith('05'), 'open')
  assert.equal((await on.useAnotherWay()).may.begin, true)
  await aSecond()
  assert.deepEqual(await on.states(), ['failed', 'cancelled'], 'its callback says nothing new')
  assert.equal(await tryWith('08'), 'paid')
  const { collection } = await on.read()
  assert.deepEqual([collection.environment, collection.provider], ['live', 'simulated'])
  assert.equal((await shop.state(on.id)).status, 'successful')
  assert.deepEqual(await shop.events(on.id), ['collection.successful'])
  assert.equal((await shop.balance('live')).available, '1500.00')
})

test('where the network refuses to cancel, or does not say, no second try is offered', async () => {
  for (const last of ['19', '20']) {
    const on = await openPage(service, shop)
    await on.begin({ phone: `2557000000${last}` })
    await aSecond()
    assert.equal((await on.useAnotherWay()).may.begin, false)
    assert.deepEqual(await on.states(), ['open'])
  }
})

test('a code is there while the page is, and ends with it', async () => {
  const on = await openPage(service, shop)
  await service.world.sql`update network_payments set due_at = null`
  await on.begin({ method: 'DYNAMIC_QR', phone: null })
  await workOnce(service)
  const { collection, endsAt } = await on.read()
  assert.ok(collection.qr_payload)
  assert.deepEqual(collection.qr_expires_at, endsAt)
  await service.world.sql`
    update network_payments set due_at = expires_at where reference = ${collection.provider_reference}`
  clock.pass(24 * 3_600_000)
  await aSecond()
  await endPages(service.world)
  const { status, failure_code: code } = await shop.state(on.id, shop.liveKey)
  assert.deepEqual([status, code], ['failed', 'expired'])
})

test('who has failed five times leaves as whoever never tried: told to us first, and to the shop as failed', async () => {
  const payer = payerOf(service)
  const { id, path } = await hostedPage(shop, { cancel_url: 'https://shop.example/basket' })
  for (const last of ['02', '03', '04', '17', '18']) {
    await payer.send(`${path}?again=1`, { method: 'USSD_PUSH', phone: `07000000${last}` })
    await aSecond()
  }
  const failed = await payer.load(path)
  assert.equal(failed.heading, 'Not paid. Mixx by Yas says you were not charged.')
  assert.doesNotMatch(failed.text, /Try again|shop\.example/)
  assert.deepEqual(failed.forms, [`${path}/leave`])
  assert.equal((await shop.state(id, shop.liveKey)).status, 'processing')
  await payer.post(`${path}/leave`, '')
  const left = await payer.load(path)
  assert.match(left.text, /href="https:\/\/shop\.example\/basket\?[^"]*status=failed"/)
  assert.deepEqual(await shop.events(id), ['collection.failed'])
})
