import Type from 'typebox'
import { Body, DecimalAmount, Id, Nullable } from './fields.ts'
import { Metadata } from './metadata.ts'
import { Code, Identifier, RecipientName, Withdrawal, WithdrawalMethod } from './withdrawal-fields.ts'

export const refundReasons = ['requested', 'duplicate', 'not_delivered', 'overpaid', 'other'] as const
export const refundOrigins = ['requested', 'declined', 'mispaid'] as const
export const refundWays = ['native', 'pay_out'] as const

export const RefundReason = Type.Enum([...refundReasons])
const RefundOrigin = Type.Enum([...refundOrigins], {
  description:
    'Whether the merchant asked for it, or the money never was the merchant’s: a held payment that was declined, or one that came late or with another amount.',
})

/** Where the money goes, if the payer is not known: of a payment by QR code nobody tells who paid. */
export const refundDestination = {
  destination_method: Type.Optional(WithdrawalMethod),
  destination_code: Type.Optional(Code),
  destination_identifier: Type.Optional(Identifier),
  destination_name: Type.Optional(RecipientName),
  bank_name: Type.Optional(RecipientName),
}

const asked = {
  collection_id: Id,
  amount: Type.Optional(
    Type.String({ ...DecimalAmount, description: 'What is left, unless told otherwise.' }),
  ),
  ...refundDestination,
}

export const RefundBody = Body({
  ...asked,
  reason: RefundReason,
  note: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-problem': 'must be 1 to 500 characters',
      description: 'For your own people and whoever approves. The payer never sees it.',
    }),
  ),
  credit_note: Type.Optional(
    Type.Boolean({
      description:
        'Of a payment for an invoice: whether the refund issues a credit note when it is paid, as it does unless told otherwise. With `false` the invoice is due again.',
    }),
  ),
  metadata: Type.Optional(Metadata),
})
export const RefundQuoteBody = Body(asked)

export const Refund = Type.Object({
  ...Withdrawal.properties,
  destination_identifier: Type.String({ description: 'Masked but for its end.' }),
  collection_id: Id,
  reason: Nullable(RefundReason),
  note: Nullable(Type.String()),
  origin: RefundOrigin,
  way: Type.Enum([...refundWays], {
    description:
      '`native`: the provider returns its own payment. `pay_out`: the money is sent to the payer as any payout. Chosen before the first call.',
  }),
  fee_returned: Type.String({
    description: 'What of the fee of the payment went back with it; 0.00 until it is paid.',
  }),
  credit_note: Type.Boolean({
    description: 'Whether it credits the invoice of the payment, if there is one, when it is paid.',
  }),
})

export const RefundQuote = Type.Object({
  collection_id: Id,
  amount: Type.String(),
  currency: Type.String(),
  total_charges: Type.String(),
  total_reserved_amount: Type.String(),
  fee_returned: Type.String({
    description: 'What of the fee of the payment goes back with it, if it is paid now.',
  }),
  refundable_amount: Type.String({ description: 'What is left of the payment now.' }),
  left_after: Type.String({ description: 'What will be left of it then.' }),
  way: Type.Enum([...refundWays]),
  destination_code: Type.String(),
  destination_identifier: Type.String(),
  available: Type.String({ description: 'What the balance has for it.' }),
})
