import { createHash } from 'node:crypto'
import { type Environment, type EventType, type FailureCode, failures } from '@malipo/contract'
import type { NewId } from '../primitives/id.ts'
import { dayAfter, dayAt } from '../primitives/instant.ts'
import { referenceOf, spokenReference } from '../primitives/reference.ts'
import { isOfBatch, sampleBatch } from './sample-batches.ts'
import { isOfControlNumber, sampleControlNumber } from './sample-control-numbers.ts'
import { sampleReceipt } from './sample-fiscal-receipt.ts'
import { isOfInvoice, sampleCreditNote, sampleInvoice } from './sample-invoices.ts'

/** `webhook.test` and `collection.processing` never happen by themselves. */
export type SampleType = EventType | 'webhook.test' | 'collection.processing'

export type SampleWish = {
  merchantId: string
  environment: Environment
  at: Date
  newId: NewId
  /** The merchant's own name of the payment, where its side looks orders up. */
  reference?: string | undefined
  /** Several events of one thing share it. */
  resourceId?: string
  sequence?: number
  status?: string
}

export type SampleEvent = { id: string; body: string }

type State = {
  status: string
  providerStatus: string | null
  sequence: number
  isOver: boolean
  message: string
  failure?: FailureCode
}

const paid: State = {
  status: 'successful',
  providerStatus: 'COMPLETED',
  sequence: 2,
  isOver: true,
  message: 'The payment is complete.',
}

const collectionStates = {
  'collection.processing': {
    status: 'processing',
    providerStatus: 'PENDING',
    sequence: 1,
    isOver: false,
    message:
      'A payment prompt is on its way to the phone. The customer approves it with the mobile money PIN.',
  },
  'collection.success': paid,
  // Born on the hosted page, where the customer has picked a way to pay.
  'collection.successful': { ...paid, sequence: 3 },
  'collection.failed': {
    status: 'failed',
    providerStatus: 'CANCELLED',
    sequence: 2,
    isOver: true,
    message: failures.declined,
    failure: 'declined',
  },
  'collection.reversed': {
    status: 'reversed',
    providerStatus: 'REVERSED',
    sequence: 3,
    isOver: true,
    message: 'The payment was complete, and has been taken back.',
  },
  'collection.pending_clearance': {
    status: 'pending_clearance',
    providerStatus: 'COMPLETED',
    sequence: 2,
    isOver: false,
    message: 'The payment is held until a person has looked at it. It is not paid yet.',
  },
} as const satisfies Record<string, State>

type WithdrawalState = { status: string; sequence: number; failure?: FailureCode }

/** A withdrawal is approved before it is sent, so what becomes of it comes one place later. */
const withdrawalStates = {
  'disbursement.approved': { status: 'PROCESSING', sequence: 2 },
  'disbursement.info_requested': { status: 'INFO_REQUESTED', sequence: 2 },
  'disbursement.success': { status: 'SUCCESS', sequence: 3 },
  'disbursement.failed': { status: 'FAILED', sequence: 3, failure: 'refused' },
  'disbursement.reversed': { status: 'REVERSED', sequence: 4 },
} as const satisfies Record<string, WithdrawalState>

const refundStates = {
  'refund.success': { status: 'SUCCESS', sequence: 3 },
  'refund.failed': { status: 'FAILED', sequence: 3, failure: 'refused' },
  'refund.rejected': { status: 'REJECTED', sequence: 2, failure: 'rejected' },
  'refund.reversed': { status: 'REVERSED', sequence: 4 },
} as const satisfies Record<string, WithdrawalState>

/** A made-up event in the shape of the real ones, marked as such. A test compares the two, field by field. */
export function sampleEvent(type: SampleType, wish: SampleWish): SampleEvent {
  const { merchantId, environment, at, newId } = wish
  const resourceId = wish.resourceId ?? newId()
  const resource = resourceOf(type, resourceId, wish)
  return {
    id: newId(),
    body: JSON.stringify({
      type,
      timestamp: at,
      data: { ...resource, environment, merchant_id: merchantId, test: true },
    }),
  }
}

function resourceOf(type: SampleType, id: string, wish: SampleWish): Record<string, unknown> {
  if (type === 'webhook.test') return { id, message: 'It works if you can read this and the signature fits.' }
  if (type === 'statement.ready') return statement(id, wish)
  if (type === 'fiscal_receipt.issued' || type === 'fiscal_receipt.failed') {
    return sampleReceipt(type === 'fiscal_receipt.issued', id, wish)
  }
  if (isOfBatch(type)) return sampleBatch(type, id, wish)
  if (type === 'credit_note.issued') return sampleCreditNote(id, wish)
  if (isOfControlNumber(type)) return sampleControlNumber(type, id, wish)
  if (isOfInvoice(type)) return sampleInvoice(type, id, wish)
  if (isOfRefund(type)) return refund(refundStates[type], id, wish)
  return isOfWithdrawal(type)
    ? withdrawal(withdrawalStates[type], id, wish)
    : collection(collectionStates[type], id, wish)
}

function isOfWithdrawal(type: SampleType): type is keyof typeof withdrawalStates {
  return type in withdrawalStates
}

function isOfRefund(type: SampleType): type is keyof typeof refundStates {
  return type in refundStates
}

/** What is a withdrawal underneath, by its own name. */
function refund(state: WithdrawalState, id: string, wish: SampleWish) {
  const { disbursement_id: _, withdrawal_id: refund_id, ...paid } = withdrawal(state, id, wish)
  return {
    ...paid,
    // Rejected before anything was sent, there is nothing that references refer to.
    ...(state.status === 'REJECTED' && {
      provider_reference: null,
      transaction_reference: null,
      completed_at: paid.updated_at,
    }),
    destination_identifier: '*********678',
    total_charges: '0.00',
    total_reserved_amount: '10000.00',
    collection_id: wish.newId(),
    reason: 'requested',
    note: null,
    origin: 'requested',
    way: 'pay_out',
    fee_returned: '0.00',
    credit_note: true,
    refund_id,
  }
}

function collection(state: State, id: string, { at, sequence, status, ...wish }: SampleWish) {
  const then = at.toISOString()
  const reference = wish.reference ?? null
  return {
    id,
    method: 'USSD_PUSH',
    amount: '1500.00',
    currency: 'TZS',
    customer_id: null,
    customer_name: 'Asha Juma',
    customer_email: null,
    merchant_reference: reference,
    metadata: {},
    payment_link_id: null,
    invoice_id: null,
    control_number_id: null,
    callback_url: null,
    description: 'A made-up payment',
    status: status ?? state.status,
    provider: 'simulated',
    provider_reference: referenceOf('MLP', id),
    transaction_reference: spokenReference('TX', id),
    provider_payment_status: state.providerStatus,
    message: state.message,
    ...failure(state.failure),
    // Nothing made up has a receipt.
    receipt_url: null,
    refunded_amount: '0.00',
    ...(state.status === 'pending_clearance' && { held_for_review: true }),
    refundable_amount: state.status === 'successful' ? '1500.00' : '0.00',
    expires_at: null,
    initiated_at: then,
    completed_at: state.isOver ? then : null,
    created_at: then,
    updated_at: then,
    collection_id: id,
    reference,
    customer_phone: '255712345678',
    sequence: sequence ?? state.sequence,
  }
}

function failure(code: FailureCode | undefined) {
  return code === undefined
    ? { failure_code: null, failure_message: null }
    : { failure_code: code, failure_message: failures[code] }
}

function withdrawal(state: WithdrawalState, id: string, { at, sequence, status, ...wish }: SampleWish) {
  const then = at.toISOString()
  return {
    id,
    method: 'MOBILE_MONEY',
    amount: '10000.00',
    currency: 'TZS',
    destination_name: 'Asha Juma',
    destination_identifier: '255712345678',
    destination_code: 'MPESA',
    bank_name: null,
    bank_account_name: null,
    merchant_reference: wish.reference ?? null,
    metadata: {},
    batch_id: null,
    row: null,
    recipient_id: null,
    name_check: null,
    status: status ?? state.status,
    ...failure(state.failure),
    requires_approval: state.status === 'INFO_REQUESTED',
    total_charges: '100.00',
    total_reserved_amount: '10100.00',
    recipient_net_amount: '10000.00',
    provider_reference: referenceOf('MLW', id),
    transaction_reference: spokenReference('WX', id),
    initiated_at: then,
    completed_at: state.sequence > 2 ? then : null,
    created_at: then,
    updated_at: then,
    disbursement_id: id,
    withdrawal_id: id,
    sequence: sequence ?? state.sequence,
  }
}

function statement(id: string, { at, sequence, status }: SampleWish) {
  const then = at.toISOString()
  const day = dayAfter(dayAt(at), -1)
  return {
    id,
    currency: 'TZS',
    from: day,
    to: day,
    kind: 'daily',
    status: status ?? 'READY',
    opening: { available: '0.00', reserved: '0.00', held: '0.00' },
    closing: { available: '1500.00', reserved: '0.00', held: '0.00' },
    totals: {
      ...{ count: 1, credits: '1500.00', debits: '0.00' },
      types: [{ type: 'collection', direction: 'credit', count: 1, amount: '1500.00' }],
    },
    first_seq: 1,
    last_seq: 1,
    sha256: createHash('sha256').update(id).digest('hex'),
    created_at: then,
    ready_at: then,
    statement_id: id,
    sequence: sequence ?? 1,
  }
}
