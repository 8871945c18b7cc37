import Type from 'typebox'
import { type Access, everyRole } from './access.ts'
import { Body, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { operation } from './operation.ts'
import type { RefusalCode } from './refusals.ts'
import {
  BankDisbursementBody,
  DisbursementBody,
  Quote,
  QuoteBody,
  Withdrawal,
  WithdrawalBody,
  WithdrawalMethod,
  WithdrawalStatus,
  WithdrawalStep,
} from './withdrawal-fields.ts'

const withdrawers = ['owner', 'admin', 'finance'] as const

const onDashboard = {
  who: 'merchant',
  merchant: 'caller',
  roles: everyRole,
  keys: 'none',
} as const satisfies Access
const mayWithdraw = { ...onDashboard, roles: withdrawers } as const
const mayDisburse = {
  who: 'merchant',
  merchant: 'body',
  roles: withdrawers,
  keys: 'disbursements:write',
} as const satisfies Access

const refusalsOfAsking: RefusalCode[] = [
  'withdrawal_restricted',
  'insufficient_balance',
  'amount_not_supported',
  'provider_error',
]

/** The filters of every list of withdrawals. */
export const withdrawalFilters = {
  status: Type.Optional(WithdrawalStatus),
  method: Type.Optional(WithdrawalMethod),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
}

const Told = Type.Object({ ...Withdrawal.properties, history: Type.Array(WithdrawalStep) })

function disbursement<const OperationId extends string, const Path extends string>(
  id: OperationId,
  path: Path,
  summary: string,
) {
  return operation({
    id,
    method: 'POST',
    path,
    tag: 'Disbursements',
    summary,
    access: mayDisburse,
    idempotency: 'required',
    body: DisbursementBody,
    status: 202,
    reply: Withdrawal,
    refusals: refusalsOfAsking,
  })
}

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
    query: Body({ ...listQuery, ...withdrawalFilters }),
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
  answerInfoRequest: operation({
    id: 'answerInfoRequest',
    method: 'POST',
    path: '/v1/merchant/withdrawals/{withdrawal_id}/info',
    tag: 'Withdrawals',
    summary: 'Answer what a Super Admin asked',
    access: mayWithdraw,
    idempotency: 'accepted',
    body: Body({
      message: Type.String({ minLength: 1, maxLength: 2000, 'x-problem': 'must be 1 to 2000 characters' }),
    }),
    status: 200,
    reply: Told,
    refusals: ['not_found', 'invalid_state'],
  }),
  disburseToWallet: disbursement(
    'disburseToWallet',
    '/v1/disbursements/provider-pesa',
    'Pay out to a wallet of the provider',
  ),
  disburseToMobileMoney: disbursement(
    'disburseToMobileMoney',
    '/v1/disbursements/mobile-money',
    'Pay out to mobile money',
  ),
  disburseToBank: operation({
    ...disbursement('disburseToBank', '/v1/disbursements/bank-account', 'Pay out to a bank account'),
    body: BankDisbursementBody,
  }),
  listDisbursements: operation({
    id: 'listDisbursements',
    method: 'GET',
    path: '/v1/disbursements',
    tag: 'Disbursements',
    summary: 'List disbursements',
    access: { who: 'merchant', merchant: 'query', roles: everyRole, keys: 'disbursements:read' },
    idempotency: 'none',
    query: Body({ merchant_id: Id, ...listQuery, ...withdrawalFilters }),
    status: 200,
    reply: ListOf(Withdrawal),
  }),
  readDisbursement: operation({
    id: 'readDisbursement',
    method: 'GET',
    path: '/v1/disbursements/{disbursement_id}',
    tag: 'Disbursements',
    summary: 'Read a disbursement',
    access: { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'disbursements:read' },
    idempotency: 'none',
    status: 200,
    reply: Withdrawal,
    refusals: ['not_found'],
  }),
  listDestinations: operation({
    id: 'listDestinations',
    method: 'GET',
    path: '/v1/destinations',
    tag: 'Withdrawals',
    summary: 'List where money can go',
    access: { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'any' },
    idempotency: 'none',
    query: Body({ method: Type.Optional(WithdrawalMethod) }),
    status: 200,
    reply: Type.Object({
      items: Type.Array(
        Type.Object({ destination_code: Type.String(), name: Type.String(), method: WithdrawalMethod }),
      ),
    }),
  }),
}

export const Notification = Type.Object({
  id: Id,
  kind: Type.String(),
  title: Type.String(),
  text: Type.String(),
  withdrawal_id: Nullable(Id),
  read_at: Nullable(Timestamp),
  created_at: Timestamp,
})

export const notificationOperations = {
  listNotifications: operation({
    id: 'listNotifications',
    method: 'GET',
    path: '/v1/merchant/notifications',
    tag: 'Notifications',
    summary: 'List notifications',
    access: onDashboard,
    idempotency: 'none',
    query: Body({ ...listQuery, unread: Type.Optional(Type.Boolean()) }),
    status: 200,
    reply: ListOf(Notification),
  }),
  markNotification: operation({
    id: 'markNotification',
    method: 'PATCH',
    path: '/v1/merchant/notifications/{notification_id}',
    tag: 'Notifications',
    summary: 'Mark a notification read or unread',
    access: onDashboard,
    idempotency: 'none',
    body: Body({ read: Type.Boolean() }),
    status: 200,
    reply: Notification,
    refusals: ['not_found'],
  }),
  markAllNotifications: operation({
    id: 'markAllNotifications',
    method: 'POST',
    path: '/v1/merchant/notifications/read-all',
    tag: 'Notifications',
    summary: 'Mark all notifications read',
    access: onDashboard,
    idempotency: 'none',
    status: 200,
    reply: Type.Object({ marked: Type.Integer() }),
  }),
}
