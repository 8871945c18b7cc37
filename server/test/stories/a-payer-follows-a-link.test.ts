import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../service.ts'
import { until } from '../test-clusters.ts'
import { countWaiting } from './checkout/count-waiting.ts'
import { hostedPage, type Payer, type Seen, textOf } from './checkout/payer.ts'
import { openStand, type Stand } from './checkout/stand.ts'
import { endStory } from './money/books.ts'
import { declined, type OwnProvider, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields, type Shop } from './money/shop.ts'

let clock: Stand['clock']
let provider: OwnProvider
let service: Service
let shop: Shop
let payer: Payer
before(async () => {
  ;({ clock, provider, service, shop, payer } = await openStand([
    'USSD_PUSH',
    'PROVIDER_PESA_PUSH',
    'DYNAMIC_QR',
  ]))
})
after(() => endStory(service))

const push = { method: 'USSD_PUSH', phone: '0712 345 678' }

async function link(body: Fields = {}) {
  const made = await shop.call('/v1/payment-links', {
    key: shop.liveKey,
    body: { merchant_id: shop.merchantId, amount: '25000.00', description: 'School fees', ...body },
    headers: { 'idempotency-key': randomUUID() },
  })
  const { id, public_url: url } = dataOf(made)
  return { id: String(id), path: new URL(String(url)).pathname }
}

const close = (id: string) =>
  shop.call(`/v1/payment-links/${id}`, {
    ...{ key: shop.liveKey, method: 'PATCH', body: { status: 'INACTIVE' } },
  })
const tell = (outcome: typeof declined) => provider.tell(service, provider.orders.at(-1)?.reference, outcome)
const attemptIn = ({ text }: Seen) => /name="attempt" value="([^"]*)"/.exec(text)?.[1] ?? ''

test('a payer follows a link, pays, and the link tells who comes after', async () => {
  const { path } = await link({ single_use: true })
  const first = await payer.load(path)
  assert.match(first.heading, /^Payment request from Shop \d+$/)
  assert.match(textOf(first.text), /TSh 25,000 School fees/)
  const waiting = await payer.send(path, push)
  assert.equal(waiting.heading, 'Check your phone')
  await workOnce(service)
  await tell(succeeded())
  const [, page = ''] = /data-watch="([^"]*)"/.exec(waiting.text) ?? []
  assert.equal((await payer.load(page)).heading, 'Paid')
  assert.equal((await payer.load(path)).heading, 'Already paid. Nothing is left to pay.')
  assert.equal((await payer.load(`${path}/${'0'.repeat(32)}`)).status, 404)
})

test('the same form, and the same number while it is asked, is one payment; a failed one is tried anew', async () => {
  const { path } = await link()
  const attempt = attemptIn(await payer.load(path))
  const before = provider.orders.length
  const answers = await Promise.all([1, 2, 3].map(() => payer.post(path, { ...push, attempt })))
  const other = await payer.post(path, { ...push, attempt: attemptIn(await payer.load(path)) })
  const led = [...answers, other].map(({ headers }) => headers.get('location'))
  assert.equal(new Set(led).size, 1)
  await workOnce(service)
  assert.equal(provider.orders.length, before + 1)
  await tell(declined)
  const failed = await payer.load(String(led[0]))
  assert.equal(failed.heading, 'Not paid. Mixx by Yas says you were not charged.')
  assert.match(failed.text, new RegExp(`href="${path}">Try again`))
  assert.equal((await payer.send(path, push)).heading, 'Check your phone')
  await workOnce(service)
  assert.equal(provider.orders.length, before + 2)
})

test('a payer says how much where the link leaves it open, and is told what is wrong', async () => {
  const { path } = await link({ amount: null, min_amount: '1000.00' })
  const attempt = attemptIn(await payer.load(path))
  const before = provider.orders.length
  for (const amount of ['', 'much', '0', '-5', '1.234', '500']) {
    const answer = await payer.post(path, { ...push, amount, attempt })
    assert.equal(answer.status, 422, amount)
    assert.match(answer.text, /Enter an amount: TSh.1,000 or more/, amount)
  }
  assert.equal((await payer.post(path, { ...push, amount: '5000', attempt: 'x' })).status, 400)
  assert.equal((await payer.post(path, { ...push, phone: '12', amount: '5000', attempt })).status, 422)
  await workOnce(service)
  assert.equal(provider.orders.length, before)
  await payer.send(path, { ...push, amount: '12,500' })
  await workOnce(service)
  assert.equal(provider.orders.at(-1)?.amount, 1_250_000n)
})

test('a code that has run out must not be scanned; once nobody has paid it for sure, a new one is offered', async () => {
  for (const { id, path } of [await link(), await link({ single_use: true })]) {
    const { page, brought } = await begin(path, { method: 'DYNAMIC_QR' })
    await workOnce(service)
    const shown = await payer.load(page)
    assert.equal(shown.heading, 'Scan to pay')
    assert.match(textOf(shown.text), /Valid until \d\d:\d\d/)
    assert.equal((await payer.load(`${page}/code.svg`)).status, 200)
    const version = await payer.load(`${page}/version`)
    clock.pass(15 * 60_000)
    await workOnce(service)
    const silent = await comeBack(page, brought)
    assert.equal(silent.heading, 'Code expired. Do not scan it.')
    assert.match(textOf(silent.text), /The payment network has not told us if you were charged\./)
    assert.doesNotMatch(silent.text, /New code|Try again|code\.svg/)
    assert.equal(cookieOf(silent), null, 'who may have paid is led back here')
    assert.ok(silent.forms.includes(`${page}/check`))
    assert.equal((await payer.load(`${page}/code.svg`)).status, 404)
    assert.notEqual((await payer.load(`${page}/version`)).text, version.text, 'pages that listen are told')
    provider.script.lookUp = () => ({ kind: 'pending', providerStatus: 'PENDING' })
    clock.pass(60_000)
    await workOnce(service)
    provider.script.lookUp = undefined
    const over = await comeBack(page, brought)
    assert.equal(over.heading, 'Code expired. Do not scan it.')
    assert.match(over.text, new RegExp(`href="${path}">New code`))
    assert.match(String(cookieOf(over)), /Max-Age=0/, 'or nobody could get a new code')
    const next = await begin(path, { method: 'DYNAMIC_QR' })
    await workOnce(service)
    assert.deepEqual([next.page === page, (await payer.load(next.page)).heading], [false, 'Scan to pay'])
    await close(id)
    const ended = await payer.load(page)
    assert.equal(ended.heading, 'Code expired. Do not scan it.')
    assert.doesNotMatch(ended.text, /New code|not charged|refused/, 'nobody has told us so')
  }
})

test('a link that is closed or over says so, and takes nothing', async () => {
  const closed = await link()
  await close(closed.id)
  const over = await link({ expires_at: new Date(clock.now().getTime() + 60_000).toISOString() })
  const attempt = attemptIn(await payer.load(over.path))
  clock.pass(60_000)
  const before = provider.orders.length
  assert.equal((await payer.load(closed.path)).heading, 'This link is closed')
  assert.match((await payer.load(over.path)).heading, /^This link has expired/)
  for (const { path } of [closed, over])
    assert.equal((await payer.post(path, { ...push, attempt })).status, 422)
  await workOnce(service)
  assert.equal(provider.orders.length, before)
  assert.equal((await payer.load('/l/nothing')).heading, 'Nothing here. Check the link.')
})

/** As a browser that keeps cookies would: what it was given last, and where it was sent. */
async function begin(path: string, way: Record<string, string> = push) {
  const attempt = attemptIn(await payer.load(path))
  const { headers } = await payer.post(path, { ...way, attempt })
  const cookie = String(headers.get('set-cookie'))
  return { page: String(headers.get('location')), cookie, brought: { cookie: String(cookie.split(';')[0]) } }
}

const cookieOf = ({ headers }: Seen) => headers.get('set-cookie')
const comeBack = (path: string, headers: Record<string, string>) => payer.load(path, { headers })

test('who opens the link again is led back to a payment until they have seen how it ended, and then begins anew', async () => {
  const { path } = await link()
  const { page, cookie, brought } = await begin(path)
  const token = page.split('/').at(-1)
  assert.equal(cookie, `malipo_payment=${token}; Path=${path}; Max-Age=86400; HttpOnly; SameSite=Lax`)
  const led = await comeBack(`${path}?lang=sw&fbclid=x`, brought)
  assert.deepEqual([led.status, led.headers.get('location')], [303, `${page}?lang=sw`])
  await workOnce(service)
  clock.pass(120_000)
  const silent = await comeBack(page, brought)
  assert.deepEqual([silent.heading, cookieOf(silent)], ['No answer yet. Do not pay again.', null])
  assert.equal((await comeBack(path, brought)).headers.get('location'), page)
  await tell(succeeded())
  assert.equal((await comeBack(path, brought)).headers.get('location'), page, 'not a second form, unseen')
  assert.equal(cookieOf(await payer.load(page)), null, 'nothing to forget')
  const paid = await comeBack(page, brought)
  const forgotten = `malipo_payment=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax`
  assert.deepEqual([paid.heading, cookieOf(paid)], ['Paid', forgotten])
  assert.match((await payer.load(path)).heading, /^Payment request/)
  const failing = await begin(path)
  await workOnce(service)
  await tell(declined)
  assert.equal(cookieOf(await comeBack(failing.page, failing.brought)), forgotten)
})

test('a cookie that is forged, torn or of another link leads nowhere', async () => {
  const [mine, other] = [await link(), await link()]
  const { brought } = await begin(mine.path)
  for (const cookie of [
    brought.cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    `malipo_payment=${'0'.repeat(32)}`,
    `malipo_payment=${'x'.repeat(6_000)}`,
    "malipo_payment=' or 1=1--; malipo_payment; =; ;;malipo_payment==",
    brought.cookie.toUpperCase(),
  ]) {
    const { status, heading } = await comeBack(mine.path, { cookie })
    assert.deepEqual([status, /^Payment request/.test(heading)], [200, true], cookie.slice(0, 80))
  }
  assert.equal((await comeBack(other.path, brought)).status, 200, 'another link')
  assert.equal((await comeBack(`/l/${'0'.repeat(32)}`, brought)).status, 404)
  const both = { cookie: `malipo_payment=junk; a=b; ${brought.cookie}` }
  assert.equal((await comeBack(mine.path, both)).status, 303)
})

test('what a provider tells payers beforehand stands on pages of links and shops alike, in their language', async () => {
  provider.describe = ({ method }) => ({
    payee_shown: 'TOY PAY <b>',
    menu_code: '*150*99#',
    help: { sw: 'Fungua app ya Toy.', en: 'Open the Toy app.' },
    wallet: method === 'PROVIDER_PESA_PUSH' ? 'ToyPesa' : null,
  })
  for (const { path } of [await link(), await hostedPage(shop)]) {
    assert.match(textOf((await payer.load(path)).text), /ToyPesa account/)
    assert.match(textOf((await payer.load(`${path}?lang=sw`)).text), /Akaunti ya ToyPesa/)
    const { page } = await begin(path, { ...push, phone: '0754 111 222' })
    const at = page === 'null' ? path : page
    assert.match(textOf((await payer.load(at)).text), /It may show the name TOY PAY <b>\./)
    clock.pass(15_000)
    const help = textOf((await payer.load(at)).text)
    assert.match(
      help,
      /No request\?.* Or dial \*150\*99# and look for the request there\. Open the Toy app\./,
    )
    assert.match(
      textOf((await payer.load(`${at}?lang=sw`)).text),
      /Au piga \*150\*99# .* Fungua app ya Toy\./,
    )
  }
  delete provider.describe
})

async function looksWithin(ms: number): Promise<number> {
  const { pool } = service.world.sql
  let looks = 0
  const onLook = () => {
    looks += 1
  }
  pool.on('acquire', onLook)
  await sleep(ms)
  pool.off('acquire', onLook)
  return looks
}

test('who has waited long enough is told where to read on, and who hangs up leaves nothing behind', async () => {
  const { id, path } = await link()
  const { parts } = service
  const { waitsForMs } = parts
  const collect = `/v1/public/payment-links/${path.split('/').at(-1)}/collect`
  const asked = dataOf(await service.call(collect.replace('/collect', '')))
  assert.equal(asked.is_test, false, 'money that a provider of its own moves')
  const body = { method: 'USSD_PUSH', phone: '0712345678' }
  assert.equal(waitsForMs, 25_000)
  const waiting = countWaiting(service)
  parts.waitsForMs = 600
  try {
    const began = performance.now()
    const answer = await service.call(collect, { body })
    const took = performance.now() - began
    assert.ok(took > 400 && took < 20_000, `${took} ms`)
    const { status, status_url: url } = dataOf(answer)
    assert.deepEqual([answer.status, status], [202, 'processing'])
    const followed = dataOf(await service.call(new URL(String(url)).pathname))
    assert.equal(followed.status, 'processing')
    await until(() => waiting.now() === 0)
    parts.waitsForMs = waitsForMs
    // No pool of connections, which would open another for each that is hung up, and keep the service from closing.
    const asked = Array.from({ length: 5 }, () =>
      request(`${service.url}${collect}`, {
        ...{ method: 'POST', agent: false, headers: { 'content-type': 'application/json' } },
      })
        .on('error', () => undefined)
        .end(JSON.stringify(body)),
    )
    await until(() => waiting.now() === 5)
    for (const one of asked) one.destroy()
    await until(() => waiting.now() === 0)
    // Who waits looks once a second at least, for 25 of them; something else may look now and then.
    await until(async () => (await looksWithin(1_100)) === 0)
    const [made] = await service.world.sql<{ count: number }[]>`
      select count(*)::int as count from collections where payment_link_id = ${id} and status = 'processing'`
    assert.equal(made?.count, 1, 'and what they began goes on')
  } finally {
    parts.waitsForMs = waitsForMs
    waiting.stop()
  }
})
