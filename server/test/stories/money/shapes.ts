import assert from 'node:assert/strict'
import type { Fields } from './shop.ts'

type Kind = (value: unknown) => boolean

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)
const orNull = (kind: Kind) => (value: unknown) => value === null || kind(value)

const uuid = matches(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
const instant = matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const decimal = matches(/^\d+\.\d\d$/)
const isNull = (value: unknown) => value === null
const isObject = (value: unknown) => typeof value === 'object' && value !== null
const isNumber = (value: unknown) => typeof value === 'number'

const decimalOrNumber = (value: unknown) => isNumber(value) || decimal(value)

type Shape = Record<string, Kind>

const ofFailure = { failure_code: orNull(isText), failure_message: orNull(isText) }
const ofPayer = { payer_name: orNull(isText), payer_name_match: orNull(isText) }
const ofRefunds = { refunded_amount: orNull(decimalOrNumber), refundable_amount: orNull(decimalOrNumber) }
const ofReceipt = {
  fiscal_status: isText,
  fiscal_note: orNull(isText),
  verification_code: orNull(isText),
  verification_url: orNull(isText),
}
const ofFamilyA = { collection_id: uuid, reference: orNull(isText), status: isText }

/** The answers of the interface, field by field. */
export const shapes = {
  hosted: { ...ofFamilyA, payment_url: matches(/^http.+\/pay\/[\w-]{20,}$/) },
  pushOfA: { ...ofFamilyA, message: isText },
  qrOfA: { ...ofFamilyA, payment_token: isText, qr_payload: isText, expires_at: isNull },
  state: {
    ...ofFamilyA,
    amount: isNumber,
    currency: isText,
    method: orNull(isText),
    provider_payment_status: orNull(isText),
    message: isText,
    ...ofFailure,
    receipt_url: orNull(isText),
    ...ofPayer,
    metadata: isObject,
    ...ofRefunds,
    refund_hindrance: orNull(isText),
    ...ofReceipt,
    created_at: instant,
    updated_at: instant,
  },
  ...familyB(),
} satisfies Record<string, Shape>

function familyB() {
  const collection = {
    id: uuid,
    merchant_id: uuid,
    method: isText,
    amount: decimal,
    currency: isText,
    merchant_reference: orNull(isText),
    payment_link_id: orNull(uuid),
    control_number_id: orNull(uuid),
    invoice_id: orNull(uuid),
    callback_url: orNull(isText),
    status: isText,
    provider: isText,
    provider_reference: isText,
    transaction_reference: isText,
    message: isText,
    ...ofFailure,
    metadata: isObject,
    ...ofRefunds,
    initiated_at: instant,
    completed_at: orNull(instant),
    created_at: instant,
    updated_at: instant,
  }
  // What the interface says is "shown in the merchant dashboard" is shown there, and not to whoever creates.
  const shownBesides = {
    customer_id: orNull(uuid),
    customer_name: orNull(isText),
    customer_email: orNull(isText),
    ...ofPayer,
    description: orNull(isText),
    provider_payment_status: orNull(isText),
    receipt_url: orNull(isText),
    refund_hindrance: orNull(isText),
    ...ofReceipt,
  }
  const pushOfB = { ...collection, customer_phone: matches(/^\d{9,15}$/), expires_at: isNull }
  const code = { qr_payload: isText, qr_expires_at: instant, qr_image_url: isNull, expires_at: instant }
  return {
    pushOfB,
    qrOfB: { ...collection, ...code },
    shownPush: { ...pushOfB, ...shownBesides },
    shownQr: { ...collection, ...code, ...shownBesides },
  }
}

/** All the fields and no others, each of its kind. */
export function assertShape(shape: Shape, data: Fields): void {
  assert.deepEqual(Object.keys(data).sort(), Object.keys(shape).sort())
  const odd = Object.entries(shape).filter(([field, kind]) => !kind(data[field]))
  assert.deepEqual(
    odd.map(([field]) => `${field}: ${JSON.stringify(data[field])}`),
    [],
  )
}
