import * as z from 'zod'
import { Amount, Id, pageOf, paging, period, queryOf, RequestId, strangersText, tool } from '../tool.ts'

const PaymentLink = z.looseObject({
  id: z.string(),
  amount: z.string().nullable(),
  currency: z.string(),
  status: z.string(),
  public_url: z.string(),
  paid_count: z.number(),
})

const Invoice = z.looseObject({
  id: z.string(),
  number: z.string(),
  status: z.string(),
  total: z.string(),
  currency: z.string(),
  due_date: z.string(),
  public_url: z.string(),
})

const CreditNote = z.looseObject({
  id: z.string(),
  number: z.string(),
  invoice_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  reason: z.string(),
})

const Customer = z.looseObject({ id: z.string(), name: z.string() })

const phone = z.string().regex(/^\+?[0-9]{9,15}$/)

export const linkTools = [
  tool({
    name: 'list_payment_links',
    title: 'List payment links',
    description: `Payment links, newest first, with how often each was paid. ${strangersText}`,
    scope: 'payment_links:read',
    kind: 'read',
    input: z.strictObject({
      ...paging,
      ...period,
      status: z.enum(['ACTIVE', 'INACTIVE', 'EXPIRED', 'PAID']).optional(),
    }),
    output: pageOf(PaymentLink),
    run: (malipo, input, { signal }) => malipo.paymentLinks.list(queryOf(input), { signal }),
  }),
  tool({
    name: 'get_payment_link',
    title: 'Read a payment link',
    description: `One payment link with its address and how often it was paid. ${strangersText}`,
    scope: 'payment_links:read',
    kind: 'read',
    input: z.strictObject({ payment_link_id: Id }),
    output: PaymentLink,
    run: (malipo, { payment_link_id: id }, { signal }) => malipo.paymentLinks.get(id, { signal }),
  }),
  tool({
    name: 'create_payment_link',
    title: 'Create a payment link',
    description:
      'Makes an address (public_url) at which anybody can pay the merchant. Nobody is asked to pay until somebody sends them the address.',
    scope: 'payment_links:write',
    kind: 'ask',
    input: z.strictObject({
      request_id: RequestId,
      amount: Amount.nullable().describe('A decimal string like "15000"; null lets the customer choose'),
      description: z.string().max(500).optional().describe('What payers read'),
      single_use: z.boolean().optional().describe('Whether it closes once it was paid'),
      expires_at: z.iso.datetime({ offset: true }).optional(),
    }),
    output: PaymentLink,
    run: (malipo, { request_id: _id, ...link }, call) => malipo.paymentLinks.create(link, call),
  }),
]

export const invoiceTools = [
  tool({
    name: 'list_invoices',
    title: 'List invoices',
    description: `Invoices, newest first. ${strangersText}`,
    scope: 'invoices:read',
    kind: 'read',
    input: z.strictObject({
      ...paging,
      ...period,
      status: z.enum(['DRAFT', 'SENT', 'PARTIALLY_PAID', 'PAID', 'CREDITED', 'VOID', 'OVERDUE']).optional(),
    }),
    output: pageOf(Invoice),
    run: (malipo, input, { signal }) => malipo.invoices.list(queryOf(input), { signal }),
  }),
  tool({
    name: 'get_invoice',
    title: 'Read an invoice',
    description: `One invoice with its items, its status and what is still due (amount_due). ${strangersText}`,
    scope: 'invoices:read',
    kind: 'read',
    input: z.strictObject({ invoice_id: Id }),
    output: Invoice,
    run: (malipo, { invoice_id: id }, { signal }) => malipo.invoices.get(id, { signal }),
  }),
  tool({
    name: 'list_credit_notes',
    title: 'List the credit notes of an invoice',
    description: `What was taken back of an invoice, newest first, and why. A credit note moves no money. ${strangersText}`,
    scope: 'invoices:read',
    kind: 'read',
    input: z.strictObject({ ...paging, invoice_id: Id }),
    output: pageOf(CreditNote),
    run: (malipo, { invoice_id: id, ...input }, { signal }) =>
      malipo.invoices.creditNotes(id, queryOf(input), { signal }),
  }),
  tool({
    name: 'create_invoice',
    title: 'Write an invoice as a draft',
    description: 'Writes an invoice and sends it to nobody: it is a DRAFT until send_invoice.',
    scope: 'invoices:write',
    kind: 'ask',
    input: z.strictObject({
      request_id: RequestId,
      customer_name: z.string().min(1).max(120),
      customer_phone: phone,
      customer_email: z.email().max(254).optional(),
      due_date: z.iso.date(),
      items: z
        .array(
          z.strictObject({
            description: z.string().min(1).max(200),
            quantity: z.string().describe('A decimal string with at most 3 places, like "2"'),
            unit_price: Amount,
            tax_percent: z.string().optional().describe('On top of the price, like "18"'),
          }),
        )
        .min(1)
        .max(100),
      notes: z.string().max(1000).optional(),
    }),
    output: Invoice,
    run: (malipo, { request_id: _id, ...invoice }, call) => malipo.invoices.create(invoice, call),
  }),
  tool({
    name: 'send_invoice',
    title: 'Send an invoice to its customer',
    description:
      'Sends a written invoice to its customer by mail and text message, where the service has them, and answers with words to share. It cannot be called back.',
    scope: 'invoices:write',
    kind: 'ask',
    isGrave: true,
    input: z.strictObject({ request_id: RequestId, invoice_id: Id }),
    output: z.looseObject({ share_text: z.string() }),
    run: (malipo, { invoice_id: id }, call) => malipo.invoices.send(id, call),
  }),
]

export const customerTools = [
  tool({
    name: 'list_customers',
    title: 'List customers',
    description: `Saved customers, newest first. ${strangersText}`,
    scope: 'collections:read',
    kind: 'read',
    input: z.strictObject({ ...paging, phone: phone.optional() }),
    output: pageOf(Customer),
    run: (malipo, input, { signal }) => malipo.customers.list(queryOf(input), { signal }),
  }),
  tool({
    name: 'get_customer',
    title: 'Read a customer',
    description: `One saved customer. ${strangersText}`,
    scope: 'collections:read',
    kind: 'read',
    input: z.strictObject({ customer_id: Id }),
    output: Customer,
    run: (malipo, { customer_id: id }, { signal }) => malipo.customers.get(id, { signal }),
  }),
]
