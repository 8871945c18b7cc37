// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { BookedType, CallbackTitle, CheckTitle, CollectionMethod, CollectionStateTitle, CollectionStatus, DiscrepancyKind, DiscrepancyTitle, EventType, EvidenceSource, ExchangeTitle, FailureCode, RequestMethod, SettlementAction, TransactionDirection, TransactionType, TryTitle, WebhookAttemptResult, WebhookDeliveryCause, WebhookDeliveryStatus, WebhookTitle, WithdrawalStateTitle, WithdrawalStatus } from './fields.ts'

export interface AdminCallbackInTimeline {
  at: string
  kind: 'callback'
  title: CallbackTitle
  provider: string
  /** What became of it: `applied`, `duplicate`, `ignored`, `discrepancy`, `refused`, or `hint`. Null while nobody has handled it. */
  outcome: string | null
  /** The first 4 KB of what came, as text. */
  body: string
  /** Why it could not be carried out. */
  fault: string | null
}

export interface AdminExchangeInTimeline extends ExchangeInTimeline {
  /** What was sent, with secrets masked. */
  request: unknown
  /** What came back, or why nothing did. */
  response: unknown
}

export interface AdminLedgerInTimeline {
  at: string
  kind: 'ledger'
  title: 'ledger.booked'
  type: BookedType
  transaction_id: string
  direction: TransactionDirection
  amount: string
  currency: string
  /** What was available after it. */
  balance_after: string
}

export interface CallbackInTimeline {
  at: string
  kind: 'callback'
  title: CallbackTitle
  provider: string
  /** What became of it: `applied`, `duplicate`, `ignored`, `discrepancy`, `refused`, or `hint`. Null while nobody has handled it. */
  outcome: string | null
}

export interface CheckInTimeline {
  at: string
  kind: 'check'
  title: CheckTitle
}

export interface CollectionStateInTimeline {
  at: string
  kind: 'state'
  title: CollectionStateTitle
  from: CollectionStatus | null
  to: CollectionStatus
  /** Who moved it, as its history says. */
  source: string
  provider_payment_status: string | null
  /** A reason, a question or its answer. */
  note: string | null
  /** The name of the person or the API key, where it was one. Who of the operators it was is told to operators only. */
  by: string | null
}

export interface DecisionInTimeline {
  at: string
  kind: 'decision'
  title: 'decision.recorded'
  /** As the audit log calls it, like `withdrawal.approve`. */
  action: string
  actor_kind: string
  /** The name of the person, where it was one. */
  by: string | null
  note: string | null
  request_id: string | null
}

export interface DiscrepancyInTimeline {
  at: string
  kind: 'discrepancy'
  title: DiscrepancyTitle
  discrepancy_id: string
  discrepancy_kind: DiscrepancyKind
  ours: string
  theirs: string
  action: SettlementAction | null
  note: string | null
  /** The name of the person, where it was one. */
  by: string | null
}

export interface EventInTimeline {
  at: string
  kind: 'event'
  title: 'event.announced'
  event_id: string
  event_type: EventType
}

export interface ExchangeInTimeline {
  at: string
  kind: 'exchange'
  title: ExchangeTitle
  provider: string
  /** Under which the order was sent. */
  reference: string
  /** What it came to, like `pending`, `failed` or `unknown`, where that is kept. */
  outcome: string | null
}

export interface LedgerInTimeline {
  at: string
  kind: 'ledger'
  title: 'ledger.booked'
  type: TransactionType
  transaction_id: string
  direction: TransactionDirection
  amount: string
  currency: string
  /** What was available after it. */
  balance_after: string
}

export interface QuarantineInTimeline {
  at: string
  kind: 'quarantine'
  title: 'quarantine.stuck'
  said: string
  source: string
  because: string
  times: number
  last_at: string
}

export interface RequestInTimeline {
  at: string
  kind: 'request'
  title: 'request.answered'
  request_id: string
  method: RequestMethod
  path: string
  status: number
  duration_ms: number
  api_key_id: string | null
}

export interface TryInTimeline {
  at: string
  kind: 'try'
  title: TryTitle
  /** Counted from 1. A hosted page may have several. */
  number: number
  method: CollectionMethod
  provider: string
  /** Under which the order was sent. */
  reference: string
  failure_code: FailureCode | null
}

export interface WebhookInTimeline {
  at: string
  kind: 'webhook'
  title: WebhookTitle
  delivery_id: string
  event_id: string
  event_type: EventType
  cause: WebhookDeliveryCause
  /** Of the delivery, as it is now. */
  delivery_status: WebhookDeliveryStatus
  result: WebhookAttemptResult | null
  /** The HTTP status that came back, if one did. */
  status: number | null
  error: string | null
  duration_ms: number | null
  /** Of the latest attempt only: when the next one is due. */
  next_attempt_at: string | null
}

export interface WithdrawalStateInTimeline {
  at: string
  kind: 'state'
  title: WithdrawalStateTitle
  from: WithdrawalStatus | null
  to: WithdrawalStatus
  /** Who moved it, as its history says. */
  source: string
  provider_payment_status: string | null
  /** A reason, a question or its answer. */
  note: string | null
  /** The name of the person or the API key, where it was one. Who of the operators it was is told to operators only. */
  by: string | null
}

export interface WordInTimeline {
  at: string
  kind: 'word'
  title: 'word.kept'
  said: string
  /** In plain words. */
  told: string
  source: EvidenceSource
  /** How often it was said in that state. */
  times: number
  last_at: string
  /** On a hosted page, which of its tries it is about; else 1. */
  try: number
}
