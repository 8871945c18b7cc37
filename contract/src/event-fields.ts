import Type from 'typebox'
import { EnvironmentName, Id, Timestamp } from './fields.ts'

/** Everything a merchant can be told. Both spellings of a paid collection stand for the same outcome. */
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

export const successEventNames = ['collection.success', 'collection.successful'] as const

export const EventTypeName = Type.Enum([...eventTypes])

export const MerchantEvent = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The same as the header webhook-id of every delivery.' }),
  type: EventTypeName,
  environment: EnvironmentName,
  resource_id: Id,
  sequence: Type.Integer({
    description:
      'The place among the events of its resource: higher is later. Numbers may be left out, never used twice.',
  }),
  timestamp: Timestamp,
  data: Type.Unknown({ description: 'The resource as it was then, as it is delivered.' }),
})
