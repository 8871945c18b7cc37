// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { DecimalMark, Delimiter, DiscrepancyKind, Environment, EvidenceSource, ProposedAction, QuarantinedKind, SettlementAction, SettlementEffect, SettlementHindrance, SettlementStatus, StatementKind, StatementState, StatementStatus, WithdrawalMethod } from './fields.ts'

export interface AdminRetryReturnRequest {
  note?: string | undefined
  destination_method?: WithdrawalMethod | undefined
  destination_code?: string | undefined
  destination_identifier?: string | undefined
  destination_name?: string | undefined
  bank_name?: string | undefined
}

export interface ContradictedPayment {
  status: string
  amount: string
  currency: string
  merchant_name: string
}

export interface Discrepancy {
  id: string
  merchant_id: string | null
  collection_id: string | null
  withdrawal_id: string | null
  /** Who said it, where nothing of ours has that reference, or it is about one of several tries. */
  provider: string | null
  reference: string | null
  kind: DiscrepancyKind
  ours: string
  theirs: string
  status: SettlementStatus
  action: SettlementAction | null
  note: string | null
  /** Null as well where a refund that arrived has settled it. */
  settled_by: string | null
  settled_by_name: string | null
  proposal: DiscrepancyProposal | null
  /** Who uploaded the statement that alone tells of it: somebody else accepts it. */
  brought_by: string | null
  payment: ContradictedPayment | null
  choices: SettlementChoice[]
  created_at: string
  settled_at: string | null
  evidence: Evidence[]
  /** Grows with every step, and whenever the provider says something else. */
  evidence_version: number
}

export interface DiscrepancyProposal {
  action: ProposedAction
  because: string
}

export interface Evidence {
  kind: string
  /** In plain words. */
  told: string
  /** Of the payment, when it was said. */
  status: string
  source: EvidenceSource
  provider_payment_status: string | null
  note: string | null
  /** How often it was said in that state. */
  times: number
  first_at: string
  last_at: string
  /** On a hosted page, which of its tries it is about; else 1. */
  try: number
}

export interface IgnoredCell {
  cell: string
  word: string
}

export interface NoteRequest {
  note: string
}

export interface OptionalNoteRequest {
  note?: string | undefined
}

export interface PricingRule {
  id: string
  merchant_id: string | null
  channel: string
  version: number
  label: string
  percentage: string
  flat_fee: string
  processor_charge: string
  processor_tiers: PricingTier[] | null
  processor_fee_pass_through: boolean
  /** Of `COLLECTION`: whether a refund gives back what the payment had cost, in proportion. It is kept unless told otherwise. */
  refund_returns_fee: boolean
  effective_from: string
  created_at: string
}

/** `up_to` null: everything above. */
export interface PricingTier {
  up_to: string | null
  charge: string
}

export interface Quarantined {
  id: string
  about: QuarantinedKind
  merchant_id: string
  /** Where the payment stands. */
  status: string
  /** What was said of it last, in our words: `succeeded`, `failed`, `reversed`. */
  said: string
  /** How it came: a reply, a callback, a look-up. */
  source: string
  /** Why it could not be carried out. */
  because: string
  times: number
  first_at: string
  last_at: string
}

export interface RiskEnding {
  status: string
  count: number
}

export interface RiskSample {
  kind: QuarantinedKind
  payment_id: string
  merchant_id: string
  at: string
  status: string
  amount: string
  currency: string
  sentence: string
}

export interface RiskSimulation {
  id: string
  rule_id: string
  rule_version: number
  environment: Environment
  status: StatementStatus
  days: number
  created_at: string
  completed_at: string | null
  /** How many payments there were. */
  looked_at: number | null
  /** Whether there were more than are looked at: then the newest were. */
  truncated: boolean | null
  matches: number | null
  /** Of the payments that match. */
  sums: RiskSum[]
  /** What became of them. */
  outcomes: RiskEnding[]
  /** The newest, at most 50. */
  samples: RiskSample[]
}

export interface RiskSum {
  currency: string
  amount: string
}

export interface SettlementChoice {
  action: SettlementAction
  allowed: boolean
  /** What it does to the payment and its books: it is booked as paid, taken back, ended unpaid, or ended with a refund that waits for approval; what the merchant has too much of is refunded in the same way. Null where this way is not open to its kind. */
  effect: SettlementEffect | null
  /** Why it is not allowed. */
  why: SettlementHindrance | null
}

export interface StatementKindWord {
  word: string
  kind: StatementKind
}

export interface StatementMapping {
  /** Where our own reference stands. */
  reference: string
  amount?: string | undefined
  /** TZS where there is none. */
  currency?: string | undefined
  /** Without it every line was paid. */
  state?: string | undefined
  states?: StatementStateWord[] | undefined
  /** Money in or out. A reference of ours tells it by itself. */
  kind?: string | undefined
  kinds?: StatementKindWord[] | undefined
  /** Without it every line is of the day. */
  time?: string | undefined
  time_format?: string | undefined
  /** Of times that do not tell their own; +03:00 unless told. */
  time_zone?: string | undefined
  decimal_mark?: DecimalMark | undefined
  delimiter?: Delimiter | undefined
  /** Lines that are none of payments: those that have this word in this cell. An empty word is an empty cell. */
  ignore?: IgnoredCell[] | undefined
  /** What the statement tells of: of the other kind, that something is not in it says nothing. Both unless told. */
  covers?: StatementKind[] | undefined
}

export interface StatementStateWord {
  word: string
  state: StatementState
}

export interface WithdrawalMerchant {
  merchant_id: string
  name: string
  verification_status: string
  is_active: boolean
  created_at: string
}
