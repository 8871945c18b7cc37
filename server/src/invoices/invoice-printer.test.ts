import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printer } from '../paper/paper.ts'
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
    allow_part_payment: false,
    minimum_payment: null,
    amount_paid: null,
    amount_credited: 0n,
    moves: 1,
    due_date: '2026-12-01',
    notes: null,
    metadata: null,
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
test('an invoice is printed apart as it would be here, and the loop of requests is free meanwhile', async () => {
  const print = invoicePrinter(printer({ mostWaiting: 4, mostOfOne: 2, withinMs: 60_000 }))
  const before = performance.eventLoopUtilization()
  const bytes = await print(printed())
  const { utilization } = performance.eventLoopUtilization(before)
  assert.ok(utilization < 0.5, `the loop was busy for ${utilization} of the time`)
  assert.deepEqual(bytes, await printInvoice(printed()))
})
