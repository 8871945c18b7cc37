import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayAt } from '../../src/primitives/instant.ts'
import { traces } from '../permissions/traces.ts'
import { newMerchant } from '../service.ts'
import { assertNoneTaken, type BadCase, bytesOf } from './bad-input/bad-case.ts'
import { badBodiesWithout } from './bad-input/bodies.ts'
import { badMerchants, ofField, unstorableTexts } from './bad-input/fields.ts'
import { drafted, item, openTill, type Till, wish } from './invoices/till.ts'
import { inShort } from './parts/newcomers.ts'
import { openStage, type Stage } from './refusals/stage.ts'

let stage: Stage
let till: Till
let foreignId: string
before(async () => {
  stage = await openStage({ ROLE: 'api' })
  const { merchantId, ownerEmail, webhookSecret, liveKey, sandboxKey } = stage
  till = { merchantId, ownerEmail, webhookSecret, live: { key: liveKey }, sandbox: { key: sandboxKey } }
  foreignId = (await newMerchant(stage.service)).merchantId
})
after(() => stage.service.stop())

const each = (field: string, values: unknown[]) => values.map((value) => ofField(field, value))

/** One item of which a field is wrong: named by its place in the list. */
const ofItem = (field: string, values: unknown[]): BadCase[] =>
  values.map((value) => ({
    what: `items.0.${field} ${JSON.stringify(value)}`,
    told: `422 validation_error items.0.${field}`,
    change: { items: [{ ...item('1', '1'), [field]: value }] },
  }))

const badFields: BadCase[] = [
  ...each('customer_name', ['', '  ', 'a'.repeat(121), 7, [], {}]),
  ...each('customer_phone', ['', '12345678', '1'.repeat(16), '+', '0712 345 678', 'phone', 712345678, []]),
  ...each('customer_email', ['', 'asha', 'asha@', '@shop.test', 'a b@shop.test', 7, []]),
  ...each('due_date', [
    '',
    'tomorrow',
    '2026-02-30',
    '2026-13-01',
    '15/11/2026',
    '2026-11-15T00:00:00Z',
    20261115,
  ]),
  ...each('due_date', ['0000-01-01', '10000-01-01', ' 2026-11-15', [], {}]),
  ...each('notes', ['a'.repeat(1001), 7, [], {}]),
  ...each('currency', ['', 'tzs', 'TZSS', 'TZ', 7, []]),
  ...each('items', ['', 'items', 7, {}, [], Array.from({ length: 101 }, () => item('1', '1'))]),
  ...each('items', [[item('0.001', '0.01')], [item('999999999', '9999999999999.99')]]),
  ...each('total', ['1000.00']),
  ...each('number', ['INV-000001']),
  ...each('status', ['PAID']),
]

const badItems: BadCase[] = [
  ...ofItem('description', ['', ' ', 'a'.repeat(201), 7, [], undefined]),
  ...ofItem('quantity', [
    '0',
    '0.000',
    '-1',
    '+1',
    '1.0001',
    '1e3',
    '01',
    '.5',
    '1.',
    '1,5',
    '',
    'one',
    1,
    undefined,
  ]),
  ...ofItem('quantity', ['1000000000', 'NaN', 'Infinity', ' 1', '١']),
  ...ofItem('unit_price', ['0', '0.00', '-1', '1.001', '1e3', '01', '.5', '', 'free', 1000, [], undefined]),
  ...ofItem('tax_percent', ['-1', '100.01', '101', '18.001', '018', '18%', '', 18, []]),
  ...ofItem('total', ['1.00']),
]

test('whatever is wrong with an invoice is refused by its name, and no number is used up', async () => {
  const cases = [
    ...badFields,
    ...badItems,
    ...unstorableTexts(['customer_name', 'notes']),
    ...badMerchants(foreignId),
    ...badBodiesWithout(['merchant_id', 'customer_name', 'customer_phone', 'due_date', 'items']),
  ]
  await assertNoneTaken(stage, cases, (one) => {
    const raw = bytesOf(wish(till), one)
    return stage.call('/v1/invoices', {
      ...till.sandbox,
      method: 'POST',
      ...(raw !== undefined && { raw }),
      headers: one.headers ?? {},
    })
  })
  assert.equal((await drafted(stage.service, till)).number, 'INV-000001')
})

test('ten thousand fields are refused, and few of them are named', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`f${place}`, 1]))
  const answer = await stage.call('/v1/invoices', { ...till.sandbox, body: { ...wish(till), ...many } })
  assert.equal(inShort(answer), '422 validation_error')
  assert.ok((answer.body.error.details as unknown[]).length <= 100)
})

test('a draft takes none of it either', async () => {
  const { id } = await drafted(stage.service, till)
  const cases = [...badFields, ...badItems, ...unstorableTexts(['customer_name', 'notes'])]
  await assertNoneTaken(stage, cases, (one) =>
    stage.call(`/v1/invoices/${id}`, { ...till.sandbox, method: 'PATCH', raw: bytesOf({}, one) ?? '' }),
  )
})

test("somebody else's invoice answers as one that does not exist, to every call, and nothing happens to it", async () => {
  const other = await openTill(stage.service)
  const theirs = await drafted(stage.service, other)
  const live = await drafted(stage.service, till, {}, till.live)
  const before = await traces(stage.service)
  for (const id of [theirs.id, live.id, stage.service.world.newId(), 'no-id', '%00', "'--"]) {
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/pdf'],
      ['PATCH', ''],
      ['POST', '/send'],
      ['POST', '/payment-link'],
      ['POST', '/void'],
    ] as const) {
      const path = `/v1/invoices/${encodeURI(id).replaceAll('%25', '%')}${rest}`
      const answer = await stage.call(path, {
        ...till.sandbox,
        method,
        ...(method === 'PATCH' && { body: {} }),
      })
      assert.equal(inShort(answer), '404 not_found', `${method} ${path}`)
    }
  }
  assert.deepEqual(await traces(stage.service), before)
})

test('a list is asked for with what there is', async () => {
  for (const query of [
    'status=LATE',
    'status=sent',
    'status=',
    'from=tomorrow',
    'to=2026-02-30',
    'page=0',
    'customer=x',
  ]) {
    assert.equal(
      inShort(await stage.call(`/v1/invoices?${query}`, till.sandbox)),
      '422 validation_error',
      query,
    )
  }
})

const badLinkFields: BadCase[] = [
  ...each('description', ['a'.repeat(501), 7, [], {}]),
  ...each('methods', ['USSD_PUSH', [], ['USSD_PUSH', 'USSD_PUSH'], {}, 7]),
  ...each('expires_at', ['', 'tomorrow', '2020-01-01T00:00:00Z', '2026-02-30T00:00:00Z', 7, []]),
]
const badAmounts = ['0', '0.00', '-1', '1.001', '1e3', '01', '.5', '', 'free', 1000, []]

test('whatever is wrong with a link, or with a change of one, is refused by its name, and nothing is made or changed', async () => {
  const good = { merchant_id: till.merchantId, amount: '1000.00' }
  const cases = [
    ...badLinkFields,
    ...each('amount', badAmounts),
    ...each('min_amount', [...badAmounts, '1.00']),
    ...each('single_use', ['true', 1, []]),
    ...each('currency', ['', 'tzs', 'TZSS', 7]),
    ...each('status', ['ACTIVE']),
    ...each('invoice_id', ['x']),
    ...unstorableTexts(['description']),
    ...badMerchants(foreignId),
    ...badBodiesWithout(['merchant_id', 'amount']),
  ]
  const send = (path: string, method: string) => (one: BadCase) => {
    const raw = bytesOf(method === 'POST' ? good : {}, one)
    const headers = one.headers ?? {}
    return stage.call(path, { ...till.sandbox, method, ...(raw !== undefined && { raw }), headers })
  }
  await assertNoneTaken(stage, cases, send('/v1/payment-links', 'POST'))
  const made = await stage.call('/v1/payment-links', { ...till.sandbox, body: good })
  const path = `/v1/payment-links/${made.body.data.id}`
  const changes = [
    ...badLinkFields,
    ...each('status', ['PAID', 'EXPIRED', 'active', '', 7]),
    // What payers were shown stays what they pay.
    ...['amount', 'min_amount', 'currency', 'single_use', 'merchant_id'].flatMap((field) =>
      each(field, ['1000']),
    ),
    ...unstorableTexts(['description']),
  ]
  await assertNoneTaken(stage, changes, send(path, 'PATCH'))
  assert.deepEqual((await stage.call(path, till.sandbox)).body, made.body)
})

type Listed = { id: string; created_at: string }

test('links are listed by their status and by when they were made, and by nothing that there is not', async () => {
  const known = await stage.call('/v1/payment-links', till.sandbox)
  const [{ id, created_at: at } = { id: '', created_at: '' }] = known.body.data.items as Listed[]
  const has = async (query: string) => {
    const { items } = (await stage.call(`/v1/payment-links?${query}`, till.sandbox)).body.data
    return (items as Listed[]).some((link) => link.id === id)
  }
  const [today, tomorrow] = [0, 1].map((days) => dayAt(new Date(Date.parse(at) + days * 24 * 3_600_000)))
  for (const query of [
    'status=ACTIVE',
    `from=${today}`,
    `to=${today}`,
    `status=ACTIVE&from=${today}&to=${tomorrow}`,
  ])
    assert.equal(await has(query), true, query)
  for (const query of [
    'status=INACTIVE',
    'status=EXPIRED',
    'status=PAID',
    `from=${tomorrow}`,
    'to=2020-01-01',
  ])
    assert.equal(await has(query), false, query)
  for (const query of [
    'status=active',
    'status=',
    'from=tomorrow',
    'to=2026-02-30',
    'page=0',
    'reference=x',
  ]) {
    const answer = await stage.call(`/v1/payment-links?${query}`, till.sandbox)
    assert.equal(inShort(answer), '422 validation_error', query)
  }
})
