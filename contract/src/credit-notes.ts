import Type from 'typebox'
import { Body, DecimalAmount, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { InvoiceItems, invoiceReaders, invoiceWriters, ShownItem } from './invoices.ts'
import { operation } from './operation.ts'

export const CreditNote = Type.Object({
  id: Id,
  merchant_id: Id,
  invoice_id: Id,
  invoice_number: Type.String(),
  number: Type.String({
    description: 'Counted for each merchant and environment, without gaps.',
    examples: ['CN-000042'],
  }),
  amount: Type.String(),
  tax: Type.String({
    description: 'What of the amount is tax: that of its items, or in proportion to the invoice.',
  }),
  currency: Type.String(),
  items: Nullable(Type.Array(ShownItem)),
  reason: Type.String({ description: 'As it was given; of a refund its own.' }),
  refund_id: Nullable({ ...Id, description: 'The refund that issued it when it was paid.' }),
  given_back: Type.String({
    description: 'What of the amount was paid before, and was given back by its refund or outside.',
  }),
  created_at: Timestamp,
})

export const creditNoteOperations = {
  createCreditNote: operation({
    id: 'createCreditNote',
    method: 'POST',
    path: '/v1/invoices/{invoice_id}/credit-notes',
    tag: 'Invoices',
    summary: 'Issue a credit note for an invoice',
    description:
      'For an `amount`, or for `items`. It lowers `amount_due` first; what is beyond that counts as given back outside, and lowers what may be ' +
      'refunded. It moves no money: to send money back make a refund, which issues its credit note by itself.',
    access: invoiceWriters,
    idempotency: 'accepted',
    body: Body({
      amount: Type.Optional(DecimalAmount),
      items: Type.Optional(InvoiceItems),
      reason: Type.String({
        minLength: 1,
        maxLength: 300,
        pattern: '\\S',
        'x-problem': 'must be 1 to 300 characters',
        description: 'Printed on it, for the customer to read.',
      }),
    }),
    status: 201,
    reply: CreditNote,
    refusals: ['not_found', 'invalid_state'],
  }),
  listCreditNotes: operation({
    id: 'listCreditNotes',
    method: 'GET',
    path: '/v1/invoices/{invoice_id}/credit-notes',
    tag: 'Invoices',
    summary: 'List the credit notes of an invoice',
    access: invoiceReaders,
    idempotency: 'none',
    query: Body(listQuery),
    status: 200,
    reply: ListOf(CreditNote),
    refusals: ['not_found'],
  }),
  readCreditNotePdf: operation({
    id: 'readCreditNotePdf',
    method: 'GET',
    path: '/v1/invoices/{invoice_id}/credit-notes/{credit_note_id}/pdf',
    tag: 'Invoices',
    summary: 'Print a credit note as PDF',
    access: invoiceReaders,
    idempotency: 'none',
    query: Body({ lang: Type.Optional(Type.Enum(['sw', 'en'])) }),
    status: 200,
    file: 'application/pdf',
    reply: Type.Object({}),
    refusals: ['not_found'],
  }),
}
