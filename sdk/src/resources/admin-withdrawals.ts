// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { AdminRetryReturnRequest, Evidence, NoteRequest, OptionalNoteRequest, WithdrawalMerchant } from './admin-records.ts'
import type { CollectionMethod, CollectionStatus, DecisionHindrance, QueueOrder, RecipientStatus, RefundOrigin, RefundReason, RefundWay, WithdrawalMethod, WithdrawalStatus } from './fields.ts'
import type { Balance, PutAside, QuoteLine, Withdrawal, WithdrawalSentence } from './records.ts'
import type { AdminCallbackInTimeline, AdminExchangeInTimeline, AdminLedgerInTimeline, DecisionInTimeline, DiscrepancyInTimeline, EventInTimeline, QuarantineInTimeline, RequestInTimeline, WebhookInTimeline, WithdrawalStateInTimeline, WordInTimeline } from './timelines.ts'

export interface AdminResolveWithdrawalRequest {
  outcome: WithdrawalOutcome
  note: string
  /** As it was when you looked. If there is more by now, nothing is decided and you are told what. */
  evidence_version?: number | undefined
}

export interface AdminWithdrawalTimeline {
  id: string
  sentence: WithdrawalSentence
  /** Oldest first. */
  entries: AdminWithdrawalTimelineEntry[]
  /** There is more of some kind than is shown of it: the newest hundred of each are here. */
  truncated: boolean
  history_put_aside?: PutAside | undefined
}

export type AdminWithdrawalTimelineEntry = RequestInTimeline | AdminExchangeInTimeline | AdminCallbackInTimeline | AdminLedgerInTimeline | EventInTimeline | WebhookInTimeline | WordInTimeline | DecisionInTimeline | DiscrepancyInTimeline | QuarantineInTimeline | WithdrawalStateInTimeline

export interface ApprovalRequest {
  note?: string | undefined
  /** Approves it although its recipient is cooling. Needs a `note`. */
  override_cooling?: boolean | undefined
}

export interface CanPay {
  currency: string
  available: string
  /** What is set aside when it is approved; 0.00 once it was, or never will be. */
  this_one: string
  /** All others of the merchant that wait for approval. */
  others_pending: string
  /** What is missing for all of them; 0.00 where nothing is. */
  short_by: string
}

export interface MayDecidePayout {
  approve: boolean
  ask: boolean
  reject: boolean
  resolve: boolean
  retry: boolean
  return_again: boolean
  /** Whether nothing but the cooling of its recipient is in the way of an approval. */
  override_cooling: boolean
  /** Why the caller may not, or may not approve: something that ties them to it, or what it lacks. Null where nothing does. */
  why: DecisionHindrance | null
}

export interface PayoutRecipient {
  id: string
  /** Null once it was removed. */
  status: RecipientStatus | null
  usable_from: string | null
  created_at: string | null
}

export interface QueuedRefund {
  reason: RefundReason | null
  note: string | null
  origin: RefundOrigin
  way: RefundWay
  /** What of the fee of the payment went back with it; 0.00 until it is paid. */
  fee_returned: string
  collection: RefundedCollection
}

export interface QueuedWithdrawal extends Withdrawal {
  kind: WithdrawalSort
  refund: QueuedRefund | null
  merchant_name: string
  /** Who pays it out, or has done so; chosen when it was asked for. */
  provider: string
  approvals: number
  approvals_needed: number
}

export interface RefundedCollection {
  collection_id: string
  status: CollectionStatus
  method: CollectionMethod | null
  amount: string
  refunded_amount: string
  refundable_amount: string
  /** Null where nobody knows who paid: look at the destination twice. */
  payer: string | null
  merchant_reference: string | null
  completed_at: string | null
}

export interface RiskCheck {
  kind: RiskKind
  result: RiskResult
  /** What it was compared with: the other name, how many in 24 hours, or the largest successful withdrawal before. */
  found: string | null
}

export interface RiskHint {
  kind: string
  text: string
}

export type RiskKind = 'new_recipient' | 'name_mismatch' | 'velocity' | 'unusual_amount' | 'own_phone' | 'unknown_payer'

/** `unchecked` where there is nothing to compare it with. */
export type RiskResult = 'fine' | 'look' | 'unchecked'

export interface WithdrawalApproval {
  by: string
  note: string | null
  at: string
}

export interface WithdrawalDossier extends QueuedWithdrawal {
  merchant: WithdrawalMerchant
  balance: Balance
  other_pending: Withdrawal[]
  charges: QuoteLine[]
  history: WithdrawalDossierStep[]
  history_put_aside?: PutAside | undefined
  exchanges: WithdrawalExchange[]
  /** Those of `risk_checks` that deserve a second look, in words. */
  risk_hints: RiskHint[]
  risk_checks: RiskCheck[]
  can_pay: CanPay
  recipient: PayoutRecipient | null
  approved_by: WithdrawalApproval[]
  /** What one Super Admin alone has let pass for this merchant in the last 24 hours, in this currency: withdrawals, refunds and batches. It counts together with this one when a second has to approve. `0.00` once it is decided. */
  passed_alone: string
  /** What was asked and answered, oldest first. */
  thread: WithdrawalMessage[]
  may_decide: MayDecidePayout
  evidence: Evidence[]
  /** Grows with every step, and whenever the provider says something else. */
  evidence_version: number
}

export interface WithdrawalDossierStep {
  from: WithdrawalStatus | null
  to: WithdrawalStatus
  source: string
  note: string | null
  at: string
  by: string | null
  provider_payment_status: string | null
}

export interface WithdrawalExchange {
  kind: string
  request: unknown
  response: unknown
  at: string
}

export interface WithdrawalMessage {
  who: WithdrawalMessageWho
  text: string
  at: string
}

export type WithdrawalMessageWho = 'operator' | 'merchant'

export type WithdrawalOutcome = 'SUCCESS' | 'FAILED'

export type WithdrawalSort = 'withdrawal' | 'refund'

export interface AdminListWithdrawalsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  order?: QueueOrder | undefined
  status?: WithdrawalStatus | undefined
  method?: WithdrawalMethod | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  kind?: WithdrawalSort | undefined
  merchant_id?: string | undefined
  /** The rows of a batch, also those that wait for the decision about it. */
  batch_id?: string | undefined
  /** Recipient, number, merchant or reference. */
  search?: string | undefined
}

export interface AdminWithdrawalsCalls {
  /** Everything that happened to a withdrawal, with what went over the wire. */
  timeline(withdrawal_id: string, options?: CallOptions): Promise<AdminWithdrawalTimeline>

  /** The queue of withdrawals. */
  list(query?: AdminListWithdrawalsQuery, options?: CallOptions): List<QueuedWithdrawal>

  /** One withdrawal with its whole story. */
  get(withdrawal_id: string, options?: CallOptions): Promise<WithdrawalDossier>

  /** Approve a withdrawal. */
  approve(withdrawal_id: string, body?: ApprovalRequest, options?: CallOptions): Promise<WithdrawalDossier>

  /** Reject a withdrawal. */
  reject(withdrawal_id: string, body: NoteRequest, options?: CallOptions): Promise<WithdrawalDossier>

  /** Ask the merchant for information. */
  requestInfo(withdrawal_id: string, body: NoteRequest, options?: CallOptions): Promise<WithdrawalDossier>

  /** Say how a withdrawal ended. */
  resolve(withdrawal_id: string, body: AdminResolveWithdrawalRequest, options?: CallOptions): Promise<WithdrawalDossier>

  /** Send a blocked withdrawal again, under the same reference. */
  retry(withdrawal_id: string, body?: OptionalNoteRequest, options?: CallOptions): Promise<WithdrawalDossier>

  /** Send what is owed to a payer once more. Of a refund whose money never was the merchant’s, and which was rejected, failed or came back: the money waits in `returns`. Makes a new refund, which needs its own approval. */
  returnAgain(withdrawal_id: string, body?: AdminRetryReturnRequest, options?: CallOptions): Promise<WithdrawalDossier>
}

export const adminWithdrawalsLines = {
  timeline: 'GET /v1/admin/withdrawals/{withdrawal_id}/timeline',
  list: 'GET /v1/admin/withdrawals query list',
  get: 'GET /v1/admin/withdrawals/{withdrawal_id}',
  approve: 'POST /v1/admin/withdrawals/{withdrawal_id}/approve body key',
  reject: 'POST /v1/admin/withdrawals/{withdrawal_id}/reject body key',
  requestInfo: 'POST /v1/admin/withdrawals/{withdrawal_id}/request-info body key',
  resolve: 'POST /v1/admin/withdrawals/{withdrawal_id}/resolve body key',
  retry: 'POST /v1/admin/withdrawals/{withdrawal_id}/retry body key',
  returnAgain: 'POST /v1/admin/withdrawals/{withdrawal_id}/return-again body key',
} as const
