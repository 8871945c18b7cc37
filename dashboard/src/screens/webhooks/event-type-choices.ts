import type { EventType } from '@malipo/sdk'

/** Everything that a merchant can be told, complete by its type. */
const known: Record<EventType, true> = {
  'collection.success': true,
  'collection.successful': true,
  'collection.failed': true,
  'collection.reversed': true,
  'collection.pending_clearance': true,
  'disbursement.approved': true,
  'disbursement.info_requested': true,
  'disbursement.success': true,
  'disbursement.failed': true,
  'disbursement.reversed': true,
  'disbursement_batch.approved': true,
  'disbursement_batch.rejected': true,
  'disbursement_batch.paused': true,
  'disbursement_batch.done': true,
  'refund.success': true,
  'refund.failed': true,
  'refund.rejected': true,
  'refund.reversed': true,
  'statement.ready': true,
  'invoice.paid': true,
  'invoice.partially_paid': true,
  'invoice.overpaid': true,
  'invoice.reopened': true,
  'invoice.voided': true,
  'credit_note.issued': true,
  'fiscal_receipt.issued': true,
  'fiscal_receipt.failed': true,
  'control_number.paid': true,
  'control_number.reopened': true,
  'control_number.expired': true,
  'control_number.cancelled': true,
}

export const eventTypes = Object.keys(known) as EventType[]

/** Types are told as they are called in programs: whoever reads them here reads them there too. */
export const eventTypeChoices = eventTypes.map((type) => ({ value: type, label: type }))
