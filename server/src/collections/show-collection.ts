import type { CollectionState, familyAMethods, ShownCollection } from '@malipo/contract'
import type { Static } from 'typebox'
import type { FiscalStanding } from '../fiscal/fiscal.ts'
import { matchNames } from '../names/names.ts'
import { showFailure } from '../primitives/failure.ts'
import { textFromMinor } from '../primitives/money.ts'
import { spokenReference } from '../primitives/reference.ts'
import type { CollectionMethod, CollectionRow } from './collection-row.ts'
import { type Place, receiptUrlOf } from './receipt.ts'
import { type RefundHindrance, refundableOf } from './refundable.ts'

/** Family A knows three ways to pay; a push over the SIM toolkit is a push to it. */
const methodOfFamilyA: Record<CollectionMethod, (typeof familyAMethods)[number]> = {
  USSD_PUSH: 'wallet_push',
  STK_PUSH: 'wallet_push',
  PROVIDER_PESA_PUSH: 'provider_pesa',
  DYNAMIC_QR: 'qr',
  BILL_PAY: 'bill_pay',
}

const prompts: Record<CollectionMethod, string> = {
  USSD_PUSH:
    'A payment prompt is on its way to the phone. The customer approves it with the mobile money PIN.',
  STK_PUSH:
    'A payment prompt is on its way to the phone. The customer approves it with the mobile money PIN.',
  PROVIDER_PESA_PUSH:
    'A payment request is on its way to the app of the wallet. The customer approves it there.',
  DYNAMIC_QR: 'Show qr_payload as a QR code. The customer scans it and approves the payment.',
  BILL_PAY: 'The customer has paid the control number, and the provider is asked about it.',
}

const unpicked = 'The customer has not picked a way to pay yet.'

/** What to say of a collection as it stands. Only `successful` ever says that it is paid. */
export function messageOf(row: CollectionRow): string {
  switch (row.status) {
    case 'created':
      return unpicked
    case 'processing':
      return row.method === null ? unpicked : prompts[row.method]
    case 'pending_clearance':
      return 'The payment is held until a person has looked at it. It is not paid yet.'
    case 'successful':
      return 'The payment is complete.'
    case 'failed':
      return failureShown(row).failure_message ?? ''
    case 'reversed':
      return 'The payment was complete, and has been taken back.'
  }
}

function failureShown(row: CollectionRow) {
  const unnamed = row.provider_payment_status === 'EXPIRED' ? 'expired' : 'refused'
  return showFailure(row, row.status === 'failed' ? unnamed : null)
}

/** Whose number paid, and how alike that is to whom the merchant asked. */
function payerShown({ payer_name: name, customer_name: customer }: CollectionRow) {
  const isKnown = name !== null && customer !== null && customer.trim() !== ''
  return { payer_name: name, payer_name_match: isKnown ? matchNames(customer, name) : null }
}

export function showState(
  place: Place,
  row: CollectionRow,
  hindrance: RefundHindrance,
  fiscal: FiscalStanding,
): Static<typeof CollectionState> {
  return {
    collection_id: row.id,
    reference: row.reference,
    status: row.status,
    amount: Number(textFromMinor(row.amount)),
    currency: row.currency,
    method: row.method && methodOfFamilyA[row.method],
    provider_payment_status: row.provider_payment_status,
    message: messageOf(row),
    ...failureShown(row),
    receipt_url: receiptUrlOf(place, row),
    ...fiscal,
    ...payerShown(row),
    metadata: row.metadata ?? {},
    refunded_amount: Number(textFromMinor(row.refunded ?? 0n)),
    refundable_amount: Number(textFromMinor(refundableOf(row))),
    refund_hindrance: hindrance,
    ...heldShown(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function showCollection(place: Place, row: CollectionRow): Static<typeof ShownCollection> {
  const isQr = row.method === 'DYNAMIC_QR'
  const expiresAt = row.qr_expires_at?.toISOString() ?? null
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    method: row.method,
    amount: textFromMinor(row.amount),
    currency: row.currency,
    ...(!isQr && { customer_phone: row.customer_phone }),
    customer_id: row.customer_id,
    customer_name: row.customer_name,
    customer_email: row.customer_email,
    ...payerShown(row),
    merchant_reference: row.reference,
    payment_link_id: row.payment_link_id,
    invoice_id: row.invoice_id,
    control_number_id: row.control_number_id,
    callback_url: row.callback_url,
    description: row.description,
    status: row.status,
    provider: row.provider,
    provider_reference: row.provider_reference,
    transaction_reference: spokenReference('TX', row.id),
    provider_payment_status: row.provider_payment_status,
    message: messageOf(row),
    ...failureShown(row),
    receipt_url: receiptUrlOf(place, row),
    metadata: row.metadata ?? {},
    ...(isQr && {
      qr_payload: row.qr_payload ?? '',
      qr_expires_at: expiresAt,
      qr_image_url: null,
    }),
    refunded_amount: textFromMinor(row.refunded ?? 0n),
    refundable_amount: textFromMinor(refundableOf(row)),
    ...heldShown(row),
    expires_at: expiresAt,
    initiated_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Why it is held is the operator's own business. */
function heldShown({ status }: CollectionRow) {
  return status === 'pending_clearance' ? { held_for_review: true } : {}
}

/** What the call that made it answers, then and whenever it is repeated, whatever became of it since. */
export function asCreated(row: CollectionRow): CollectionRow {
  return {
    ...row,
    status: row.page_token === null ? 'processing' : 'created',
    method: row.page_token === null ? row.method : null,
    provider_payment_status: row.page_token === null ? 'PENDING' : null,
    updated_at: row.created_at,
    completed_at: null,
    payer_name: null,
    refunded: null,
    refund_claimed: null,
  }
}

/** The resource inside an event, in the names of both families. */
export function resourceOf(place: Place, row: CollectionRow): Record<string, unknown> {
  // What an event has said stands for ever, and a name must not.
  const {
    customer_phone: phone,
    payer_name: _name,
    payer_name_match: _match,
    ...shown
  } = {
    customer_phone: row.customer_phone,
    ...showCollection(place, row),
  }
  return { ...shown, collection_id: row.id, reference: row.reference, customer_phone: phone }
}
