import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoicePrinter } from './invoice-printer.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { type Printed, printInvoice } from './print-invoice.ts'

const at = new Date('2026-11-15T12:00:00Z')
const item = { description: 'Sukari'.repeat(30), quantity: '1', unit_price: '10.00', tax_percent: '18' }
const invoice: InvoiceRow = {
  ...{ id: 'i', merchant_id: 'm', environment: 'live', number: 1n, token: 't', status: 'SENT' },
  ...{ customer_name: 'Asha', customer_phone: '255712345678', customer_email: null },
  ...{ items: Array.from({ length: 100 }, () => item), subtotal: 100_000n, tax: 18_000n, total: 118_000n },
  ...{
    currency: 'TZS',
    due_date: '2026-12-01',
    notes: null,
    payment_link_id: null,
    paid_by: null,
    sent_on: null,
  },
  ...{ sends: 0, sent_at: at, paid_at: null, voided_at: null, created_at: at, updated_at: at },
}
const printed = (fields: Partial<Printed> = {}): Printed => ({
  ...{ invoice, shop: 'Duka', url: 'https://malipo.test/i/t', language: 'sw', now: at },
  ...fields,
})
const of = (merchant: string, shop = '') => printed({ shop, invoice: { ...invoice, merchant_id: merchant } })

/** A thread that answers with one letter, or does what a shop of that name makes it do. */
const pretended = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ shop }) => {
    if (shop === 'hangs') for (;;);
    if (shop === 'breaks') throw new Error('it broke')
    if (shop === 'ends') process.exit(3)
    parentPort.postMessage(new TextEncoder().encode('x'))
  })`)}`,
)
const limits = { mostWaiting: 4, mostOfOne: 2, withinMs: 5_000 }
const busy = { name: 'Refusal', code: 'unavailable' }

test('an invoice is printed apart as it would be here, and the loop of requests is free meanwhile', async () => {
  const print = invoicePrinter({ ...limits, withinMs: 60_000 })
  const before = performance.eventLoopUtilization()
  const bytes = await print(printed())
  const { utilization } = performance.eventLoopUtilization(before)
  assert.ok(utilization < 0.5, `the loop was busy for ${utilization} of the time`)
  assert.deepEqual(bytes, await printInvoice(printed()))
})

test('whoever comes when enough wait is told to come again, one merchant sooner than all', async () => {
  const print = invoicePrinter(limits, pretended)
  const ask = (merchant: string) => print(of(merchant)).then(String)
  const asked = ['a', 'a', 'a', 'b', 'c', 'd'].map(ask)
  const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status)
  const taken = ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected']
  assert.deepEqual(outcomes, taken)
  const refused = ['a', 'a', 'a'].map(ask)
  await assert.rejects(refused.pop() ?? ask('a'), busy)
  await Promise.all(refused)
  assert.equal(await ask('a'), 'x')
})

test('one that cannot be printed spoils only itself', async () => {
  const print = invoicePrinter(limits, pretended)
  const impatient = invoicePrinter({ ...limits, withinMs: 300 }, pretended)
  const broken = assert.rejects(print(of('a', 'breaks')), /it broke/)
  assert.equal(String(await print(of('a'))), 'x')
  await broken
  for (const fault of ['hangs', 'ends']) await assert.rejects(impatient(of('a', fault)), busy)
  // What has to start anew takes longer than that on a busy machine.
  assert.equal(String(await print(of('a'))), 'x')
})
