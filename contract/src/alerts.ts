import Type from 'typebox'
import { Body, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { ReadMark } from './notifications.ts'
import { asAdmin, operation } from './operation.ts'

/** What Super Admins are told to look at. */
export const alertKinds = [
  'withdrawals_waiting',
  'payments_held',
  'payouts_unclear',
  'discrepancies_open',
  'payments_stuck',
  'dead_letters',
  'float_low',
  'provider_silent',
  'provider_stopped',
  'restored',
  'fiscal_receipts_late',
  'fiscal_receipts_failed',
  'fiscal_counter_behind',
  'books_red',
  'books_unchecked',
  'documents_uploaded',
] as const
export type AlertKind = (typeof alertKinds)[number]

export const OperatorAlert = Type.Object({
  id: Id,
  kind: Type.Enum([...alertKinds]),
  subject: Type.String({
    description: 'A provider, a merchant, a kind of discrepancy or a check; `live` where there is only one.',
  }),
  merchant_id: Nullable(Id),
  title: Type.String(),
  text: Type.String(),
  count: Type.Integer({ description: 'At most 100 are counted; 101 says that there are more.' }),
  since: { ...Timestamp, description: 'Since when the oldest has waited.' },
  last_at: {
    ...Timestamp,
    description: 'When the newest came to it: whoever read it before has not read of that.',
  },
  raised_at: Timestamp,
  resolved_at: Nullable({
    ...Timestamp,
    description: 'When its cause was found to be gone; null while it lasts.',
  }),
  read_at: Nullable({
    ...Timestamp,
    description: 'When you read it; null also where something newer came since.',
  }),
})

/** What waits for Super Admins, told once for each cause. */
export const alertOperations = {
  adminListAlerts: operation({
    ...asAdmin,
    id: 'adminListAlerts',
    method: 'GET',
    path: '/v1/admin/alerts',
    summary: 'List what Super Admins should look at',
    description:
      'Open ones first. Each stands for a cause, however often it is found, and ends by itself within a minute of its cause. Live only. ' +
      'New ones are mailed to every Super Admin whose address is proven.',
    idempotency: 'none',
    query: Body({ ...listQuery, status: Type.Optional(Type.Enum(['open', 'resolved'])) }),
    reply: ListOf(OperatorAlert),
  }),
  adminMarkAlert: operation({
    ...asAdmin,
    id: 'adminMarkAlert',
    method: 'PATCH',
    path: '/v1/admin/alerts/{alert_id}',
    summary: 'Mark an alert read or unread',
    description: 'For yourself: others have not read it. It ends only with its cause.',
    idempotency: 'none',
    body: ReadMark,
    reply: OperatorAlert,
    refusals: ['not_found'],
  }),
}
