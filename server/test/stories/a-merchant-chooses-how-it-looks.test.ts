import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { linkTill } from './checkout/link-till.ts'
import { hostedPage, payerOf, textOf } from './checkout/payer.ts'
import { endStory } from './money/books.ts'
import { dataOf, type Fields, openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
let shop: Shop
before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
  shop = await openShop(service)
})
after(() => endStory(service))

const change = (body: Fields) =>
  shop.dashboard(`/v1/merchants/${shop.merchantId}`, 'live', { method: 'PATCH', body })

const looks = {
  display_name: 'Mama Asha Shop',
  brand_colour: '#B01E6B',
  support_phone: '0755 000 111'.replaceAll(' ', ''),
  support_email: 'help@asha.example',
  language: 'en',
}

test('what a merchant chooses is read back, shown to payers and audited; what is left out stays', async () => {
  const { path } = await hostedPage(shop)
  const changed = dataOf(await change(looks))
  assert.deepEqual(
    [changed.display_name, changed.brand_colour, changed.support_phone],
    ['Mama Asha Shop', '#b01e6b', '255755000111'],
  )
  assert.equal(dataOf(await change({ support_email: null })).support_email, null)
  const read = dataOf(await shop.call(`/v1/merchants/${shop.merchantId}`))
  assert.deepEqual([read.display_name, read.support_email, read.language], ['Mama Asha Shop', null, 'en'])
  const page = await payerOf(service).load(path, { headers: { 'accept-language': '*' } })
  assert.equal(page.heading, 'Pay Mama Asha Shop')
  assert.match(page.text, /<path d="M0 0h8v1H0z" fill="#b01e6b"\/>/)
  assert.match(textOf(page.text), /TEST\. No real money\./)
  const link = await linkTill(() => ({ service, shop })).make()
  const { merchant_name: name } = dataOf(await service.call(`/v1/public/payment-links/${link.token}`))
  assert.equal(name, 'Mama Asha Shop')
  const audited = await service.world.sql`
    select details from audit_log where action = 'merchant.looks_changed' and subject_id = ${shop.merchantId}`
  assert.equal(audited.length, 2)
})

test('what cannot be shown is refused, and changes nothing', async () => {
  const before = await shop.call(`/v1/merchants/${shop.merchantId}`)
  for (const bad of [
    { brand_colour: 'red' },
    { brand_colour: '#12345' },
    { brand_colour: 'url(#x)' },
    { display_name: '' },
    { display_name: 'x'.repeat(121) },
    { support_phone: 'call us' },
    { support_email: 'nobody' },
    { language: 'fr' },
    { colour: '#123456' },
  ])
    assert.equal(inShort(await change(bad)), '422 validation_error', JSON.stringify(bad))
  assert.deepEqual((await shop.call(`/v1/merchants/${shop.merchantId}`)).body, before.body)
})
