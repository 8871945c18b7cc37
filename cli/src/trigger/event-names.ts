/** Everything a merchant can be told, as the interface has it; a test holds it against that. */
export const eventTypes = [
  'collection.success',
  'collection.successful',
  'collection.failed',
  'collection.reversed',
  'collection.pending_clearance',
  'disbursement.approved',
  'disbursement.info_requested',
  'disbursement.success',
  'disbursement.failed',
  'disbursement.reversed',
  'disbursement_batch.approved',
  'disbursement_batch.rejected',
  'disbursement_batch.paused',
  'disbursement_batch.done',
  'refund.success',
  'refund.failed',
  'refund.rejected',
  'refund.reversed',
  'statement.ready',
  'invoice.paid',
  'invoice.partially_paid',
  'invoice.overpaid',
  'invoice.reopened',
  'invoice.voided',
  'credit_note.issued',
  'fiscal_receipt.issued',
  'fiscal_receipt.failed',
  'control_number.paid',
  'control_number.reopened',
  'control_number.expired',
  'control_number.cancelled',
] as const
export type EventType = (typeof eventTypes)[number]

const spellings: readonly EventType[] = ['collection.success', 'collection.successful']

/** Both spellings of a success mean the same; which one is told is for the merchant's settings to say. */
export function withBothSpellings(types: readonly EventType[]): EventType[] {
  return types.some((type) => spellings.includes(type)) ? [...new Set([...types, ...spellings])] : [...types]
}
