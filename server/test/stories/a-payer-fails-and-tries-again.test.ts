import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Service } from '../service.ts'
import { failedFor, reasons, said } from './checkout/every-state.ts'
import { hostedPage, type Payer, payerOf, textOf } from './checkout/payer.ts'
import { linkPage } from './checkout/sheets.ts'
import { openStand } from './checkout/stand.ts'
import { endStory } from './money/books.ts'
import { declined, type OwnProvider, workOnce } from './money/own-provider.ts'
import { referenceOf, type Shop } from './money/shop.ts'

let provider: OwnProvider
let service: Service
let shop: Shop
let payer: Payer
before(async () => {
  ;({ provider, service, shop, payer } = await openStand())
})
after(() => endStory(service))

const push = { method: 'USSD_PUSH', phone: '0712 345 678' }
const addresses = {
  redirect_url: 'https://shop.example/thanks?order=1042',
  cancel_url: 'https://shop.example/basket',
}

test('a try that failed tells why and offers another; leaving without paying ends it, and is told to the shop', async () => {
  const { id, path } = await hostedPage(shop, addresses)
  await payer.send(path, push)
  await workOnce(service)
  await provider.tell(service, referenceOf(id), declined)
  const failed = await payer.load(path)
  assert.equal(failed.heading, 'Not paid. Mixx by Yas says you were not charged.')
  assert.match(failed.text, /You declined on the phone\./)
  assert.match(failed.text, new RegExp(`href="${path}\\?again=1">Try again`))
  const again = await payer.load(`${path}?again=1`)
  assert.match(again.text, /name="attempt" value="2"/)
  assert.deepEqual(again.forms, [path, `${path}/leave`])
  const { heading } = await payer.send(`${path}?again=1`, { ...push, phone: '+255 755-000-111' })
  assert.equal(heading, 'Check your phone')
  await workOnce(service)
  const second = provider.orders.at(-1)
  assert.equal(second?.phone, '255755000111')
  assert.notEqual(second?.reference, referenceOf(id))
  await provider.tell(service, second?.reference, declined)
  assert.equal((await payer.post(`${path}/leave`, '')).status, 303)
  const left = await payer.load(path)
  assert.equal(left.heading, 'You left without paying.')
  assert.match(left.text, /href="https:\/\/shop\.example\/basket\?[^"]*status=failed"/)
  assert.deepEqual(await shop.events(id), ['collection.failed'])
})

test('who has failed five times leaves as whoever never tried: told to us first, and to the shop as failed', async () => {
  const { id, path } = await hostedPage(shop, addresses)
  for (const phone of ['0713000001', '0713000002', '0713000003', '0713000004', '0713000005']) {
    await payer.send(`${path}?again=1`, { ...push, phone })
    await workOnce(service)
    await provider.tell(service, provider.orders.at(-1)?.reference, declined)
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

test('each of seven reasons is told in two languages, by page and link, and after each it is tried again', async () => {
  const swahili = payerOf(service, 'sw')
  for (const reason of reasons) {
    for (const { path } of [await hostedPage(shop), await linkPage(shop)]) {
      const { path: begun } = await payer.send(path, push)
      await workOnce(service)
      await provider.tell(service, provider.orders.at(-1)?.reference, failedFor(reason))
      const [english, other] = [await payer.load(begun), await swahili.load(begun)]
      assert.equal(english.heading, 'Not paid. Mixx by Yas says you were not charged.', reason)
      assert.equal(other.heading, 'Hujalipa. Mixx by Yas inasema hujakatwa pesa.', reason)
      for (const [{ text }, sentence, again] of [
        [english, said[reason][0], 'Try again'],
        [other, said[reason][1], 'Jaribu tena'],
      ] as const) {
        assert.ok(textOf(text).includes(sentence), `${sentence} in ${textOf(text)}`)
        const [, address = ''] = new RegExp(`href="([^"]*)">${again}`).exec(text) ?? []
        assert.match((await payer.load(address)).text, /name="phone"/, reason)
      }
    }
  }
})
