import { type Environment, type EventType, type FailureCode, failures } from '@malipo/contract'
import type { NewId } from '../primitives/id.ts'
import { referenceOf, spokenReference } from '../primitives/reference.ts'

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
  return isOfWithdrawal(type)
    ? withdrawal(withdrawalStates[type], id, wish)
    : collection(collectionStates[type], id, wish)
}

function isOfWithdrawal(type: SampleType): type is keyof typeof withdrawalStates {
  return type in withdrawalStates
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
    payment_link_id: null,
    invoice_id: null,
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
