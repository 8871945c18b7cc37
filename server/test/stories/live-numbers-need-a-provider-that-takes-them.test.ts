import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { ownProvider } from './money/own-provider.ts'
import { dataOf, type Fields, openShop, type Shop } from './money/shop.ts'

const pushes = ownProvider({ name: 'pushes', can: { methods: ['USSD_PUSH', 'STK_PUSH'] } })
let service: Service
let shop: Shop
before(async () => {
  service = await startService({ providers: { live: pushes } })
  shop = await openShop(service)
})
after(() => endStory(service))

const make = (path: string, body: Fields, key: string) =>
  shop.call(path, {
    ...{ key, headers: { 'idempotency-key': randomUUID() } },
    body: { merchant_id: shop.merchantId, ...body },
  })
const count = async () => (await service.world.sql`select from control_numbers`).count
const said = {
  field: 'kind',
  problem:
    'must wait: no provider of this installation takes control numbers. Ask the operator; in the sandbox they can be tried',
}

test('a number that nobody could pay is refused, once for all rows, and nothing is made', async () => {
  const wish = { kind: 'ORDER', amount: '1000' }
  for (const [path, body] of [
    ['/v1/control-numbers', wish],
    ['/v1/control-numbers', { kind: 'CUSTOMER' }],
    ['/v1/control-numbers/bulk', { rows: [wish, wish, { kind: 'CUSTOMER' }] }],
  ] as const) {
    const answer = await make(path, body, shop.liveKey)
    assert.equal(answer.status, 422, JSON.stringify(answer.body))
    assert.deepEqual([answer.body.error?.code, answer.body.error?.details], ['validation_error', [said]])
  }
  assert.equal(await count(), 0)
})

test('an invoice for which no number can be made is not issued by asking for one', async () => {
  const invoice = dataOf(
    await shop.dashboard('/v1/invoices', 'live', {
      body: {
        ...{ merchant_id: shop.merchantId, customer_name: 'Asha', customer_phone: '0712345678' },
        ...{ due_date: '2099-12-31', items: [{ description: 'Kanga', quantity: '1', unit_price: '700' }] },
      },
    }),
  )
  const wish = { kind: 'ORDER', invoice_id: invoice.id }
  assert.equal((await make('/v1/control-numbers', wish, shop.liveKey)).status, 422)
  assert.equal(dataOf(await shop.dashboard(`/v1/invoices/${invoice.id}`, 'live')).status, 'DRAFT')
})

test('in the sandbox the same merchant has them', async () => {
  const answer = await make('/v1/control-numbers', { kind: 'ORDER', amount: '1000' }, shop.sandboxKey)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
})
