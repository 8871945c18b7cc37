import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome } from '../../src/providers/providers.ts'
import type { Service } from '../service.ts'
import { hostedPage, type Payer, type Seen, textOf } from './checkout/payer.ts'
import { openStand } from './checkout/stand.ts'
import { textOfPages } from './invoices/read-pdf.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import { declined, type OwnProvider, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields, referenceOf, type Shop } from './money/shop.ts'
import { whenCalm } from './money/when-calm.ts'

let provider: OwnProvider
let service: Service
let shop: Shop
let payer: Payer
before(async () => {
  ;({ provider, service, shop, payer } = await openStand())
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
  assert.equal((await payer.load(receiptIn(paid))).heading, 'Paid')
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

test('whoever looks at an invoice or goes to its link waits for nobody who holds them', async () => {
  const { id, path } = await written()
  await act(id, 'send')
  await payer.send(path, {})
  await service.world.sql.begin(async (tx) => {
    await tx`select from invoices i join payment_links l on l.invoice_id = i.id where i.id = ${id} for update`
    const started = performance.now()
    for (const seen of [await payer.load(path), await payer.send(path, {})]) assert.equal(seen.status, 200)
    assert.ok(performance.now() - started < 4_000, 'nothing was waited for')
  })
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

const push = { method: 'USSD_PUSH', phone: '0712 345 678' }
const receiptIn = ({ text }: Seen) => /href="(\/r\/[0-9a-f]{64})"/.exec(text)?.[1] ?? ''
const factsIn = ({ text }: Seen) => textOf(/<dl>.*<\/dl>/s.exec(text)?.[0] ?? 'no facts')

/** A hosted collection of which its provider says this. */
async function told(outcome: Outcome, body: Fields = {}) {
  const { id, path } = await hostedPage(shop, body)
  await payer.send(path, push)
  await workOnce(service)
  await provider.tell(service, referenceOf(id), outcome)
  return { id, path, page: await payer.load(path) }
}

test('a paid page leads to its receipt, which says the same and nothing else, in both languages', async () => {
  const { path, page } = await told(succeeded(), { customer_name: 'Neema', customer_email: 'n@shop.example' })
  const address = receiptIn(page)
  assert.match(page.text, new RegExp(`href="${address}">Print / PDF<`))
  const receipt = await payer.load(address)
  assert.deepEqual([receipt.status, receipt.heading], [200, 'Paid'])
  assert.equal(factsIn(receipt), factsIn(page))
  assert.match(
    factsIn(receipt),
    /^To Shop \d+ From 0712 \*{3} 678 Network Mixx by Yas Date \d.* \d{4}, \d\d:\d\d Reference Order 1042 Receipt no\. TX\w{25}$/,
  )
  assert.match(textOf(receipt.text), /TSh 25,000 Two bags of rice.*Not an EFD tax receipt\./)
  const swahili = await payer.load(`${address}?lang=sw&fbclid=x`)
  assert.equal(swahili.heading, 'Malipo yamefanikiwa')
  assert.match(factsIn(swahili), /^Kwa .* Kutoka .* Mtandao .* Tarehe .* Kumbukumbu .* Namba ya risiti TX/)
  const [, token = ''] = path.split('/pay/')
  for (const secret of [token, '345 678', '712345678', 'Neema', 'n@shop.example', 'shop.example/'])
    for (const { text } of [receipt, swahili]) assert.ok(!textOf(text).includes(secret), secret)
  assert.deepEqual([receipt.forms, receipt.text.includes(token)], [[], false])
})

test('a receipt is found by nobody else, costs nothing while it is the same, and is previewed without who paid', async () => {
  const { page } = await told(succeeded())
  const address = receiptIn(page)
  const { headers, text } = await payer.load(address)
  assert.deepEqual(
    ['x-robots-tag', 'cache-control', 'referrer-policy'].map((name) => headers.get(name)),
    ['noindex', 'private, no-cache', 'no-referrer'],
  )
  const again = await payer.load(address, { headers: { 'if-none-match': String(headers.get('etag')) } })
  assert.deepEqual([again.status, again.text], [304, ''])
  const head = text.slice(0, text.indexOf('<body>'))
  assert.match(
    head,
    /og:title" content="Receipt from Shop \d+">\s*<meta property="og:description" content="TSh.25,000">/,
  )
  assert.doesNotMatch(head, /0712|678/)
})

test('what is held says that it is being looked at; cleared it is paid, declined it is nothing', async () => {
  const hold = { ...succeeded(), hold: 'somebody should look' } as Outcome
  const [good, bad] = [await told(hold), await told(hold)]
  const [kept, lost] = [receiptIn(good.page), receiptIn(bad.page)]
  assert.equal((await payer.load(kept)).heading, 'Payment received, being checked. Do not pay again.')
  assert.equal((await shop.state(good.id, shop.liveKey)).receipt_url, null)
  const admin = await hireAdmin(service)
  await whenCalm(service)
  dataOf(await admin.decide(good.id, 'clear'))
  dataOf(await admin.decide(bad.id, 'decline'))
  assert.equal((await payer.load(kept)).heading, 'Paid')
  assert.equal((await payer.load(lost)).heading, 'Nothing here. Check the link.')
})

test('a payment that goes back says so on its receipt at once, to whoever has seen it as paid too', async () => {
  const { id, page } = await told(succeeded())
  const address = receiptIn(page)
  const { headers } = await payer.load(address)
  await provider.tell(service, referenceOf(id), { kind: 'reversed', providerStatus: 'REVERSED' })
  const returned = await payer.load(address, { headers: { 'if-none-match': String(headers.get('etag')) } })
  assert.deepEqual([returned.status, returned.heading], [200, 'This payment was returned'])
  assert.doesNotMatch(textOf(returned.text), /You paid/)
  assert.equal((await payer.load(`${address}?lang=sw`)).heading, 'Malipo haya yamerudishwa')
})

test('a merchant is told the address once it is paid, of every payment, in every form, and can pass it on', async () => {
  const made = await shop.push({}, { key: shop.liveKey })
  const { id } = made
  assert.equal((await shop.read(id, 'live')).receipt_url, null)
  await workOnce(service)
  await provider.tell(service, made.provider_reference, succeeded())
  const { receipt_url: url } = await shop.state(id, shop.liveKey)
  assert.equal((await shop.read(id, 'live')).receipt_url, url)
  const [event] = await service.world.sql<{ body: string }[]>`
    select body from events where resource_id = ${String(id)}`
  assert.equal(JSON.parse(event?.body ?? '').data.receipt_url, url)
  const receipt = await payer.load(new URL(String(url)).pathname)
  assert.deepEqual([receipt.heading, receipt.text.includes('TEST.')], ['Paid', false])
  const sandbox = await shop.push()
  await shop.tell({ reference: String(sandbox.provider_reference) })
  const test = await payer.load(new URL(String((await shop.state(sandbox.id)).receipt_url)).pathname)
  assert.deepEqual([test.heading, test.text.includes('TEST. No real money.')], ['Paid', true])
})

async function paperOf(address: string, query = '') {
  const response = await fetch(`${service.url}${address}/receipt.pdf${query}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = textOfPages(bytes).join('\n').replaceAll(/\s+/g, ' ')
  return { response, bytes, text }
}

/** What a PDF says to whoever opens it, without its pictures and the texts that it quotes. */
function ordersIn(bytes: Buffer): string {
  const objects = bytes.toString('latin1').replaceAll(/stream\n[\s\S]*?\nendstream/g, '')
  return objects.replaceAll(/\((?:\\.|[^\\()])*\)/gs, '')
}

test('a receipt on paper says what its page says, whatever was written into it, and stays the same', async () => {
  const nasty = '<script>alert(1)</script> ) Tj /JS (app.alert(1)) ( "><img src=x onerror=alert(1)>'
  dataOf(
    await shop.dashboard(`/v1/merchants/${shop.merchantId}`, 'live', {
      method: 'PATCH',
      body: { display_name: `${nasty.slice(0, 60)}`, brand_colour: '#aa00ff' },
    }),
  )
  const { id, page } = await told(succeeded(), { reference: nasty.slice(0, 50), description: nasty })
  const address = receiptIn(page)
  for (const [query, word, heading] of [
    ['?lang=en', 'PAID', 'Paid'],
    ['?lang=sw', 'IMELIPWA', 'Malipo yamefanikiwa'],
  ] as const) {
    const receipt = await payer.load(address + query)
    assert.equal(receipt.heading, heading)
    assert.match(receipt.text, new RegExp(`href="${address}/receipt\\.pdf\\${query}">PDF<`))
    assert.doesNotMatch(receipt.text, /<script>|<img src=x/)
    assert.equal(receipt.text.split('<script').length, 2, 'only our own script')
    const { response, bytes, text } = await paperOf(address, query)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/pdf'])
    assert.equal(response.headers.get('x-robots-tag'), 'noindex')
    for (const piece of [word, 'TSh 25,000', factsIn(receipt), nasty, address.slice(1)])
      assert.ok(text.includes(piece), `${piece} in ${text}`)
    assert.doesNotMatch(ordersIn(bytes), /\/(JS|JavaScript|OpenAction|Launch)\b/)
    assert.ok((await paperOf(address, query)).bytes.equals(bytes))
  }
  await provider.tell(service, referenceOf(id), { kind: 'reversed', providerStatus: 'REVERSED' })
  const returned = await paperOf(address, '?lang=sw')
  assert.match(returned.text, /IMERUDISHWA.*Malipo haya yamerudishwa/)
  assert.doesNotMatch(returned.text, /IMELIPWA/)
  assert.equal((await paperOf(`${address.slice(0, -1)}x`)).response.status, 404)
})

test('what is unpaid, failed, made up or not a receipt at all is nothing, however it is asked for', async () => {
  const [paid, other, failed] = [await told(succeeded()), await told(succeeded()), await told(declined)]
  assert.equal(receiptIn(failed.page), '')
  const [one, two] = [receiptIn(paid.page), receiptIn(other.page)]
  const bare = failed.id.replaceAll('-', '')
  const wrong = [
    ...['/r/x', '/r/%00', "/r/'%20or%201=1--", '/r/..%2f..%2fetc', `/r/${'0'.repeat(64)}`],
    ...[one.slice(0, -1), `${one}0`, `/r/${one.slice(3).toUpperCase()}`, paid.path.replace('/pay/', '/r/')],
    // Of one payment the id, of another the rest; and what nobody has drawn.
    ...[one.slice(0, 35) + two.slice(35), `/r/${bare}${'0'.repeat(32)}`, `/r/${bare}${'null'.repeat(8)}`],
  ]
  for (const address of wrong) {
    const { status, heading } = await payer.load(address)
    assert.deepEqual([status, heading], [404, 'Nothing here. Check the link.'], address)
  }
  assert.equal((await payer.load(`/r/${'f'.repeat(9_000)}`)).status, 404)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    assert.equal((await payer.load(one, { method })).status, 404, method)
    assert.equal((await payer.load(one, { method, body: 'x'.repeat(300_000) })).status, 413, method)
  }
  assert.equal((await payer.load(one, { method: 'HEAD' })).status, 200)
  assert.equal((await payer.load(one)).heading, 'Paid')
})

test('whoever looks at an invoice or a receipt waits for a turn, and takes no connection of those who pay', async () => {
  const { id, path } = await written()
  await act(id, 'send')
  const receipt = receiptIn((await told(succeeded())).page)
  let leave = (): void => {}
  const gone = new Promise<void>((resolve) => {
    leave = resolve
  })
  const crowd = Array.from({ length: 20 }, () => service.parts.payerTurns.look('a crowd', () => gone))
  const seen = Promise.all([path, receipt, `${receipt}/receipt.pdf`].map((address) => payer.load(address)))
  assert.equal(await Promise.race([seen, sleep(300)]), undefined, 'nobody passes the crowd')
  leave()
  await Promise.all(crowd)
  assert.deepEqual(
    (await seen).map(({ status }) => status),
    [200, 200, 200],
  )
})
