import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { badForms } from './bad-input/forms.ts'
import { hostedPage, type Payer, payerOf, type Seen } from './checkout/payer.ts'
import { invoicePage, linkPage } from './checkout/sheets.ts'
import { countRows, endStory } from './money/books.ts'
import { type OwnProvider, ownProvider, workOnce } from './money/own-provider.ts'
import { dataOf, openShop, type Shop } from './money/shop.ts'

let provider: OwnProvider
let service: Service
let shop: Shop
let payer: Payer
before(async () => {
  provider = ownProvider({
    can: {
      methods: ['USSD_PUSH', 'DYNAMIC_QR'],
      amounts: { smallest: 1n, least: 100_000n, most: 999_999_999n },
    },
  })
  service = await startService({ environment: { ROLE: 'api' }, providers: { live: provider } })
  shop = await openShop(service)
  payer = payerOf(service)
})
after(() => endStory(service))

const good = { attempt: '1', method: 'USSD_PUSH', phone: '0712345678' }
test('whatever a form sends that is no choice is answered by a page, and nothing is begun', async () => {
  const { id, path } = await hostedPage(shop)
  for (const [name, body, contentType, status] of badForms(good)) {
    const answer = await payer.load(path, { method: 'POST', body, headers: { 'content-type': contentType } })
    assert.equal(answer.status, status, name)
    assertIsPage(answer, name)
  }
  for (const does of ['check', 'leave', 'another-way']) {
    const answer = await payer.load(`${path}/${does}`, { method: 'POST', body: 'x'.repeat(300_000) })
    assert.equal(answer.status, 413, does)
  }
  await workOnce(service)
  assert.equal((await shop.state(id, shop.liveKey)).status, 'created')
  assert.deepEqual(provider.orders, [])
})

const begun = async () =>
  await Promise.all(
    (['collections', 'collection_history', 'payment_links'] as const).map((table) =>
      countRows(service.world, table),
    ),
  )

test('so are the forms of links and invoices', async () => {
  const [link, open] = [await linkPage(shop), await linkPage(shop, { amount: null })]
  const invoice = await invoicePage(shop)
  const before = await begun()
  const attempt = randomUUID()
  for (const { path } of [link, open]) {
    for (const [name, body, contentType, status] of badForms({ ...good, attempt })) {
      const answer = await payer.load(path, {
        method: 'POST',
        body,
        headers: { 'content-type': contentType },
      })
      assert.equal(answer.status, status, `${path} ${name}`)
      assertIsPage(answer, name)
    }
  }
  for (const amount of ['', '-1', '1e9', '0.001', 'NaN', '9'.repeat(40), '<b>'])
    assert.equal((await payer.post(open.path, { ...good, attempt, amount })).status, 422, amount)
  for (const [name, body, contentType, status] of badForms(good)) {
    if (status !== 413 && status !== 415) continue
    const answer = await payer.load(invoice.path, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
    })
    assert.equal(answer.status, status, `invoice ${name}`)
    assertIsPage(answer, name)
  }
  await workOnce(service)
  assert.deepEqual(await begun(), before)
  assert.deepEqual(provider.orders, [])
})

test('a token opens the page that it was made for, of the merchant whom it belongs to, and no other', async () => {
  const other = await openShop(service)
  const [link, foreign, invoice] = [await linkPage(shop), await linkPage(other), await invoicePage(shop)]
  const { path: payment } = await payer.send(foreign.path, { method: good.method, phone: good.phone })
  const [token, theirs, billed] = [link, foreign, invoice].map(({ path }) => path.split('/').at(-1))
  const ids = [link.id, invoice.id, shop.merchantId]
  const before = await begun()
  const wrong = [
    ...[`/l/${token}/${payment.split('/').at(-1)}`, `/l/${token}/${theirs}`, `/l/${billed}`, `/i/${token}`],
    ...[`/pay/${token}`, `/r/${token}`, `/r/${billed}`, `/pay/${payment.split('/').at(-1)}`],
    ...ids.flatMap((id) => [`/l/${id}`, `/i/${id}`, `/pay/${id}`, `/r/${id}`]),
    ...['l', 'i', 'r'].flatMap((page) => [
      `/${page}/%00`,
      `/${page}/'%20or%201=1--`,
      `/${page}/..%2f..%2fetc`,
    ]),
  ]
  for (const path of wrong) {
    const [read, sent] = [await payer.load(path), await payer.post(path, { ...good, attempt: randomUUID() })]
    // Where there is no form at all, what was sent is not even read.
    assert.ok(
      read.status === 404 && [404, 415].includes(sent.status),
      `${path} ${read.status} ${sent.status}`,
    )
    assert.equal(read.heading, 'Nothing here. Check the link.', path)
  }
  assert.deepEqual(await begun(), before)
})

function assertIsPage(answer: Seen, name: string): void {
  assert.match(String(answer.headers.get('content-type')), /^text\/html/, name)
  assert.notEqual(answer.heading, '', name)
  assert.match(String(answer.headers.get('content-security-policy')), /style-src 'sha256-/, name)
  assert.equal(answer.headers.get('x-robots-tag'), 'noindex', name)
}

test('an address that leads nowhere is a page that says so, whoever asks and however', async () => {
  const { path } = await hostedPage(shop)
  const before = await countRows(service.world, 'collection_history')
  const changed = `${path.slice(0, -1)}${path.endsWith('A') ? 'Q' : 'A'}`
  const tokens = ['/pay/x', '/pay/%00', "/pay/'%20or%201=1--", '/pay/..%2f..%2fetc', changed, `${path}x`]
  for (const bad of tokens) {
    const [read, sent] = [await payer.load(bad), await payer.post(bad, good)]
    assert.deepEqual([read.status, sent.status], [404, 404], bad)
    assert.equal(read.heading, 'Nothing here. Check the link.', bad)
  }
  for (const part of ['check', 'leave', 'another-way'])
    assert.equal((await payer.post(`${changed}/${part}`, '')).status, 404, part)
  for (const part of ['changes', 'version', 'code.svg', 'code.png'])
    assert.equal((await payer.load(`${changed}/${part}`)).status, 404, part)
  assert.equal(await countRows(service.world, 'collection_history'), before)
})

test('an amount that a network does not take is told with its limit, and what a link takes beforehand', async () => {
  const { amounts } = provider.can
  const plain = (text = 'none') => text.replaceAll('\u00a0', ' ')
  const little = await hostedPage(shop, { amount: 1_000 })
  const asked = async (limits: object, amount: string) => {
    const { path } = await linkPage(shop, { amount: null, ...limits })
    const { text: page } = await payer.load(path)
    const answer = await payer.post(path, { ...good, attempt: randomUUID(), amount })
    assert.equal(answer.status, 422, amount)
    const [, hint] = /id="amount-hint">([^<]*)</.exec(page) ?? []
    const [, problem] = /id="amount-problem">([^<]*)</.exec(answer.text) ?? []
    return `${plain(hint)}: ${plain(problem)}`
  }
  provider.can.amounts = { smallest: 100n, least: 500_000n, most: 800_000n }
  const answer = await payer.post(little.path, good)
  assert.deepEqual([answer.status, /Yas takes TSh.5,000 or more\./.test(answer.text)], [422, true])
  assert.equal(await asked({}, '4000'), 'none: Mixx by Yas takes TSh 5,000 or more.')
  assert.equal(await asked({}, '9000'), 'none: Mixx by Yas takes TSh 8,000 or less.')
  assert.equal(await asked({}, '6000.50'), 'none: Mixx by Yas takes multiples of TSh 1 only.')
  provider.can.amounts = amounts
  assert.equal(await asked({}, 'much'), 'none: Enter an amount in TZS, like 25000')
  assert.equal(
    await asked({ max_amount: '5000' }, '9000'),
    'TSh 5,000 or less: Enter an amount: TSh 5,000 or less',
  )
  const within = 'TSh 2,000 to TSh 5,000'
  assert.equal(
    await asked({ min_amount: '2000', max_amount: '5000' }, '1999'),
    `${within}: Enter an amount: ${within}`,
  )
})

test('a merchant who was suspended collects nothing on the pages it made before, and they show no form', async () => {
  const suspended = await openShop(service)
  const [{ id, path }, link] = [await hostedPage(suspended, { amount: 2_000 }), await linkPage(suspended)]
  const [invoice, test] = [await invoicePage(suspended), await linkPage(suspended, {}, suspended.sandboxKey)]
  const isActive = (is: boolean) =>
    service.world.sql`update merchants set is_active = ${is} where id = ${suspended.merchantId}`
  await isActive(false)
  const [before, links] = [
    await countRows(service.world, 'collection_history'),
    await countRows(service.world, 'payment_links'),
  ]
  const posted = [
    await payer.post(path, good),
    await payer.post(link.path, { ...good, attempt: randomUUID() }),
  ]
  assert.deepEqual(
    posted.map(({ status, heading }) => [status, heading]),
    [1, 2].map(() => [422, 'This link is closed']),
  )
  const back = await payer.post(invoice.path, '')
  assert.deepEqual([back.status, back.headers.get('location')], [303, invoice.path])
  for (const page of [path, link.path, invoice.path]) {
    const { status, text, forms } = await payer.load(page)
    assert.deepEqual([status, /This link is closed/.test(text), forms], [200, true, []], page)
    assert.doesNotMatch(text, /suspend|inactive|name="method"/i)
  }
  assert.match((await payer.load(test.path)).heading, /^Payment request/, 'the sandbox needs nobody active')
  assert.equal(await countRows(service.world, 'collection_history'), before)
  assert.equal(await countRows(service.world, 'payment_links'), links)
  await isActive(true)
  assert.equal((await payer.post(path, good)).status, 303)
  assert.equal((await suspended.state(id, suspended.liveKey)).status, 'processing')
})

test("nobody's phone is rung without end from pages: three times in ten minutes, whoever's pages they are", async () => {
  const limited = await startService({
    environment: { ROLE: 'api', RATE_LIMIT: 'on' },
    providers: { live: provider },
    database: service.database,
  })
  const guest = payerOf(limited)
  const headings: string[] = []
  // Two taps at once ring once, and count as one.
  for (const taps of [2, 2, 1, 1]) {
    const { path } = await hostedPage(shop, { amount: 2_000 })
    const answers = await Promise.all(
      Array.from({ length: taps }, () => guest.post(path, { ...good, phone: '0754000222' })),
    )
    const told = answers.map(
      ({ status, text }) =>
        `${status} ${/Too many requests to this number\. Wait until \d\d:\d\d/.test(text)}`,
    )
    headings.push([...new Set(told)].join())
  }
  await limited.stop()
  assert.deepEqual(headings, ['303 false', '303 false', '303 false', '422 true'])
})

const nasty = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</title><svg onload=alert(1)>',
  '{shop}{{7*7}}&lt;b&gt;',
  '\u202Etxt.exe <b>',
]

test('whatever a merchant or a customer wrote is shown as text, wherever it stands', async () => {
  for (const text of nasty) {
    const renamed = await shop.dashboard(`/v1/merchants/${shop.merchantId}`, 'live', {
      method: 'PATCH',
      body: { display_name: text },
    })
    dataOf(renamed)
    const { path } = await hostedPage(shop, {
      description: text,
      reference: text,
      customer_name: text,
      redirect_url: `https://shop.example/?q=${encodeURIComponent(text)}`,
      cancel_url: `https://shop.example/#"><script>`,
    })
    const first = await payer.load(`${path}?lang=${encodeURIComponent(text)}&x=${encodeURIComponent(text)}`)
    const wrong = await payer.post(path, { ...good, phone: text, method: text })
    await payer.send(path, good)
    const waiting = await payer.load(path)
    await payer.post(`${path}/leave`, '')
    for (const { text: shown, status } of [first, wrong, waiting, await payer.load(path)]) {
      assert.ok(status === 200 || status === 422)
      assert.doesNotMatch(shown, /<script>|<img src=x|<svg onload|<b>/)
      assert.equal(shown.split('<script').length, 2, 'only our own script')
    }
    assert.ok(first.heading.includes(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>')), first.heading)
  }
})
