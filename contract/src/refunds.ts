import Type from 'typebox'
import { everyRole } from './access.ts'
import { Body, Id, ListOf, listQuery, period } from './fields.ts'
import { MetadataBody, metadataFilter } from './metadata.ts'
import { operation } from './operation.ts'
import { historyOf } from './put-aside-fields.ts'
import { Refund, RefundBody, RefundQuote, RefundQuoteBody, RefundReason } from './refund-fields.ts'
import type { RefusalCode } from './refusals.ts'
import { WithdrawalMethod, WithdrawalStatus, WithdrawalStep } from './withdrawal-fields.ts'
import { cancelling, withdrawers } from './withdrawals.ts'

const reading = { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'refunds:read' } as const
const asking = { who: 'merchant', merchant: 'caller', roles: withdrawers, keys: 'refunds:write' } as const

const Told = Type.Object({ ...Refund.properties, ...historyOf(WithdrawalStep) })

const refusals: RefusalCode[] = [
  'not_found',
  'invalid_state',
  'refund_too_large',
  'refund_window_over',
  'merchant_inactive',
  'insufficient_balance',
  'amount_not_supported',
  'provider_error',
]

/** A refund is a withdrawal that goes back to whoever paid. */
export const refundOperations = {
  quoteRefund: operation({
    id: 'quoteRefund',
    method: 'POST',
    path: '/v1/refunds/quote',
    tag: 'Refunds',
    summary: 'See what a refund costs, and what is left of the payment',
    description:
      'Creates nothing and reserves nothing. What could not be refunded is refused as it would be then.',
    access: reading,
    idempotency: 'none',
    body: RefundQuoteBody,
    status: 200,
    reply: RefundQuote,
    refusals,
  }),
  createRefund: operation({
    id: 'createRefund',
    method: 'POST',
    path: '/v1/refunds',
    tag: 'Refunds',
    summary: 'Refund a payment, whole or in part',
    description:
      'To whoever paid, after a Super Admin has approved. Several parts of one payment are several refunds, told apart by their `Idempotency-Key` alone; together they are never more than the payment. ' +
      'Where that is known, another `destination_method`, `destination_code` or `destination_identifier` is refused. ' +
      'Where nobody knows who paid (a QR code), `destination_code`, `destination_identifier` and `destination_name` are needed, and what the operator looks at payouts for holds for it, too.',
    access: asking,
    idempotency: 'required',
    body: RefundBody,
    status: 202,
    reply: Refund,
    refusals: [...refusals, 'payout_cap_exceeded', 'risk_blocked'],
  }),
  listRefunds: operation({
    id: 'listRefunds',
    method: 'GET',
    path: '/v1/refunds',
    tag: 'Refunds',
    summary: 'List refunds',
    access: reading,
    idempotency: 'none',
    query: Body({
      ...listQuery,
      status: Type.Optional(WithdrawalStatus),
      reason: Type.Optional(RefundReason),
      method: Type.Optional(WithdrawalMethod),
      collection_id: Type.Optional(Id),
      ...period,
      ...metadataFilter,
    }),
    status: 200,
    reply: ListOf(Refund),
  }),
  readRefund: operation({
    id: 'readRefund',
    method: 'GET',
    path: '/v1/refunds/{refund_id}',
    tag: 'Refunds',
    summary: 'Read a refund with its history',
    access: reading,
    idempotency: 'none',
    status: 200,
    reply: Told,
    refusals: ['not_found'],
  }),
  changeRefund: operation({
    id: 'changeRefund',
    method: 'PATCH',
    path: '/v1/refunds/{refund_id}',
    tag: 'Refunds',
    summary: 'Change the metadata of a refund',
    access: asking,
    idempotency: 'none',
    body: MetadataBody,
    status: 200,
    reply: Told,
    refusals: ['not_found'],
  }),
  answerRefundInfoRequest: operation({
    id: 'answerRefundInfoRequest',
    method: 'POST',
    path: '/v1/refunds/{refund_id}/info',
    tag: 'Refunds',
    summary: 'Answer what a Super Admin asked about a refund',
    access: asking,
    idempotency: 'accepted',
    body: Body({
      message: Type.String({ minLength: 1, maxLength: 2000, 'x-problem': 'must be 1 to 2000 characters' }),
    }),
    status: 200,
    reply: Told,
    refusals: ['not_found', 'invalid_state'],
  }),
  cancelRefund: operation({
    id: 'cancelRefund',
    method: 'POST',
    path: '/v1/refunds/{refund_id}/cancel',
    tag: 'Refunds',
    summary: 'Cancel a refund that nobody has approved',
    description: cancelling,
    access: asking,
    idempotency: 'accepted',
    status: 200,
    reply: Told,
    refusals: ['not_found', 'invalid_state'],
  }),
}
