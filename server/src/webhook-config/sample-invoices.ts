import type { NewId } from '../primitives/id.ts'
import { dayAfter, dayAt } from '../primitives/instant.ts'

type Wish = { at: Date; newId: NewId; sequence?: number; status?: string }

/** What is told of an invoice of 1,500 shillings: how far it has come, and how often something was told before. */
const invoiceStates = {
  'invoice.paid': { status: 'PAID', sequence: 2, paid: '1500.00', due: '0.00', overpaid: '0.00' },
  'invoice.partially_paid': {
    ...{ status: 'PARTIALLY_PAID', sequence: 2, paid: '500.00', due: '1000.00', overpaid: '0.00' },
  },
  'invoice.overpaid': { status: 'PAID', sequence: 3, paid: '2000.00', due: '0.00', overpaid: '500.00' },
  'invoice.reopened': { status: 'SENT', sequence: 3, paid: '0.00', due: '1500.00', overpaid: '0.00' },
  'invoice.voided': { status: 'VOID', sequence: 2, paid: '0.00', due: '0.00', overpaid: '0.00' },
} as const

type InvoiceEvent = keyof typeof invoiceStates

export function isOfInvoice(type: string): type is InvoiceEvent {
  return type in invoiceStates
}

const items = [{ description: 'Sukari', quantity: '1', unit_price: '1500.00', tax_percent: null }]

export function sampleInvoice(type: InvoiceEvent, id: string, { at, sequence, status }: Wish) {
  const then = at.toISOString()
  const state = invoiceStates[type]
  return {
    id,
    number: 'INV-000001',
    status: status ?? state.status,
    customer_name: 'Asha Juma',
    customer_phone: '255712345678',
    customer_email: null,
    items,
    subtotal: '1500.00',
    tax: '0.00',
    total: '1500.00',
    currency: 'TZS',
    allow_part_payment: true,
    minimum_payment: null,
    amount_paid: state.paid,
    amount_credited: '0.00',
    amount_due: state.due,
    amount_overpaid: state.overpaid,
    due_date: dayAfter(dayAt(at), 7),
    is_overdue: false,
    notes: null,
    payment_link_id: null,
    metadata: {},
    // Nothing made up has a page.
    public_url: 'https://example.com/',
    sent_at: then,
    paid_at: state.status === 'PAID' ? then : null,
    voided_at: state.status === 'VOID' ? then : null,
    created_at: then,
    updated_at: then,
    invoice_id: id,
    sequence: sequence ?? state.sequence,
  }
}

export function sampleCreditNote(id: string, { at, newId, sequence }: Wish) {
  return {
    id,
    invoice_id: newId(),
    invoice_number: 'INV-000001',
    number: 'CN-000001',
    amount: '500.00',
    tax: '0.00',
    currency: 'TZS',
    items: null,
    reason: 'A made-up reason',
    refund_id: null,
    given_back: '0.00',
    created_at: at.toISOString(),
    credit_note_id: id,
    sequence: sequence ?? 1,
  }
}
