import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { carryOutRequests, prepareExports } from '../../src/privacy/privacy.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { zuhura } from './privacy/canaries.ts'
import { readLines, saveFile } from './privacy/files.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
before(async () => {
  stage = await openRefundStage()
})
after(() => stage.close())

const work = async () => {
  await carryOutRequests(stage.service.world)
  await prepareExports(stage.service.world, { onError: assert.fail })
}

test('recipients, batches and credit notes are in the file of whoever they are about, and in that of their merchant', async () => {
  const shop = await stage.openCounter(5_000_000n)
  const { sql } = stage.service.world
  await sql`update merchants set verification_status = 'verified' where id = ${shop.merchantId}`
  const make = async (path: string, body: Fields) =>
    dataOf(
      await shop.dashboard(path, 'live', {
        body,
        headers: { 'idempotency-key': randomUUID() },
      }),
    )
  const { name, dialled, phone } = zuhura
  const place = { method: 'MOBILE_MONEY', destination_code: 'MPESA' }
  const hers = { ...place, destination_identifier: dialled, destination_name: name }
  const other = { ...place, destination_identifier: '0713000111', destination_name: 'Somebody Else' }
  const { id: recipient } = await make('/v1/recipients', hers)
  await make('/v1/recipients', other)
  const { id: batch } = await make('/v1/disbursement-batches', {
    ...{ merchant_id: shop.merchantId, name: 'Salaries' },
    rows: [
      { reference: 'A', amount: '1000', recipient_id: recipient },
      { ...other, reference: 'B', amount: '2000' },
    ],
  })
  const { id: invoice } = await make('/v1/invoices', {
    ...{ merchant_id: shop.merchantId, customer_name: name, customer_phone: dialled },
    ...{
      items: [{ description: 'Lesson', quantity: '1', unit_price: '5000' }],
      due_date: '2099-01-01',
    },
  })
  await make(`/v1/invoices/${invoice}/send`, {})
  await make(`/v1/invoices/${invoice}/credit-notes`, { amount: '500', reason: 'Late' })
  const asked = dataOf(
    await shop.dashboard('/v1/merchant/privacy-requests', 'live', { body: { kind: 'export', phone } }),
  )
  await work()
  const lines = readLines(await saveFile(shop, `/v1/merchant/privacy-requests/${asked.id}/file`))
  assert.deepEqual(
    lines.map(({ kind }) => kind),
    ['export', 'recipient', 'invoice', 'credit_note', 'payout', 'end'],
  )
  const [, saved, , note, payout] = lines.map(({ data }) => data)
  assert.deepEqual([saved?.id, saved?.destination_identifier], [recipient, phone])
  assert.deepEqual([note?.invoice_id, note?.amount, note?.reason], [invoice, '500.00', 'Late'])
  assert.deepEqual([payout?.recipient_id, payout?.batch_id, payout?.row], [recipient, batch, 1])
  const whole = dataOf(await shop.dashboard('/v1/merchant/exports', 'live', { method: 'POST' }))
  await work()
  const all = readLines(await saveFile(shop, `/v1/merchant/exports/${whole.id}/file`))
  const count = (kind: string) => all.filter((line) => line.kind === kind).length
  assert.deepEqual(['recipient', 'disbursement_batch', 'credit_note', 'payout'].map(count), [2, 1, 1, 2])
})
