import Type from 'typebox'
import { failureFields } from './failures.ts'
import {
  Body,
  DecimalAmount,
  Email,
  GivenUrl,
  Id,
  Nullable,
  NumberAmount,
  Phone,
  Reference,
  Timestamp,
  Url,
} from './fields.ts'
import { fiscalFields } from './fiscal.ts'
import { Metadata, ShownMetadata } from './metadata.ts'
import { HeldForReview, NameMatch } from './withdrawal-fields.ts'

/** Why nothing of a payment can be refunded now. */
export const refundHindrances = ['not_successful', 'nothing_left', 'window_over', 'too_small'] as const
export const RefundHindrance = Nullable(
  Type.Enum([...refundHindrances], {
    description:
      'Why nothing of it can be refunded now: it is not `successful`, nothing is left, it is too old, or what is left is less than the smallest payout. Null where something can.',
  }),
)

export const collectionStatuses = [
  'created',
  'processing',
  'pending_clearance',
  'successful',
  'failed',
  'reversed',
] as const
export const CollectionStatus = Type.Enum([...collectionStatuses])

/** How family B names the ways to pay; family A names them in small letters and knows one kind of push less. */
export const orderedMethods = ['USSD_PUSH', 'STK_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR'] as const
export const OrderedMethod = Type.Enum([...orderedMethods])
/** All ways in which money comes. Nobody is asked to pay a bill: whoever has its number pays it. */
export const collectionMethods = [...orderedMethods, 'BILL_PAY'] as const
export const CollectionMethod = Type.Enum([...collectionMethods])
export const familyAMethods = ['wallet_push', 'provider_pesa', 'qr', 'bill_pay'] as const

/** Whose wallets are asked by a push, as their numbers tell. */
export const mobileNetworks = ['M-Pesa', 'Airtel Money', 'Mixx by Yas', 'HaloPesa', 'T-Pesa'] as const
export const MobileNetworkName = Type.Enum([...mobileNetworks])

export const simulatedStatuses = ['successful', 'failed', 'pending_clearance', 'reversed'] as const

export const Text = (most: number) =>
  Type.String({ maxLength: most, 'x-problem': `must be text of at most ${most} characters` })
export const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  'x-problem': 'must be a code of three capital letters, like TZS',
  examples: ['TZS'],
})
const WebAddress = Type.String({
  maxLength: 2048,
  format: 'url',
  // No one's name or password before the host: whoever reads the address would take it for the host.
  pattern: '^[hH][tT][tT][pP][sS]?://[^\\s/?#\\\\@]+([/?#]\\S*)?$',
  'x-problem': 'must be an http or https address of at most 2048 characters, without a user or password',
})
const SimulateStatus = Type.Enum([...simulatedStatuses], {
  description: 'Sandbox only: how the collection ends.',
})

/** What all of family A shares. */
const ordered = {
  merchant_id: Id,
  amount: NumberAmount,
  currency: Type.Optional(Currency),
  customer_name: Type.Optional(Text(120)),
  reference: Type.Optional(Reference),
  description: Type.Optional(Text(500)),
  metadata: Type.Optional(Metadata),
}

export const HostedPageBody = Body({
  ...ordered,
  customer_phone: Type.Optional(Phone),
  customer_email: Type.Optional(Email),
  redirect_url: Type.Optional(WebAddress),
  cancel_url: Type.Optional(WebAddress),
  webhook_url: Type.Optional(WebAddress),
})

export const PushBody = Body({
  ...ordered,
  phone: Phone,
  simulate_status: Type.Optional(SimulateStatus),
})

export const QrBody = Body({
  ...ordered,
  customer_phone: Type.Optional(Phone),
  simulate_status: Type.Optional(SimulateStatus),
})

const familyB = {
  merchant_id: Id,
  amount: DecimalAmount,
  currency: Type.Optional(Currency),
  customer_id: Type.Optional(Id),
  customer_name: Type.Optional(Text(120)),
  customer_email: Type.Optional(Email),
  merchant_reference: Type.Optional(Reference),
  payment_link_id: Type.Optional(Id),
  invoice_id: Type.Optional(Id),
  description: Type.Optional(Text(500)),
  metadata: Type.Optional(Metadata),
  callback_url: Type.Optional(WebAddress),
}

export const FamilyBPushBody = Body({ ...familyB, customer_phone: Phone })
export const DynamicQrBody = Body(familyB)

export const HostedPageReply = Type.Object({
  collection_id: Id,
  reference: Nullable(Type.String()),
  status: CollectionStatus,
  payment_url: Url,
})

export const PushReply = Type.Object({
  collection_id: Id,
  reference: Nullable(Type.String()),
  status: CollectionStatus,
  message: Type.String(),
})

export const QrReply = Type.Object({
  collection_id: Id,
  reference: Nullable(Type.String()),
  status: CollectionStatus,
  payment_token: Type.String(),
  qr_payload: Type.String({ description: 'Show it as a QR code exactly as it is.' }),
  expires_at: Nullable(Timestamp),
})

export const ReceiptUrl = Nullable(
  Type.String({
    ...Url,
    description:
      'The receipt of the payment, for your customer: whoever has the address sees it. Null until it is paid. It says so when the payment was returned.',
  }),
)

/** Told by the provider, where it tells whose number paid. In no event: names are not kept where nobody can take them back. */
const payerNames = {
  payer_name: Nullable(
    Type.String({ description: 'Whose number paid, as the provider told it; null where it did not.' }),
  ),
  payer_name_match: Nullable({
    ...NameMatch,
    description: 'How alike it is to `customer_name`; null where one of them is not known.',
  }),
}

/** A collection as family A writes it. */
export const CollectionState = Type.Object({
  collection_id: Id,
  reference: Nullable(Type.String()),
  status: CollectionStatus,
  amount: Type.Number(),
  currency: Type.String(),
  method: Nullable(Type.Enum([...familyAMethods])),
  provider_payment_status: Nullable(Type.String()),
  message: Type.String({ description: 'What to tell the customer now. It follows the status.' }),
  ...failureFields,
  receipt_url: ReceiptUrl,
  ...fiscalFields,
  ...payerNames,
  metadata: ShownMetadata,
  refunded_amount: Type.Number({ description: 'What has gone back to the payer.' }),
  refundable_amount: Type.Number({ description: 'What is left to be refunded.' }),
  refund_hindrance: RefundHindrance,
  held_for_review: HeldForReview,
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** A collection as family B writes it. */
export const Collection = Type.Object({
  id: Id,
  merchant_id: Id,
  method: Nullable(CollectionMethod),
  amount: Type.String(),
  currency: Type.String(),
  customer_phone: Type.Optional(Nullable(Type.String())),
  merchant_reference: Nullable(Type.String()),
  payment_link_id: Nullable(Id),
  invoice_id: Nullable(Id),
  control_number_id: Nullable(Id),
  callback_url: Nullable(
    Type.String({ ...GivenUrl, description: "As it was sent. Events go to the account's own address." }),
  ),
  status: CollectionStatus,
  provider: Type.String(),
  provider_reference: Type.String(),
  transaction_reference: Type.String(),
  message: Type.String({ description: 'What to tell the customer now. It follows the status.' }),
  ...failureFields,
  qr_payload: Type.Optional(Type.String()),
  qr_expires_at: Type.Optional(Nullable(Timestamp)),
  qr_image_url: Type.Optional(Type.Null()),
  metadata: ShownMetadata,
  refunded_amount: Type.String({ description: 'What has gone back to the payer.' }),
  refundable_amount: Type.String({
    description: 'What is left to be refunded: less what is asked for and not yet decided, too.',
  }),
  held_for_review: HeldForReview,
  expires_at: Nullable(Timestamp),
  initiated_at: Timestamp,
  completed_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** The same with what is shown in the dashboard besides. */
export const ShownCollection = Type.Object({
  ...Collection.properties,
  customer_id: Nullable(Id),
  customer_name: Nullable(Type.String()),
  customer_email: Nullable(Type.String()),
  ...payerNames,
  description: Nullable(Type.String()),
  provider_payment_status: Nullable(Type.String()),
  receipt_url: ReceiptUrl,
})

/** What became of one collection, step by step. */
export const CollectionStep = Type.Object({
  from: Nullable(CollectionStatus),
  to: CollectionStatus,
  source: Type.String(),
  provider_payment_status: Nullable(Type.String()),
  note: Nullable(Type.String()),
  at: Timestamp,
})
