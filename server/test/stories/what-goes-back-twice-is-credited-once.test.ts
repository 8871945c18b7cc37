import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Reply } from '../service.ts'
import { tillOf } from './invoices/paying.ts'
import { dataOf, drafted, item } from './invoices/till.ts'
import { declined, succeeded } from './money/own-provider.ts'
import type { Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
let counter: Awaited<ReturnType<RefundStage['openCounter']>>
before(async () => {
  stage = await openRefundStage()
  counter = await stage.openCounter(10_000_000n)
})
after(() => stage.close())

const call = (path: string, sent: Fields = {}): Promise<Reply> =>
  counter.call(`/v1/invoices/${path}`, { key: counter.liveKey, ...sent })

/** An invoice of a thousand, unless told otherwise. */
async function invoiced(fields: Fields = {}): Promise<string> {
  const { id } = await drafted(stage.service, tillOf(counter), fields, { key: counter.liveKey })
  await call(`${id}/send`, { method: 'POST' })
  return id
}

async function standing(id: string): Promise<string> {
  const { status, amount_paid, amount_credited, amount_due, amount_overpaid } = dataOf(await call(id))
  return [status, amount_paid, amount_credited, amount_due, amount_overpaid].join(' ')
}

const credit = (id: string, body: Fields) =>
  call(`${id}/credit-notes`, {
    body: { reason: 'Sacks were torn', ...body },
    headers: { 'idempotency-key': randomUUID() },
  })

/** The provider changes its mind about a refund that failed. */
async function paidAfterAll(refund: unknown): Promise<void> {
  const { provider_reference: reference } = await counter.read(refund)
  const told = await stage.provider.tell(stage.service, reference, succeeded(), { about: 'disbursement' })
  assert.equal(told.body.data.status, 'NEEDS_ADMIN_ATTENTION')
}

test('what was given back outside counts, when a refund that failed was paid after all', async () => {
  const id = await invoiced()
  const { id: payment } = await counter.paid({ invoice_id: id })
  const failed = await stage.sent(counter, declined, { collection_id: payment, amount: '400.00' })
  const { id: waiting } = await counter.refund({ collection_id: payment, amount: '600.00' })
  assert.equal((await credit(id, { amount: '400.00' })).status, 201)
  assert.equal((await counter.collection(payment)).refundable_amount, '0.00')
  await paidAfterAll(failed)
  const refused = await stage.desk.decide(waiting, 'approve')
  assert.equal(inShort(refused), '409 invalid_state')
  assert.deepEqual(refused.body.error.details, { status: 'PENDING_ADMIN_APPROVAL', payment: 'refunded' })
})

test('a part that went back twice is credited once, and a person can say that it did', async () => {
  const id = await invoiced({ allow_part_payment: true })
  const { id: payment } = await counter.paid({ invoice_id: id, amount: '600.00' })
  const wish = { collection_id: payment, amount: '600.00' }
  const failed = await stage.sent(counter, declined, wish)
  const second = await stage.sent(counter, succeeded(), wish)
  assert.equal(await standing(id), 'SENT 0.00 600.00 400.00 0.00')
  await paidAfterAll(failed)
  const { evidence_version } = await stage.desk.story(failed)
  const said = { outcome: 'SUCCESS', note: 'They paid both.', evidence_version }
  const resolved = await stage.desk.decide(failed, 'resolve', said)
  assert.equal(inShort(resolved), '200', JSON.stringify(resolved.body))
  assert.equal(await standing(id), 'SENT 0.00 600.00 400.00 0.00')
  const { provider_reference: reference } = await counter.read(second)
  const back = { kind: 'reversed', providerStatus: 'REVERSED' } as const
  await stage.provider.tell(stage.service, reference, back, { about: 'disbursement' })
  assert.equal(await standing(id), 'SENT 0.00 600.00 400.00 0.00', 'one of both is still with the payer')
})

test('credit notes take back no more tax than was billed', async () => {
  const plain = await invoiced()
  const refused = await credit(plain, { items: [item('1', '500', '18')] })
  assert.equal(inShort(refused), '422 validation_error')
  assert.deepEqual(refused.body.error.details, [
    {
      field: 'items',
      problem: 'must take back 0.00 of tax or less: that is what was billed and is not credited yet',
    },
  ])
  const taxed = await invoiced({ items: [item('2', '500', '18')] })
  assert.equal(dataOf(await credit(taxed, { amount: '590.00' })).tax, '90.00')
  assert.equal(inShort(await credit(taxed, { items: [item('1', '400', '25')] })), '422 validation_error')
  assert.equal(dataOf(await credit(taxed, { items: [item('1', '500', '18')] })).tax, '90.00')
})
