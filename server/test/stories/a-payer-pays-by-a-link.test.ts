import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countPrompts, countRequests } from '../../src/tallies/tallies.ts'
import { howMuch } from '../how-thorough.ts'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { countWaiting } from './checkout/count-waiting.ts'
import { letNobodyScan } from './checkout/let-nobody-scan.ts'
import { idsOf, keyed, linkTill, silent } from './checkout/link-till.ts'
import { endStory } from './money/books.ts'
import { dataOf, openShop, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
let shop: Shop
before(async () => {
  service = await startService()
  shop = await openShop(service)
  await failing(0)
})
after(() => endStory(service))

const failing = (rate: number) =>
  shop.call('/v1/sandbox/profile', { method: 'PATCH', body: { failure_rate: rate } })

const till = linkTill(() => ({ service, shop }))
const { make, makeLive, open, pay, read, close, paymentsOf, linkOfSuspended } = till

test('a payer sees what a link asks for and who asks, and nothing of the account', async () => {
  const link = await make({ description: 'Kanga', methods: ['STK_PUSH'] })
  const { name } = dataOf(await shop.call(`/v1/merchants/${shop.merchantId}`))
  assert.deepEqual(dataOf(await open(link)), {
    amount: '1500.00',
    min_amount: null,
    max_amount: null,
    currency: 'TZS',
    description: 'Kanga',
    status: 'ACTIVE',
    methods: ['STK_PUSH'],
    single_use: false,
    expires_at: null,
    merchant_name: name,
    is_test: true,
  })
  for (const token of ['0'.repeat(32), 'x', link.id, '%00', `${link.token}0`, "1' or '1'='1"]) {
    for (const path of [`payment-links/${token}`, `collections/${token}`]) {
      assert.equal(inShort(await service.call(`/v1/public/${path}`)), '404 not_found', path)
    }
    assert.equal(inShort(await pay({ id: '', token })), '404 not_found', token)
  }
})

test('the sandbox answers with the end, by its failure rate, for each way to pay', async () => {
  const link = await make()
  for (const [rate, status] of [
    [0, 'successful'],
    [1, 'failed'],
  ] as const) {
    await failing(rate)
    for (const method of ['USSD_PUSH', 'STK_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR']) {
      const body = method === 'DYNAMIC_QR' ? { method, phone: undefined } : { method }
      const answer = await pay(link, body, keyed())
      const { collection_id: id, message, ...rest } = dataOf(answer)
      assert.deepEqual([answer.status, rest], [200, { status }], method)
      assert.equal((await shop.state(id)).message, message)
      assert.deepEqual(await shop.events(id), [
        status === 'failed' ? 'collection.failed' : 'collection.success',
      ])
    }
  }
  await failing(0)
  assert.equal((await read(link)).paid_count, 4)
  assert.equal(dataOf(await pay(link, { phone: silent })).status, 'failed', 'nobody is waited for')
})

test('live it answers with the outcome of a push, or at once with a code, and tells where to read on', async () => {
  const link = await makeLive({ description: 'Kanga' })
  const [asked, pushed] = [dataOf(await open(link)), await pay(link)]
  assert.deepEqual([asked.is_test, pushed.status, dataOf(pushed).status], [true, 200, 'successful'])
  assert.deepEqual(Object.keys(dataOf(pushed)).sort(), ['collection_id', 'message', 'status'])
  const shown = await pay(link, { method: 'DYNAMIC_QR', phone: undefined })
  const { status_url: url, qr_payload: code, qr_expires_at: end, status } = dataOf(shown)
  assert.deepEqual([shown.status, status], [202, 'processing'])
  assert.ok(String(code).length > 20 && Date.parse(String(end)) > Date.now())
  assert.match(String(url), new RegExp(`^${service.world.baseUrl}/v1/public/collections/[0-9a-f]{32}$`))
  const followed = dataOf(await service.call(new URL(String(url)).pathname))
  assert.deepEqual(Object.keys(followed).sort(), ['message', 'status'])
  const { description, payment_link_id: of } = await shop.read(dataOf(pushed).collection_id, 'live')
  assert.deepEqual([description, of], ['Kanga', link.id])
})

test('a payer chooses the amount where the link leaves it to them, within its limits, and nowhere else', async () => {
  const [fixed, free] = [await make(), await make({ amount: null, min_amount: '10', max_amount: '20' })]
  for (const [link, body, field] of [
    [fixed, { amount: '1500' }, 'amount'],
    [free, {}, 'amount'],
    [free, { amount: '9.99' }, 'amount'],
    [free, { amount: '20.01' }, 'amount'],
    [free, { amount: '15', phone: undefined }, 'phone'],
    [fixed, { phone: '12' }, 'phone'],
    [fixed, { method: 'CASH' }, 'method'],
    [fixed, { method: undefined }, 'method'],
    [fixed, { payment_link_id: fixed.id }, 'payment_link_id'],
    [fixed, { merchant_id: shop.merchantId }, 'merchant_id'],
  ] as const) {
    const answer = await pay(link, body)
    assert.equal(inShort(answer), '422 validation_error', JSON.stringify(body))
    assert.deepEqual(
      (answer.body.error.details as { field: string }[]).map((one) => one.field),
      [field],
    )
  }
  const paid = await pay(free, { amount: '15.5' })
  const { collection_id: id } = dataOf(paid)
  assert.equal((await shop.state(id)).amount, 15.5, 'and a refused one keeps nobody from paying')
  assert.equal(
    inShort(await pay(free, { amount: '20' })),
    '409 payment_link_unavailable',
    'which is not paid',
  )
  assert.equal(idsOf([paid, await pay(free, { amount: '15.50' })]).size, 1, 'a second tap is')
  const { collection_id: other } = dataOf(await pay(free, { amount: '20' }, keyed()))
  assert.equal((await shop.state(other)).amount, 20)
  assert.equal(await paymentsOf(fixed), 0)
})

test('junk begins nothing', async () => {
  const link = await make()
  const path = `/v1/public/payment-links/${link.token}/collect`
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field_${n}`, n]))
  for (const [raw, expected] of [
    ['', /^422 /],
    ['[]', /^4(00|22) /],
    ['null', /^4(00|22) /],
    ['{"method":"USSD_PUSH","phone":"0712345678"', /^400 invalid_json/],
    [`{"method":"USSD_PUSH","phone":"${'7'.repeat(300 * 1024)}"}`, /^413 body_too_large/],
    [JSON.stringify({ method: 'USSD_PUSH', phone: somebody, ...many }), /^4(13|22) /],
    ['{"method":"USSD_PUSH","phone":"\\u0000712345678"}', /^422 /],
    [Buffer.from([0xff, 0xfe, 0x7b]), /^400 /],
  ] as const) {
    const answer = await service.call(path, { method: 'POST', raw })
    assert.match(inShort(answer), expected, String(raw).slice(0, 60))
  }
  assert.equal(
    inShort(await pay(link, {}, { headers: { 'idempotency-key': 'x' } })),
    '400 idempotency_key_invalid',
  )
  assert.equal(await paymentsOf(link), 0)
})

test('a link that is closed, paid or over is no longer paid by; of a suspended merchant neither, and it is not told why', async () => {
  const [closed, over, other] = [await make(), await make(), await make({ methods: ['STK_PUSH'] })]
  await close(closed)
  await service.world.sql`update payment_links set expires_at = created_at where id = ${over.id}`
  const suspended = await linkOfSuspended()
  for (const link of [closed, over, other, suspended]) {
    const answer = await pay(link)
    assert.equal(inShort(answer), '409 payment_link_unavailable')
    assert.doesNotMatch(answer.body.error.message, /suspend/)
  }
  const [left] = await service.world.sql<{ count: number }[]>`
    select count(*)::int as count from payment_link_turns where link_id = any(${[closed.id, over.id, other.id]}::uuid[])`
  assert.equal(left?.count, 0, 'whoever was refused has no turn')
})

test('a second tap is the same payment, for a minute and as long as it is open; a key decides before that', async () => {
  const link = await make()
  const taps = await Promise.all(Array.from({ length: 20 }, () => pay(link)))
  assert.equal(idsOf(taps).size, 1)
  assert.equal(taps.filter((tap) => tap.headers.get('idempotent-replayed') === null).length, 1)
  const again = async (seconds: number) => {
    await service.world.sql`
      update payment_link_turns set at = at - ${seconds} * interval '1 second' where link_id = ${link.id}`
    return idsOf([...taps, await pay(link)]).size
  }
  assert.deepEqual([await again(50), await again(15)], [1, 2], 'after a minute it is another one')
  assert.equal(
    idsOf([await pay(link, { method: 'STK_PUSH' }), await pay(link, { phone: '0712345679' })]).size,
    2,
  )

  const key = keyed()
  const keyedOnes = await Promise.all(Array.from({ length: 10 }, () => pay(link, {}, key)))
  assert.equal(idsOf([...taps, ...keyedOnes]).size, 2)
  assert.equal(idsOf([...keyedOnes, await pay(link, {}, keyed())]).size, 2, 'another key is another payment')
  assert.equal(inShort(await pay(link, { method: 'STK_PUSH' }, key)), '422 idempotency_key_reused')
  await close(link)
  assert.equal(idsOf([...keyedOnes, await pay(link, {}, key)]).size, 1, 'whatever became of the link')
})

test('of many payers at once one pays what can be paid once', async () => {
  const payers = howMuch({ test: 60, prove: 1_000, proveShort: 300 })
  const link = await make({ single_use: true })
  const answers = await Promise.all(
    Array.from({ length: payers }, (_, n) =>
      pay(link, { phone: `07${10_000_000 + (n % (payers / 2))}` }, n % 3 === 0 ? keyed() : {}),
    ),
  )
  assert.equal(await paymentsOf(link), 1)
  const { status, paid_count: count } = await read(link)
  assert.deepEqual([status, count], ['PAID', 1])
  const told = answers.map(inShort).filter((one) => one !== '200')
  assert.ok(
    told.every((one) => one === '409 payment_link_unavailable'),
    String([...new Set(told)]),
  )
  assert.equal(idsOf(answers.filter((answer) => answer.status === 200)).size, 1)
})

test('who has paid what can be paid once is told so again, whoever else comes in between', async () => {
  const link = await make({ single_use: true })
  const first = await pay(link)
  for (const other of [
    { phone: '0712345699' },
    { method: 'STK_PUSH' },
    { method: 'DYNAMIC_QR', phone: undefined },
  ])
    assert.equal(inShort(await pay(link, other)), '409 payment_link_unavailable')
  assert.equal(inShort(await pay(link, {}, keyed())), '409 payment_link_unavailable')
  assert.equal(idsOf([first, await pay(link)]).size, 1)
  await service.world.sql`
    update payment_link_turns set at = at - interval '61 seconds' where link_id = ${link.id}`
  assert.equal(inShort(await pay(link)), '409 payment_link_unavailable', 'for a minute')
})

test('what can be paid once waits for its payer, for ten minutes at most', async (t) => {
  await letNobodyScan(service.world.sql, t)
  const link = await makeLive({ single_use: true })
  const code = () => pay(link, { method: 'DYNAMIC_QR', phone: undefined })
  const first = await code()
  assert.equal(idsOf([first, await code()]).size, 1, 'who shows no phone sees the same code')
  assert.equal(inShort(await pay(link)), '409 payment_link_unavailable')
  await service.world.sql`
    update payment_link_turns set at = at - interval '11 minutes' where link_id = ${link.id}`
  assert.equal(inShort(await pay(link)), '409 payment_link_unavailable', 'the payment itself is young')
  await service.world.sql`
    update collections set created_at = created_at - interval '11 minutes' where payment_link_id = ${link.id}`
  assert.equal(dataOf(await pay(link)).status, 'successful')

  const ordered = await make({ single_use: true })
  await shop.push({ payment_link_id: ordered.id })
  const refused = inShort(await pay(ordered))
  assert.equal(refused, '409 payment_link_unavailable', 'the merchant has asked somebody else')
})

test("nobody's phone rings without end, and nobody tries out phones", async () => {
  const { parts } = service
  const { clock, sql } = service.world
  const phone = '0713000001'
  const before = parts.prompts
  parts.prompts = countPrompts(sql, clock)
  try {
    const links = [await makeLive(), await makeLive(), await makeLive(), await makeLive()]
    const suspended = await linkOfSuspended()
    for (const _ of links)
      assert.equal(inShort(await pay(suspended, { phone })), '409 payment_link_unavailable')
    for (const link of links.slice(0, 3))
      assert.equal(dataOf(await pay(link, { phone })).status, 'successful')
    const [, , , last] = links
    assert.ok(last)
    for (const written of ['713000001', '+0713000001', '00255713000001', '2550713000001', '+713000001'])
      assert.equal(inShort(await pay(last, { phone: written })), '429 rate_limited', written)
    const refused = await pay(last, { phone: '+255713000001' })
    assert.equal(inShort(refused), '429 rate_limited')
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait > 500 && wait <= 600, `${wait}`)
    assert.equal(await paymentsOf(last), 0)
    assert.equal((await pay(last, { method: 'DYNAMIC_QR', phone })).status, 202, 'a code rings nowhere')
    assert.equal(dataOf(await pay(await make(), { phone })).status, 'successful', 'nor does the sandbox')
  } finally {
    parts.prompts = before
  }
  parts.countRequest = countRequests(parts.pools.work, clock)
  try {
    const link = await make()
    const answers = await Promise.all(Array.from({ length: 70 }, () => pay(link)))
    const limited = answers.filter((answer) => answer.status === 429)
    assert.equal(limited.length, 10)
    assert.ok(Number(limited[0]?.headers.get('retry-after')) > 0)
  } finally {
    parts.countRequest = undefined
  }
})

test('a service that stops waits for nobody: the payer is told where to read on', async () => {
  const link = await makeLive()
  const waiting = countWaiting(service)
  const asked = pay(link, { phone: silent })
  await until(() => waiting.now() === 1)
  const again = pay(link, { phone: silent })
  await until(() => waiting.now() === 2)
  service.gate.close()
  const answers = await Promise.all([asked, again])
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.data.status, typeof body.data.status_url]),
    [1, 2].map(() => [202, 'processing', 'string']),
  )
  assert.equal(idsOf(answers).size, 1)
})
