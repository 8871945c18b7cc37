import Type from 'typebox'
import { type Access, everyRole } from './access.ts'
import { Body, Id, ListOf, listQuery, period, Reference } from './fields.ts'
import { metadataFilter } from './metadata.ts'
import { operation } from './operation.ts'
import { historyOf } from './put-aside-fields.ts'
import type { RefusalCode } from './refusals.ts'
import {
  LookUpId,
  Quote,
  QuoteBody,
  Withdrawal,
  WithdrawalBody,
  WithdrawalMethod,
  WithdrawalStatus,
  WithdrawalStep,
} from './withdrawal-fields.ts'

export const withdrawers = ['owner', 'admin', 'finance'] as const

const onDashboard = {
  who: 'merchant',
  merchant: 'caller',
  roles: everyRole,
  keys: 'none',
} as const satisfies Access
const mayWithdraw = { ...onDashboard, roles: withdrawers } as const
export const refusalsOfAsking: RefusalCode[] = [
  'risk_blocked',
  'withdrawal_restricted',
  'recipient_required',
  'recipient_blocked',
  'insufficient_balance',
  'amount_not_supported',
  'provider_error',
]

export const cancelling =
  'From `PENDING_ADMIN_APPROVAL` or `INFO_REQUESTED` to `REJECTED`, moved by the merchant. Once it is approved it cannot be ' +
  'called back.'

/** The filters of every list of withdrawals. */
export const withdrawalFilters = {
  status: Type.Optional(WithdrawalStatus),
  method: Type.Optional(WithdrawalMethod),
  ...period,
}

/** What a merchant narrows its own by, besides. */
export const ownWithdrawalFilters = {
  ...withdrawalFilters,
  merchant_reference: Type.Optional(Reference),
  batch_id: Type.Optional(Id),
  recipient_id: Type.Optional({ ...Id, description: 'What goes to one saved recipient.' }),
  ...metadataFilter,
}

const Told = Type.Object({ ...Withdrawal.properties, ...historyOf(WithdrawalStep) })

export const withdrawalOperations = {
  quoteWithdrawal: operation({
    id: 'quoteWithdrawal',
    method: 'POST',
    path: '/v1/merchant/withdrawals/quote',
    tag: 'Withdrawals',
    summary: 'See what a withdrawal costs',
    description: 'Creates nothing and reserves nothing. `explanation` tells how each line came about.',
    access: onDashboard,
    idempotency: 'none',
    body: QuoteBody,
    status: 200,
    reply: Quote,
    refusals: ['amount_not_supported'],
  }),
  submitWithdrawal: operation({
    id: 'submitWithdrawal',
    method: 'POST',
    path: '/v1/merchant/withdrawals',
    tag: 'Withdrawals',
    summary: 'Ask for a withdrawal',
    description: 'Charges are worked out anew and frozen. Nothing is reserved until a Super Admin approves.',
    access: mayWithdraw,
    idempotency: 'required',
    body: WithdrawalBody,
    status: 202,
    reply: Withdrawal,
    refusals: refusalsOfAsking,
  }),
  listWithdrawals: operation({
    id: 'listWithdrawals',
    method: 'GET',
    path: '/v1/merchant/withdrawals',
    tag: 'Withdrawals',
    summary: 'List withdrawals',
    access: onDashboard,
    idempotency: 'none',
    query: Body({ ...listQuery, ...ownWithdrawalFilters }),
    status: 200,
    reply: ListOf(Withdrawal),
  }),
  readWithdrawal: operation({
    id: 'readWithdrawal',
    method: 'GET',
    path: '/v1/merchant/withdrawals/{withdrawal_id}',
    tag: 'Withdrawals',
    summary: 'Read a withdrawal with its history',
    access: onDashboard,
    idempotency: 'none',
    status: 200,
    reply: Told,
    refusals: ['not_found'],
  }),
  answerWithdrawalInfoRequest: operation({
    id: 'answerWithdrawalInfoRequest',
    method: 'POST',
    path: '/v1/merchant/withdrawals/{withdrawal_id}/info',
    tag: 'Withdrawals',
    summary: 'Answer what a Super Admin asked',
    access: mayWithdraw,
    idempotency: 'accepted',
    body: Body({
      message: Type.String({ minLength: 1, maxLength: 2000, 'x-problem': 'must be 1 to 2000 characters' }),
      look_up_id: Type.Optional(LookUpId),
    }),
    status: 200,
    reply: Told,
    refusals: ['not_found', 'invalid_state'],
  }),
  cancelWithdrawal: operation({
    id: 'cancelWithdrawal',
    method: 'POST',
    path: '/v1/merchant/withdrawals/{withdrawal_id}/cancel',
    tag: 'Withdrawals',
    summary: 'Cancel a withdrawal that nobody has approved',
    description: cancelling,
    access: mayWithdraw,
    idempotency: 'accepted',
    status: 200,
    reply: Told,
    refusals: ['not_found', 'invalid_state'],
  }),
}
