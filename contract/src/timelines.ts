import Type, { type TSchema } from 'typebox'
import { type Access, everyRole } from './access.ts'
import { Id, Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'
import { putAsideField } from './put-aside-fields.ts'
import {
  AdminCallbackInTimeline,
  AdminExchangeInTimeline,
  AdminLedgerInTimeline,
  CallbackInTimeline,
  CheckInTimeline,
  CollectionStateInTimeline,
  DecisionInTimeline,
  DiscrepancyInTimeline,
  EventInTimeline,
  ExchangeInTimeline,
  LedgerInTimeline,
  QuarantineInTimeline,
  RequestInTimeline,
  TryInTimeline,
  WebhookInTimeline,
  WithdrawalStateInTimeline,
  WordInTimeline,
} from './timeline-fields.ts'

export const collectionStands = [
  'waiting_for_choice',
  'being_sent',
  'waiting_for_payer',
  'waiting_for_another_try',
  'silent',
  'stuck',
  'held',
  'paid',
  'failed',
  'returned',
] as const
export const withdrawalStands = [
  'waiting_for_approval',
  'waiting_for_answer',
  'waiting_to_be_sent',
  'being_paid',
  'unclear',
  'stuck',
  'blocked',
  'contradicted',
  'paid',
  'failed',
  'rejected',
  'returned',
] as const
export const nextSteps = [
  'payer_chooses',
  'payer_tries_again',
  'order_is_sent',
  'provider_is_asked',
  'operator_decides',
  'merchant_answers',
  'nothing',
] as const

function SentenceOf<const Stand extends string>(stands: readonly Stand[]) {
  return Type.Object({
    state: Type.Enum([...stands], { description: 'What is true now.' }),
    next: Type.Enum([...nextSteps], { description: 'What comes next, or whom it waits for.' }),
    next_at: Nullable(
      Type.String({
        ...Timestamp,
        description: 'When that is due, or ends by itself. Null where nobody knows.',
      }),
    ),
    being_checked: Type.Boolean({
      description: 'Whether a person is to look at it, because a provider contradicts it.',
    }),
  })
}

export const CollectionSentence = SentenceOf(collectionStands)
export const WithdrawalSentence = SentenceOf(withdrawalStands)

function TimelineOf<S extends TSchema, Entries extends TSchema[]>(sentence: S, entries: [...Entries]) {
  return Type.Object({
    id: Id,
    sentence,
    entries: Type.Array(Type.Union(entries), { description: 'Oldest first.' }),
    truncated: Type.Boolean({
      description: 'There is more of some kind than is shown of it: the newest hundred of each are here.',
    }),
    ...putAsideField,
  })
}

const ofMerchants = [
  RequestInTimeline,
  ExchangeInTimeline,
  CallbackInTimeline,
  LedgerInTimeline,
  EventInTimeline,
  WebhookInTimeline,
  CheckInTimeline,
] as const
const ofAdmins = [
  RequestInTimeline,
  AdminExchangeInTimeline,
  AdminCallbackInTimeline,
  AdminLedgerInTimeline,
  EventInTimeline,
  WebhookInTimeline,
  WordInTimeline,
  DecisionInTimeline,
  DiscrepancyInTimeline,
  QuarantineInTimeline,
] as const

export const CollectionTimeline = TimelineOf(CollectionSentence, [
  ...ofMerchants,
  CollectionStateInTimeline,
  TryInTimeline,
])
export const WithdrawalTimeline = TimelineOf(WithdrawalSentence, [...ofMerchants, WithdrawalStateInTimeline])
export const AdminCollectionTimeline = TimelineOf(CollectionSentence, [
  ...ofAdmins,
  CollectionStateInTimeline,
  TryInTimeline,
])
export const AdminWithdrawalTimeline = TimelineOf(WithdrawalSentence, [
  ...ofAdmins,
  WithdrawalStateInTimeline,
])

const onDashboard = {
  who: 'merchant',
  merchant: 'caller',
  roles: everyRole,
  keys: 'none',
} as const satisfies Access

const reading = { method: 'GET', idempotency: 'none', status: 200, refusals: ['not_found'] } as const

const partly =
  'Whoever may not list requests, transactions or events sees none of them here either. ' +
  'The request that made it is forgotten after seven days, callbacks after thirty, exchanges after 400.'

/** Everything that happened to one payment, from all that is kept of it. */
export const timelineOperations = {
  readCollectionTimeline: operation({
    ...reading,
    id: 'readCollectionTimeline',
    path: '/v1/merchant/collections/{collection_id}/timeline',
    tag: 'Collections',
    summary: 'Read everything that happened to a collection',
    description: partly,
    access: { ...onDashboard, keys: 'collections:read' },
    reply: CollectionTimeline,
  }),
  readWithdrawalTimeline: operation({
    ...reading,
    id: 'readWithdrawalTimeline',
    path: '/v1/merchant/withdrawals/{withdrawal_id}/timeline',
    tag: 'Withdrawals',
    summary: 'Read everything that happened to a withdrawal',
    description: partly,
    access: onDashboard,
    reply: WithdrawalTimeline,
  }),
  adminReadCollectionTimeline: operation({
    ...asAdmin,
    ...reading,
    id: 'adminReadCollectionTimeline',
    path: '/v1/admin/collections/{collection_id}/timeline',
    summary: 'Everything that happened to a collection, with what went over the wire',
    reply: AdminCollectionTimeline,
  }),
  adminReadWithdrawalTimeline: operation({
    ...asAdmin,
    ...reading,
    id: 'adminReadWithdrawalTimeline',
    path: '/v1/admin/withdrawals/{withdrawal_id}/timeline',
    summary: 'Everything that happened to a withdrawal, with what went over the wire',
    reply: AdminWithdrawalTimeline,
  }),
}
