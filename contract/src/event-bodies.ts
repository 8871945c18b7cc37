import Type, { type TObject } from 'typebox'
import { BatchStanding } from './batch-fields.ts'
import { ShownCollection } from './collection-fields.ts'
import { ControlNumber } from './control-numbers.ts'
import { CreditNote } from './credit-notes.ts'
import { type EventType, eventTypes } from './event-fields.ts'
import { EnvironmentName, Id, Nullable, Timestamp } from './fields.ts'
import { FiscalReceipt } from './fiscal.ts'
import { Invoice } from './invoices.ts'
import type { Publisher } from './openapi-schemas.ts'
import { Refund } from './refund-fields.ts'
import { Statement } from './statements.ts'
import { Withdrawal } from './withdrawal-fields.ts'

/** What every event says beside its resource. */
const told = {
  environment: EnvironmentName,
  merchant_id: Id,
  sequence: Type.Integer({
    description:
      'The place among the events of its resource: higher is later. Numbers may be left out, never used twice.',
  }),
}

/** What an event has said stands for ever: whose number paid is told where it can be taken back. */
const { payer_name: _name, payer_name_match: _match, ...nameless } = ShownCollection.properties

/** In the names of both families, whichever the collection was made in. */
export const CollectionTold = Type.Object({
  ...nameless,
  collection_id: Id,
  reference: Nullable(Type.String()),
  ...told,
})

/** What it waits for passes without a step of its own, so that no event could tell. */
const { waiting_for: _passing, ...steady } = Withdrawal.properties

/** By both names of the resource as well. */
export const WithdrawalTold = Type.Object({
  ...steady,
  disbursement_id: Id,
  withdrawal_id: Id,
  ...told,
})

const { waiting_for: _passingToo, ...steadyRefund } = Refund.properties

export const RefundTold = Type.Object({ ...steadyRefund, refund_id: Id, ...told })

export const StatementTold = Type.Object({ ...Statement.properties, statement_id: Id, ...told })

export const BatchTold = Type.Object({ ...BatchStanding.properties, batch_id: Id, ...told })

export const InvoiceTold = Type.Object({ ...Invoice.properties, invoice_id: Id, ...told })

export const CreditNoteTold = Type.Object({ ...CreditNote.properties, credit_note_id: Id, ...told })

export const FiscalReceiptTold = Type.Object({ ...FiscalReceipt.properties, fiscal_receipt_id: Id, ...told })
export const ControlNumberTold = Type.Object({ ...ControlNumber.properties, control_number_id: Id, ...told })

/** What is told of, by the first word of the event. */
const tellings = {
  collection: CollectionTold,
  disbursement: WithdrawalTold,
  disbursement_batch: BatchTold,
  refund: RefundTold,
  statement: StatementTold,
  invoice: InvoiceTold,
  credit_note: CreditNoteTold,
  fiscal_receipt: FiscalReceiptTold,
  control_number: ControlNumberTold,
}

/** The body of an event, as it is delivered. */
export function eventBody(type: EventType): TObject {
  return Type.Object({
    type: Type.Literal(type),
    timestamp: Timestamp,
    data: tellings[type.slice(0, type.indexOf('.')) as keyof typeof tellings],
  })
}

/** What the body of an event is called: `CollectionSuccess` and `Event`. */
export function eventName(type: EventType): string {
  return type.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())
}

const summaries: Record<EventType, string> = {
  'collection.success': 'A collection is paid',
  'collection.successful': 'A collection is paid (born on the hosted page, or pinned by success_event_name)',
  'collection.failed': 'A collection failed',
  'collection.reversed': 'A paid collection was reversed',
  'collection.pending_clearance': 'A paid collection is held for clearance',
  'disbursement.approved': 'A disbursement was approved and is being sent',
  'disbursement.info_requested': 'A Super Admin asks something about a disbursement',
  'disbursement.success': 'A disbursement arrived',
  'disbursement.failed':
    'A disbursement was declined, or rejected or cancelled before it was sent (REJECTED)',
  'disbursement.reversed': 'A disbursement came back',
  'disbursement_batch.approved': 'A batch of disbursements was approved and is being sent',
  'disbursement_batch.rejected': 'A batch of disbursements was rejected or cancelled, with all its rows',
  'disbursement_batch.paused': 'A batch of disbursements is no longer sent until a Super Admin resumes it',
  'disbursement_batch.done': 'Every row of a batch of disbursements has ended',
  'refund.success': 'A refund arrived',
  'refund.failed': 'A refund was declined by the provider',
  'refund.rejected': 'A refund was rejected, or cancelled, before it was sent',
  'refund.reversed': 'A refund came back',
  'statement.ready': 'A statement is ready to be downloaded',
  'invoice.paid': 'An invoice is paid, and nothing of it is due any more',
  'invoice.partially_paid': 'A part of an invoice is paid',
  'invoice.overpaid': 'More was paid for an invoice than was due',
  'invoice.reopened':
    'Something of an invoice is due again: a payment was reversed, or refunded without a credit note',
  'invoice.voided': 'An invoice was voided',
  'credit_note.issued': 'A credit note was issued, by hand or by a refund that was paid',
  'fiscal_receipt.issued': 'The tax authority has issued the receipt of a payment',
  'fiscal_receipt.failed': 'The tax authority refused the receipt of a payment',
  'control_number.paid': 'A control number for an order is paid, and takes no more',
  'control_number.reopened': 'A control number can be paid again: its payment was reversed',
  'control_number.expired': 'The time of a control number is over',
  'control_number.cancelled': 'A control number was cancelled, or its invoice is no longer owed',
}

const headers = {
  'webhook-id': 'The id of the event, the same on every attempt: remember it to tell repeats.',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
  'webhook-signature': 'Signatures `v1,…` separated by spaces, of `{webhook-id}.{webhook-timestamp}.{body}`.',
}

/** The calls that merchants receive, in the words of OpenAPI. */
export function describeWebhooks(publisher: Publisher): Record<string, unknown> {
  return Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `tell${eventName(type)}`,
          tags: ['Webhooks'],
          summary: summaries[type],
          description: 'Signed as Standard Webhooks. May come more than once, and in any order.',
          // The signature says who calls.
          security: [],
          parameters: Object.entries(headers).map(([name, description]) => ({
            name,
            in: 'header',
            required: true,
            schema: { type: 'string' },
            description,
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: publisher.refer(eventBody(type)) } },
          },
          responses: {
            '2XX': { description: 'Taken. Anything else, or nothing within 15 s, is tried again.' },
          },
        },
      },
    ]),
  )
}
