import Type, { type TSchema } from 'typebox'
import { CollectionMethod, CollectionStatus } from './collection-fields.ts'
import { discrepancyKinds, settlementActions } from './discrepancies.ts'
import { EventTypeName } from './event-fields.ts'
import { EvidenceWord } from './evidence-fields.ts'
import { failureFields } from './failures.ts'
import { Id, Nullable, Timestamp } from './fields.ts'
import { transactionTypes } from './ledger.ts'
import { requestMethods } from './requests.ts'
import { attemptResults, deliveryStatuses } from './webhook-deliveries.ts'
import { WithdrawalStatus } from './withdrawal-fields.ts'

/** One thing that happened. Its `title` is a code for programs to word: it is never prose, and keeps its meaning. */
function Entry<Kind extends string, Title extends TSchema, P extends Record<string, TSchema>>(
  kind: Kind,
  title: Title,
  properties: P,
) {
  return Type.Object({
    at: Timestamp,
    kind: Type.Literal(kind),
    title,
    ...properties,
  })
}

const Text = Nullable(Type.String())

export const RequestInTimeline = Entry('request', Type.Literal('request.answered'), {
  request_id: Type.String(),
  method: Type.Enum([...requestMethods]),
  path: Type.String(),
  status: Type.Integer(),
  duration_ms: Type.Integer(),
  api_key_id: Nullable(Id),
})

export const TryInTimeline = Entry(
  'try',
  Type.Enum(['try.begun', 'try.failed', 'try.cancelled', 'try.paid']),
  {
    number: Type.Integer({ description: 'Counted from 1. A hosted page may have several.' }),
    method: CollectionMethod,
    provider: Type.String(),
    reference: Type.String({ description: 'Under which the order was sent.' }),
    failure_code: failureFields.failure_code,
  },
)

const exchanged = {
  provider: Type.String(),
  reference: Type.String({ description: 'Under which the order was sent.' }),
  outcome: Nullable(
    Type.String({
      description: 'What it came to, like `pending`, `failed` or `unknown`, where that is kept.',
    }),
  ),
}
const exchangeTitles = [
  'exchange.collect',
  'exchange.look_up',
  'exchange.cancel',
  'exchange.pay_out',
  'exchange.callback',
] as const
export const ExchangeInTimeline = Entry('exchange', Type.Enum([...exchangeTitles]), exchanged)
export const AdminExchangeInTimeline = Entry('exchange', Type.Enum([...exchangeTitles]), {
  ...exchanged,
  request: Type.Unknown({ description: 'What was sent, with secrets masked.' }),
  response: Type.Unknown({ description: 'What came back, or why nothing did.' }),
})

const called = {
  provider: Type.String(),
  outcome: Nullable(
    Type.String({
      description:
        'What became of it: `applied`, `duplicate`, `ignored`, `discrepancy`, `refused`, or `hint`. Null while nobody has handled it.',
    }),
  ),
}
const callbackTitles = ['callback.proven', 'callback.unproven'] as const
export const CallbackInTimeline = Entry('callback', Type.Enum([...callbackTitles]), called)
export const AdminCallbackInTimeline = Entry('callback', Type.Enum([...callbackTitles]), {
  ...called,
  body: Type.String({ description: 'The first 4 KB of what came, as text.' }),
  fault: Nullable(Type.String({ description: 'Why it could not be carried out.' })),
})

function stepOf<S extends TSchema>(Status: S) {
  return {
    from: Nullable(Status),
    to: Status,
    source: Type.String({ description: 'Who moved it, as its history says.' }),
    provider_payment_status: Text,
    note: Nullable(Type.String({ description: 'A reason, a question or its answer.' })),
    by: Nullable(
      Type.String({
        description:
          'The name of the person or the API key, where it was one. Who of the operators it was is told to operators only.',
      }),
    ),
  }
}
const By = Nullable(Type.String({ description: 'The name of the person, where it was one.' }))
const stateTitles = ['state.begun', 'state.changed', 'state.noted'] as const
const threadTitles = [...stateTitles, 'state.asked', 'state.answered'] as const
export const CollectionStateInTimeline = Entry('state', Type.Enum([...stateTitles]), stepOf(CollectionStatus))
export const WithdrawalStateInTimeline = Entry(
  'state',
  Type.Enum([...threadTitles]),
  stepOf(WithdrawalStatus),
)

/** What moves no available money is in the books too; only those who run them see it. */
export const bookedTypes = [
  ...transactionTypes,
  'clearance_hold',
  'clearance_return',
  'payer_return',
  'clearing_split',
] as const
const booked = {
  transaction_id: Id,
  direction: Type.Enum(['credit', 'debit']),
  amount: Type.String(),
  currency: Type.String(),
  balance_after: Type.String({ description: 'What was available after it.' }),
}
export const LedgerInTimeline = Entry('ledger', Type.Literal('ledger.booked'), {
  type: Type.Enum([...transactionTypes]),
  ...booked,
})
export const AdminLedgerInTimeline = Entry('ledger', Type.Literal('ledger.booked'), {
  type: Type.Enum([...bookedTypes]),
  ...booked,
})

export const EventInTimeline = Entry('event', Type.Literal('event.announced'), {
  event_id: Id,
  event_type: EventTypeName,
})

export const WebhookInTimeline = Entry('webhook', Type.Enum(['webhook.owed', 'webhook.attempted']), {
  delivery_id: Id,
  event_id: Id,
  event_type: EventTypeName,
  cause: Type.Enum(['event', 'replay']),
  delivery_status: Type.Enum([...deliveryStatuses], { description: 'Of the delivery, as it is now.' }),
  result: Nullable(Type.Enum([...attemptResults])),
  status: Nullable(Type.Integer({ description: 'The HTTP status that came back, if one did.' })),
  error: Text,
  duration_ms: Nullable(Type.Integer()),
  next_attempt_at: Nullable(
    Type.String({ ...Timestamp, description: 'Of the latest attempt only: when the next one is due.' }),
  ),
})

/** As much as a merchant is told of what a provider contradicts. */
export const CheckInTimeline = Entry('check', Type.Enum(['check.begun', 'check.ended']), {})

const { kind: saidKind, told, source, times, last_at, try: tryNumber } = EvidenceWord.properties
export const WordInTimeline = Entry('word', Type.Literal('word.kept'), {
  said: saidKind,
  told,
  source,
  times,
  last_at,
  try: tryNumber,
})

export const DecisionInTimeline = Entry('decision', Type.Literal('decision.recorded'), {
  action: Type.String({ description: 'As the audit log calls it, like `withdrawal.approve`.' }),
  actor_kind: Type.String(),
  by: By,
  note: Text,
  request_id: Text,
})

export const DiscrepancyInTimeline = Entry(
  'discrepancy',
  Type.Enum(['discrepancy.opened', 'discrepancy.settled']),
  {
    discrepancy_id: Id,
    discrepancy_kind: Type.Enum([...discrepancyKinds]),
    ours: Type.String(),
    theirs: Type.String(),
    action: Nullable(Type.Enum([...settlementActions])),
    note: Text,
    by: By,
  },
)

export const QuarantineInTimeline = Entry('quarantine', Type.Literal('quarantine.stuck'), {
  said: Type.String(),
  source: Type.String(),
  because: Type.String(),
  times: Type.Integer(),
  last_at: Timestamp,
})
