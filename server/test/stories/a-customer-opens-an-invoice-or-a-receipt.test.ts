import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Service } from '../service.ts'
import { type Payer, textOf } from './checkout/payer.ts'
import { openStand } from './checkout/stand.ts'
import { endStory } from './money/books.ts'
import { type OwnProvider, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields, type Shop } from './money/shop.ts'

let provider: OwnProvider
let service: Service
let shop: Shop
let payer: Payer
before(async () => {
  ;({ provider, service, shop, payer } = await openStand(['USSD_PUSH']))
})
after(() => endStory(service))

async function written(body: Fields = {}) {
  const made = await shop.call('/v1/invoices', {
    key: shop.liveKey,
    body: {
      ...{ merchant_id: shop.merchantId, customer_name: '<b>Asha</b>', customer_phone: '0712345678' },
      ...{ due_date: '2099-01-31', notes: '<script>alert(1)</script>' },
      items: [{ description: '<img src=x>', quantity: '2', unit_price: '12500.00', tax_percent: '18' }],
      ...body,
    },
  })
  const { id, public_url: url } = dataOf(made)
  return { id: String(id), path: new URL(String(url)).pathname }
}
const act = (id: string, what: string) =>
  shop.call(`/v1/invoices/${id}/${what}`, { method: 'POST', key: shop.liveKey })
const stateOf = async (id: string) => dataOf(await shop.call(`/v1/invoices/${id}`, { key: shop.liveKey }))

test('an invoice is opened, paid by its link, and says so; its sums are those of the merchant', async () => {
  const { id, path } = await written()
  assert.equal((await payer.load(path)).status, 404, 'a draft is nobody else’s business')
  await act(id, 'send')
  const page = await payer.load(path)
  assert.equal(page.heading, 'Invoice INV-000001')
  assert.match(
    textOf(page.text),
    /TSh 29,500.*2 × TSh 12,500, Tax 18%.*Subtotal\s*TSh 25,000.*Tax\s*TSh 4,500/s,
  )
  for (const mark of ['<b>Asha', '<img src=x', '<script>alert']) assert.ok(!page.text.includes(mark), mark)
  assert.match(page.text, /&lt;b&gt;Asha/)
  const form = await payer.send(path, {})
  assert.match(form.heading, /^Payment request from/)
  const { payment_link_id: link } = await stateOf(id)
  const again = await payer.send(path, {})
  assert.equal(again.heading, form.heading)
  assert.equal((await stateOf(id)).payment_link_id, link, 'one link, however often somebody goes to pay')
  const [, at = ''] = /action="([^"?]*)/.exec(form.text) ?? []
  await payer.send(at, { method: 'USSD_PUSH', phone: '0712 345 678' })
  await workOnce(service)
  await provider.tell(service, provider.orders.at(-1)?.reference, succeeded())
  assert.equal((await stateOf(id)).status, 'PAID')
  const paid = await payer.load(path)
  assert.equal(paid.heading, 'Already paid. Nothing is left to pay.')
  assert.doesNotMatch(paid.text, /<form/)
})

test('what is void, overdue or not there says so, and takes no payment', async () => {
  const { id, path } = await written({ due_date: '2020-01-01' })
  await act(id, 'send')
  assert.equal((await payer.load(path)).heading, 'Overdue')
  assert.equal((await payer.load(`${path}?lang=sw`)).heading, 'Imechelewa')
  await act(id, 'void')
  assert.equal((await payer.load(path)).heading, 'Invoice cancelled')
  assert.equal((await payer.send(path, {})).heading, 'Invoice cancelled')
  assert.equal((await stateOf(id)).payment_link_id, null)
  for (const wrong of ['/i/x', `/i/${'0'.repeat(32)}`, `/i/${'0'.repeat(32)}/invoice.pdf`])
    assert.equal((await payer.load(wrong)).status, 404, wrong)
})

test('the customer prints what the merchant prints', async () => {
  const { id, path } = await written()
  await act(id, 'send')
  const theirs = await fetch(`${service.url}${path}/invoice.pdf?lang=en`)
  const ours = await fetch(`${service.url}/v1/invoices/${id}/pdf?lang=en`, {
    headers: { authorization: `Bearer ${shop.liveKey}` },
  })
  assert.deepEqual([theirs.status, theirs.headers.get('content-type')], [200, 'application/pdf'])
  assert.ok(Buffer.from(await theirs.arrayBuffer()).equals(Buffer.from(await ours.arrayBuffer())))
})
