import type { EventType } from './event-names.ts'

/** How the real thing is made to happen in the sandbox, so that its event comes by itself. */
export type Recipe = {
  makes:
    | 'walletPush'
    | 'toMobileMoney'
    | 'batch'
    | 'refund'
    | 'statement'
    | 'invoice'
    | 'fiscalReceipt'
    | 'controlNumber'
  fields: Record<string, string>
}

const push = (simulate_status: string): Recipe => ({
  makes: 'walletPush',
  // Shops look their order up by its reference, so that there is always one.
  fields: {
    amount: '1000',
    phone: '255712345678',
    reference: 'triggered',
    description: 'malipo-dev trigger',
    simulate_status,
  },
})

/** To a recipient that chooses the outcome, as the guide of the sandbox lists them. */
const payout = (destination_identifier: string): Recipe => ({
  makes: 'toMobileMoney',
  fields: {
    amount: '10000',
    destination_code: 'MPESA',
    destination_name: 'Asha Mtihani',
    destination_identifier,
  },
})

/** A batch of one row, which tells how the whole goes. */
const batch = (destination_identifier: string): Recipe => ({
  makes: 'batch',
  fields: { ...payout(destination_identifier).fields, name: 'malipo-dev trigger' },
})

/** Of a payment by somebody whose number chooses how money goes back to it. */
const refund = (phone: string): Recipe => ({
  makes: 'refund',
  fields: { amount: '1000', phone, reference: 'triggered', simulate_status: 'successful' },
})

/** An invoice of a thousand, and what then becomes of it. */
const invoice: Recipe = {
  makes: 'invoice',
  fields: { amount: '1000', customer_name: 'Asha Mtihani' },
}

/** Of a payment whose amount tells the simulated authority what to say. */
const fiscalReceipt = (amount: string): Recipe => ({
  makes: 'fiscalReceipt',
  fields: { ...push('successful').fields, amount },
})

/** A number for an order, and what then becomes of it. */
const controlNumber: Recipe = { makes: 'controlNumber', fields: { amount: '1000' } }

export const recipes: Record<EventType, Recipe> = {
  'collection.success': push('successful'),
  // The same payment: which spelling is told is a setting of the account.
  'collection.successful': push('successful'),
  'collection.failed': push('failed'),
  'collection.reversed': push('reversed'),
  'collection.pending_clearance': push('pending_clearance'),
  'disbursement.approved': payout('255700000101'),
  'disbursement.success': payout('255700000101'),
  'disbursement.failed': payout('255700000102'),
  'disbursement.reversed': payout('255700000108'),
  'disbursement.info_requested': payout('255700000116'),
  'disbursement_batch.approved': batch('255700000101'),
  // Its merchant takes it back, as nobody rejects anything in the sandbox.
  'disbursement_batch.rejected': batch('255700000101'),
  'disbursement_batch.paused': batch('255700000105'),
  'disbursement_batch.done': batch('255700000101'),
  'refund.success': refund('255700000101'),
  'refund.failed': refund('255700000102'),
  // Its merchant takes it back, as nobody rejects anything in the sandbox.
  'refund.rejected': refund('255700000101'),
  'refund.reversed': refund('255700000108'),
  'statement.ready': { makes: 'statement', fields: {} },
  'invoice.paid': invoice,
  'invoice.partially_paid': invoice,
  'invoice.overpaid': invoice,
  'invoice.reopened': invoice,
  'invoice.voided': invoice,
  'credit_note.issued': invoice,
  'fiscal_receipt.issued': fiscalReceipt('1000'),
  'fiscal_receipt.failed': fiscalReceipt('9101'),
  'control_number.paid': controlNumber,
  'control_number.reopened': controlNumber,
  'control_number.expired': controlNumber,
  'control_number.cancelled': controlNumber,
}

/** What may be said otherwise; the rest is what makes the event come. */
export const changeable: Record<Recipe['makes'], readonly string[]> = {
  walletPush: ['amount', 'currency', 'phone', 'customer_name', 'reference', 'description'],
  toMobileMoney: ['amount', 'destination_code', 'destination_name', 'merchant_reference'],
  batch: ['amount', 'destination_code', 'destination_name', 'name'],
  refund: ['amount', 'reference'],
  statement: ['from', 'to', 'currency'],
  invoice: ['amount', 'customer_name'],
  fiscalReceipt: ['phone', 'reference'],
  controlNumber: ['amount', 'description'],
}
