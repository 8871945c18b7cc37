import Type from 'typebox'
import { everyRole } from './access.ts'
import { Body, Id, ListOf, listQuery, Nullable, period, Timestamp } from './fields.ts'
import { operation } from './operation.ts'

export const transactionTypes = [
  'collection',
  'collection_fee',
  'collection_reversal',
  'clearance_release',
  'withdrawal_reservation',
  'withdrawal_release',
  'withdrawal',
  'withdrawal_fee',
  'withdrawal_reversal',
  'refund_reservation',
  'refund_release',
  'refund',
  'refund_fee',
  'refund_reversal',
  'debt',
  'debt_repayment',
  'deposit',
] as const
const TransactionType = Type.Enum([...transactionTypes])
const Direction = Type.Enum(['credit', 'debit'])

export const LedgerTransaction = Type.Object({
  id: Id,
  type: TransactionType,
  direction: Direction,
  amount: Type.String(),
  currency: Type.String(),
  balance_after: Type.String({
    description: 'What was available after it: the sum of all amounts so far, credits less debits.',
  }),
  collection_id: Nullable(Id),
  withdrawal_id: Nullable(Id),
  reference: Nullable(Type.String()),
  description: Nullable(Type.String()),
  created_at: Timestamp,
})

export const Balance = Type.Object({
  merchant_id: Id,
  environment: Type.String(),
  currency: Type.String(),
  available: Type.String(),
  reserved: Type.String({ description: 'Set aside for withdrawals on their way.' }),
  held: Type.String({ description: 'Collected, waiting for clearance.' }),
  receivable: Type.String({ description: 'Owed after a reversal; the next money in repays it first.' }),
  pending_withdrawals: Type.String({ description: 'Asked for and not yet approved.' }),
})

export const ledgerOperations = {
  listTransactions: operation({
    id: 'listTransactions',
    method: 'GET',
    path: '/v1/merchants/{merchant_id}/transactions',
    tag: 'Ledger',
    summary: 'List what moved the balance',
    description:
      'In the order of the book, newest first. The amounts add up to `balance_after`: whatever changes what is available is a row. Pages of any depth cost the same. With `Accept: text/csv` the same rows as CSV; the next cursor is then in `X-Next-Cursor`.',
    access: { who: 'merchant', merchant: 'path', roles: everyRole, keys: 'transactions:read' },
    idempotency: 'none',
    query: Body({
      ...listQuery,
      currency: Type.Optional(
        Type.String({
          pattern: '^[A-Z]{3}$',
          'x-problem': 'must be a three-letter code like TZS',
          description: 'Each currency has rows of its own, which add up; `TZS` unless told otherwise.',
        }),
      ),
      type: Type.Optional(TransactionType),
      direction: Type.Optional(Direction),
      reference: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      ...period,
    }),
    csv: true,
    status: 200,
    reply: ListOf(LedgerTransaction),
  }),
  readBalance: operation({
    id: 'readBalance',
    method: 'GET',
    path: '/v1/merchant/balance',
    tag: 'Ledger',
    summary: 'Read the balance',
    access: { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'balance:read' },
    idempotency: 'none',
    status: 200,
    reply: Balance,
  }),
}
