import type { EventType } from './event-names.ts'

/** How the real thing is made to happen in the sandbox, so that its event comes by itself. */
export type Recipe = {
  makes: 'walletPush' | 'toMobileMoney' | 'refund' | 'statement'
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

/** Of a payment by somebody whose number chooses how money goes back to it. */
const refund = (phone: string): Recipe => ({
  makes: 'refund',
  fields: { amount: '1000', phone, reference: 'triggered', simulate_status: 'successful' },
})

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
  'refund.success': refund('255700000101'),
  'refund.failed': refund('255700000102'),
  // Its merchant takes it back, as nobody rejects anything in the sandbox.
  'refund.rejected': refund('255700000101'),
  'refund.reversed': refund('255700000108'),
  'statement.ready': { makes: 'statement', fields: {} },
}

/** What may be said otherwise; the rest is what makes the event come. */
export const changeable: Record<Recipe['makes'], readonly string[]> = {
  walletPush: ['amount', 'currency', 'phone', 'customer_name', 'reference', 'description'],
  toMobileMoney: ['amount', 'destination_code', 'destination_name', 'merchant_reference'],
  refund: ['amount', 'reference'],
  statement: ['from', 'to', 'currency'],
}
