import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { moneyBack, moneyIn, post } from '../../src/ledger/ledger.ts'
import { makeMerchant } from '../../src/operator/operator.ts'
import { newPerson, type Service, startService } from '../service.ts'

let service: Service
let shop: Awaited<ReturnType<typeof makeMerchant>>

before(async () => {
  service = await startService()
  const { world } = service
  await newPerson(service, 'owner@ledger.test')
  shop = await world.sql.begin((tx) =>
    makeMerchant(tx, world, {
      name: 'Duka',
      email: 'owner@ledger.test',
      isVerified: true,
      balance: 10_000n,
      sandboxBalance: 777n,
    }),
  )
  const book = { merchantId: shop.merchant_id, environment: 'live', currency: 'TZS' } as const
  const words = { reference: 'order, 7', description: '=HYPERLINK("x")' }
  await world.sql.begin((tx) =>
    post(tx, world, [
      {
        ...book,
        ...words,
        cause: 'in',
        type: 'collection',
        direction: 'credit',
        amount: 5_000n,
        ...moneyIn('simulated', 5_000n),
      },
      {
        ...book,
        cause: 'back',
        type: 'collection_reversal',
        direction: 'debit',
        amount: 16_000n,
        ...moneyBack('simulated', 16_000n),
      },
    ]),
  )
})
after(() => service.stop())

const list = (query = '', headers: Record<string, string> = {}) =>
  service.call(`/v1/merchants/${shop.merchant_id}/transactions${query}`, { key: shop.live_api_key, headers })

test('the balance tells what is available and what is owed, each environment by itself', async () => {
  const live = await service.call('/v1/merchant/balance', { key: shop.live_api_key })
  assert.deepEqual(live.body.data, {
    merchant_id: shop.merchant_id,
    environment: 'live',
    currency: 'TZS',
    available: '0.00',
    reserved: '0.00',
    held: '0.00',
    receivable: '10.00',
    pending_withdrawals: '0.00',
  })
  const sandbox = await service.call('/v1/merchant/balance', { key: shop.sandbox_api_key })
  assert.deepEqual([sandbox.body.data.environment, sandbox.body.data.available], ['sandbox', '7.77'])
})

test('the transactions are listed newest first, with what was available after each', async () => {
  const { body } = await list()
  const items = body.data.items as Record<string, unknown>[]
  assert.deepEqual(
    items.map((item) => [item.type, item.direction, item.amount, item.balance_after]),
    [
      ['collection_reversal', 'debit', '160.00', '0.00'],
      ['debt', 'credit', '10.00', '160.00'],
      ['collection', 'credit', '50.00', '150.00'],
      ['deposit', 'credit', '100.00', '100.00'],
    ],
  )
  assert.deepEqual([body.data.total, body.data.page, body.data.next_cursor], [4, 1, null])
  const total = async (query: string) => (await list(query)).body.data.total
  assert.equal(await total('?type=deposit'), 1)
  assert.equal(await total('?direction=credit'), 3)
  assert.equal(await total('?reference=order,%207'), 1)
  assert.equal(await total('?from=2020-01-01T00:00:00Z'), 4)
  assert.equal(await total('?to=2020-01-01T00:00:00Z'), 0)
  assert.equal((await list('?type=gift')).status, 422)
})

test('the list is walked by cursor, in JSON and in CSV', async () => {
  const first = await list('?page_size=2')
  const cursor = first.body.data.next_cursor
  const rest = await list(`?page_size=2&cursor=${cursor}`)
  assert.equal((rest.body.data.items as unknown[]).length, 2)
  const csv = await list('?page_size=2', { accept: 'text/csv' })
  assert.equal(csv.headers.get('x-next-cursor'), cursor)
  const last = await list(`?cursor=${cursor}`, { accept: 'text/csv' })
  assert.equal(last.headers.get('x-next-cursor'), null)
})

test('as CSV the rows have the columns of the JSON, and no cell is a formula', async () => {
  const csv = await list('', { accept: 'text/csv' })
  assert.equal(csv.status, 200)
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(csv.headers.get('vary')?.toLowerCase(), 'accept')
  const [header, , , second, ...rest] = String(csv.body).split('\r\n')
  assert.equal(
    header,
    'id,type,direction,amount,currency,balance_after,collection_id,withdrawal_id,reference,description,created_at',
  )
  assert.match(
    second ?? '',
    /^[0-9a-f-]{36},collection,credit,50\.00,TZS,150\.00,,,"order, 7","'=HYPERLINK\(""x""\)",\d{4}-/,
  )
  assert.equal(rest.length, 2)
  assert.equal((await list()).headers.get('content-type'), 'application/json; charset=utf-8')
  const refused = await list('?page_size=0', { accept: 'text/csv' })
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'validation_error'])
})

test('an opening deposit is in the audit log', async () => {
  const entries = await service.world.sql`
    select actor_kind, details from audit_log
    where action = 'balance.deposited' and merchant_id = ${shop.merchant_id} order by seq`
  assert.deepEqual(
    entries.map((entry) => [entry.actor_kind, entry.details]),
    [
      ['operator', { environment: 'live', currency: 'TZS', amount: '100.00' }],
      ['operator', { environment: 'sandbox', currency: 'TZS', amount: '7.77' }],
    ],
  )
})
