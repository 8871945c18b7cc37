import type { EventType } from './event-names.ts'

/** How the real thing is made to happen in the sandbox, so that its event comes by itself. */
export type Recipe = {
  makes: 'walletPush' | 'toMobileMoney'
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
}

/** What may be said otherwise; the rest is what makes the event come. */
export const changeable: Record<Recipe['makes'], readonly string[]> = {
  walletPush: ['amount', 'currency', 'phone', 'customer_name', 'reference', 'description'],
  toMobileMoney: ['amount', 'destination_code', 'destination_name', 'merchant_reference'],
}
