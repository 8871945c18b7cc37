import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Service } from '../service.ts'
import { hostedPage, type Payer, textOf } from './checkout/payer.ts'
import { linkPage } from './checkout/sheets.ts'
import { openStand, type Stand } from './checkout/stand.ts'
import { endStory } from './money/books.ts'
import { declined, type OwnProvider, pendingWithCode, succeeded, workOnce } from './money/own-provider.ts'
import { referenceOf, type Shop } from './money/shop.ts'

let clock: Stand['clock']
let provider: OwnProvider
let service: Service
let shop: Shop
let payer: Payer
before(async () => {
  ;({ clock, provider, service, shop, payer } = await openStand())
})
after(() => endStory(service))

const push = { method: 'USSD_PUSH', phone: '0712 345 678' }
const addresses = {
  redirect_url: 'https://shop.example/thanks?order=1042',
  cancel_url: 'https://shop.example/basket',
}

test('a payer chooses, is asked on the phone, pays, and goes back to the shop with what became of it', async () => {
  const { id, path } = await hostedPage(shop, addresses)
  const first = await payer.load(path)
  assert.equal(first.status, 200)
  assert.match(first.heading, /^Pay Shop \d+$/)
  assert.match(first.title, /^Pay (Shop \d+) - \1$/)
  assert.match(textOf(first.text), /TSh 25,000 Two bags of rice/)
  const waiting = await payer.send(path, push)
  assert.equal(waiting.heading, 'Check your phone')
  assert.match(textOf(waiting.text), /We sent a request to 0712 345 678\. Enter your Mixx by Yas PIN there\./)
  assert.match(waiting.text, /<noscript><meta http-equiv="refresh" content="10"><\/noscript>/)
  await workOnce(service)
  assert.equal(provider.orders.at(-1)?.phone, '255712345678')
  await provider.tell(service, referenceOf(id), succeeded(2_500_000n))
  const paid = await payer.load(path)
  assert.equal(paid.heading, 'Paid')
  assert.match(textOf(paid.text), /To Shop \d+ From 0712 \*\*\* 678 Network Mixx by Yas Date/)
  const [, address = ''] = /<a class="button" href="([^"]*)" data-leaves/.exec(paid.text) ?? []
  const { searchParams, pathname } = new URL(address.replaceAll('&amp;', '&'))
  assert.deepEqual(
    [pathname, Object.fromEntries(searchParams)],
    ['/thanks', { order: '1042', collection_id: id, reference: 'Order 1042', status: 'successful' }],
  )
  assert.doesNotMatch(paid.text, /http-equiv/)
  assert.deepEqual(paid.forms, [])
})

test('a form that is sent twice, at once or later, begins one payment', async () => {
  const { id, path } = await hostedPage(shop)
  const [, attempt = ''] = /name="attempt" value="([^"]*)"/.exec((await payer.load(path)).text) ?? []
  const before = provider.orders.length
  const taken: string[] = []
  const { prompts } = service.parts
  const { take } = prompts
  prompts.take = async (phone) => taken.push(phone) * 0
  const answers = await Promise.all([1, 2, 3, 4].map(() => payer.post(path, { ...push, attempt })))
  prompts.take = take
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303, 303, 303],
  )
  assert.deepEqual(taken, ['255712345678'], 'a phone that rings once is counted once')
  const late = await payer.post(path, { method: 'DYNAMIC_QR', attempt })
  assert.equal(late.status, 303)
  await workOnce(service)
  assert.equal(provider.orders.length, before + 1)
  await provider.tell(service, referenceOf(id), declined)
  assert.equal((await payer.post(path, { ...push, attempt })).status, 303)
  await workOnce(service)
  assert.equal(provider.orders.length, before + 1)
})

test('nobody leaves an open request behind as not paid, and stopping it first makes room for another way', async () => {
  const { id, path } = await hostedPage(shop, addresses)
  await payer.send(path, push)
  await workOnce(service)
  await payer.post(`${path}/leave`, '')
  assert.equal((await payer.load(path)).heading, 'Check your phone')
  assert.doesNotMatch((await payer.load(path)).text, /another-way/)
  provider.cancel = async () => ({ kind: 'cancelled', providerStatus: 'CANCELLED' })
  assert.ok((await payer.load(path)).forms.includes(`${path}/another-way`))
  let cancelled = 0
  provider.cancel = async () => {
    cancelled += 1
    return { kind: 'cancelled', providerStatus: 'CANCELLED' }
  }
  await Promise.all([1, 2, 3].map(() => payer.post(`${path}/another-way`, '')))
  assert.equal(cancelled, 1, 'whoever taps again asks for what is being asked already')
  delete provider.cancel
  const free = await payer.load(path)
  assert.match(free.heading, /^Pay Shop/)
  await payer.send(path, { method: 'DYNAMIC_QR' })
  await workOnce(service)
  assert.equal((await payer.load(path)).heading, 'Scan to pay')
  const { status } = await shop.state(id, shop.liveKey)
  assert.equal(status, 'processing')
})

test('a page that nobody used in time has ended, before anybody has written it down', async () => {
  const { path } = await hostedPage(shop, addresses)
  clock.pass(24 * 3_600_000)
  const over = await payer.load(path)
  assert.match(over.heading, /^This link has expired\. Ask Shop \d+ for a new one\.$/)
  assert.match(over.text, /href="https:\/\/shop\.example\/basket\?[^"]*status=failed"/)
  assert.equal((await payer.post(path, { ...push, attempt: '1' })).status, 303)
  assert.match((await payer.load(path)).heading, /expired/)
})

test('a code is shown as the provider gave it, as long as it may be paid', async () => {
  const { id, path } = await hostedPage(shop)
  assert.equal((await payer.send(path, { method: 'DYNAMIC_QR' })).heading, 'The code is being made')
  assert.equal((await payer.load(`${path}/code.svg`)).status, 404)
  await workOnce(service)
  const shown = await payer.load(path)
  assert.equal(shown.heading, 'Scan to pay')
  assert.match(shown.text, new RegExp(`<img class="code" src="${path}/code.svg"`))
  const svg = await payer.load(`${path}/code.svg`)
  assert.equal(svg.headers.get('content-type'), 'image/svg+xml')
  assert.equal((await payer.load(`${path}/code.png`)).headers.get('content-type'), 'image/png')
  await provider.tell(service, referenceOf(id), succeeded())
  assert.equal((await payer.load(path)).heading, 'Paid')
  assert.equal((await payer.load(`${path}/code.svg`)).status, 404)
})

test('no form waits for a provider, by page or link: the code is shown when it comes, and nobody is told that there is none', async () => {
  const { collect } = provider.script
  const preparing = 'The code is being made'
  for (const { path } of [
    await hostedPage(shop),
    await linkPage(shop),
    await linkPage(shop, { single_use: true }),
  ]) {
    const before = provider.orders.length
    provider.script.collect = () => ({ kind: 'unknown', because: 'silence' })
    const begun = await payer.send(path, { method: 'DYNAMIC_QR' })
    assert.deepEqual([begun.heading, provider.orders.length], [preparing, before], path)
    await workOnce(service)
    const order = provider.orders.at(-1)?.reference
    clock.pass(119_999)
    assert.equal((await payer.load(begun.path)).heading, preparing)
    clock.pass(1)
    const silent = await payer.load(begun.path)
    assert.equal(silent.heading, 'No answer yet. Do not pay again.')
    assert.doesNotMatch(silent.text, /name="method"|New code|Try again/)
    provider.script.collect = pendingWithCode
    provider.script.lookUp = (asked) =>
      asked === order ? { kind: 'never_seen' } : { kind: 'unknown', because: 'another one' }
    await workOnce(service)
    assert.equal((await payer.load(begun.path)).heading, 'Scan to pay', path)
    const sent = provider.orders.slice(before).map(({ reference }) => reference)
    assert.deepEqual(sent, [order, order], 'one order, sent again')
  }
  provider.script.lookUp = undefined
  provider.script.collect = collect
})

test('who does not answer gets help after 15 s, is told that nobody knows after 2 min, and is believed when late', async () => {
  const { id, path } = await hostedPage(shop, addresses)
  await payer.send(path, push)
  await workOnce(service)
  clock.pass(14_999)
  assert.doesNotMatch((await payer.load(path)).text, /No request\?/)
  clock.pass(1)
  assert.match((await payer.load(path)).text, /No request\?/)
  clock.pass(105_000)
  const silent = await payer.load(path)
  assert.equal(silent.heading, 'No answer yet. Do not pay again.')
  assert.doesNotMatch(silent.text, /name="method"/)
  assert.match(silent.text, /content="30"/)
  assert.match(silent.text, /href="https:\/\/shop\.example\/thanks\?[^"]*status=processing"/)
  await provider.tell(service, referenceOf(id), succeeded())
  assert.equal((await payer.load(path)).heading, 'Paid')
})

test('no news costs no body, and whoever stops the page is not sent on', async () => {
  const { path } = await hostedPage(shop)
  const { headers } = await payer.send(path, push)
  const etag = String(headers.get('etag'))
  const again = await payer.load(path, { headers: { 'if-none-match': etag } })
  assert.deepEqual([again.status, again.text], [304, ''])
  clock.pass(15_000)
  assert.equal((await payer.load(path, { headers: { 'if-none-match': etag } })).status, 200)
  const stopped = await payer.load(`${path}?auto=0&fbclid=x`)
  assert.doesNotMatch(stopped.text, /http-equiv/)
  assert.match(stopped.text, /Waiting since \d\d:\d\d\.</)
})

test('who wants to know is answered by the provider, at most once in five seconds', async () => {
  const { path } = await hostedPage(shop)
  await payer.send(path, push)
  await workOnce(service)
  const before = provider.questions.length
  for (const _ of [1, 2, 3]) assert.equal((await payer.post(`${path}/check`, '')).status, 303)
  assert.equal(provider.questions.length, before + 1)
  clock.pass(5_000)
  provider.script.lookUp = () => succeeded()
  await payer.post(`${path}/check`, '')
  provider.script.lookUp = undefined
  assert.equal((await payer.load(path)).heading, 'Paid')
})

test('a page that listens hears of a change at once and once, and only so many listen', async () => {
  const { id, path } = await hostedPage(shop)
  await payer.send(path, push)
  const { text: version } = await payer.load(`${path}/version`)
  const hangUp = new AbortController()
  const listen = (known: string) =>
    fetch(`${service.url}${path}/changes?version=${known}`, { signal: hangUp.signal })
  const stale = await listen('choose-1')
  assert.match(String(stale.headers.get('content-type')), /^text\/event-stream/)
  assert.equal(await stale.text(), ': listening\n\ndata: changed\n\n')
  const streams = await Promise.all([1, 2, 3, 4, 5, 6].map(() => listen(version)))
  assert.deepEqual([...new Set(streams.map(({ status }) => status))], [200])
  assert.equal((await listen(version)).status, 429)
  await provider.tell(service, referenceOf(id), succeeded())
  const heard = await Promise.all(streams.map((stream) => stream.text()))
  assert.deepEqual([...new Set(heard)], [': listening\n\ndata: changed\n\n'])
  assert.equal((await listen(version)).status, 200)
  hangUp.abort()
})

test('a page is found by nobody but whoever has its address, and nothing of it leaves', async () => {
  const { path } = await hostedPage(shop, { customer_name: 'Asha', customer_phone: '0755000111' })
  const { headers, text } = await payer.load(path)
  assert.deepEqual(
    ['x-robots-tag', 'cache-control', 'referrer-policy'].map((name) => headers.get(name)),
    ['noindex', 'private, no-cache', 'no-referrer'],
  )
  const policy = String(headers.get('content-security-policy'))
  assert.match(policy, /default-src 'none'.*form-action 'self'.*style-src 'sha256-[^']+';script-src 'self'/)
  assert.doesNotMatch(policy, /unsafe|nonce/)
  assert.match(
    text,
    /<meta property="og:title" content="Pay Shop \d+">\s*<meta property="og:description" content="TSh.25,000">/,
  )
  assert.doesNotMatch(text.slice(0, text.indexOf('<body>')), /Asha|0755/)
})

test('addresses that run, hide who they lead to or lead nowhere are refused when they are given', async () => {
  const bad = [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/relative',
    'ftp://shop.example',
    'https://owner:secret@shop.example',
    'https://shop.example@evil.example',
    'shop',
  ]
  for (const url of bad) {
    for (const field of ['redirect_url', 'cancel_url']) {
      const answer = await shop.order('', { amount: 2_000, [field]: url }, { key: shop.liveKey })
      assert.equal(answer.status, 422, `${field} ${url}`)
    }
  }
})
