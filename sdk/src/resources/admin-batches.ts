// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { NoteRequest, OptionalNoteRequest, WithdrawalMerchant } from './admin-records.ts'
import type { BatchRowWarning, DisbursementBatch, RowsByStatus } from './batch-records.ts'
import type { BatchStatus, DecisionHindrance, QueueOrder } from './fields.ts'

export interface AdminApproveBatchRequest {
  /** Of the batch that you have looked at; another one is refused. */
  content_hash: string
  /** Rows that are rejected while the others are approved. */
  except?: number[] | undefined
  note?: string | undefined
  /** Approves rows although their recipients are cooling. Needs a `note`. */
  override_cooling?: boolean | undefined
}

export interface BatchApproval {
  by: string
  note: string | null
  except: number[]
  at: string
}

export interface BatchDossier extends QueuedBatch {
  by_status: RowsByStatus
  /** What recipients have got: the rows that are `SUCCESS`. */
  amount_paid: string
  merchant: WithdrawalMerchant
  /** The merchant’s balance, which has to cover what is approved. */
  available: string
  /** Of all rows. */
  total_reserved_amount: string
  /** What approving the batch sets aside: rows that then need an approval of their own, under review or with `approve_rows`, are not in it. */
  reserved_at_approval: string
  /** Whether the balance covers `reserved_at_approval`, if no row is left out. */
  is_covered: boolean
  /** What is worth a second look, while nobody has decided; the first 1,000. */
  warnings: BatchRowWarning[]
  history: BatchDossierStep[]
  approved_by: BatchApproval[]
  /** What one Super Admin alone has let pass for this merchant in the last 24 hours, in this currency: withdrawals, refunds and batches. It counts together with this one when a second has to approve. `0.00` once it is decided. */
  passed_alone: string
  may_decide: MayDecideBatch
}

export interface BatchDossierStep {
  from: BatchStatus | null
  to: BatchStatus
  source: string
  note: string | null
  at: string
  by: string | null
}

export interface MayDecideBatch {
  approve: boolean
  ask: boolean
  reject: boolean
  pause: boolean
  resume: boolean
  /** Whether rows go to recipients that cool: they are left out by `except`, or approved with `override_cooling`. */
  override_cooling: boolean
  /** Why the caller may not, or may not approve: something that ties them to it, or what it lacks. Null where nothing does. */
  why: DecisionHindrance | null
}

export interface QueuedBatch extends DisbursementBatch {
  merchant_name: string
  approvals: number
  approvals_needed: number
}

export interface AdminListBatchesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  order?: QueueOrder | undefined
  status?: BatchStatus | undefined
  merchant_id?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
}

export interface AdminBatchesCalls {
  /** The queue of disbursement batches. */
  list(query?: AdminListBatchesQuery, options?: CallOptions): List<QueuedBatch>

  /** One disbursement batch with its whole story. */
  get(batch_id: string, options?: CallOptions): Promise<BatchDossier>

  /** Approve a disbursement batch. One decision about all rows: the money of all is set aside, or of none. With `approve_rows` it sets nothing aside: each row then waits for an approval of its own, as rows under review do in any batch while the others go. Rows whose recipients cool or are blocked are told in `details`: leave them out by `except`, or override the cooling. */
  approve(batch_id: string, body: AdminApproveBatchRequest, options?: CallOptions): Promise<BatchDossier>

  /** Reject a disbursement batch with all its rows. */
  reject(batch_id: string, body: NoteRequest, options?: CallOptions): Promise<BatchDossier>

  /** Ask the merchant about a disbursement batch. */
  ask(batch_id: string, body: NoteRequest, options?: CallOptions): Promise<BatchDossier>

  /** Stop sending a disbursement batch. What was not sent yet stays set aside, and is sent after `resume`. */
  pause(batch_id: string, body: NoteRequest, options?: CallOptions): Promise<BatchDossier>

  /** Go on sending a disbursement batch. Failures before this moment do not pause it again. */
  resume(batch_id: string, body?: OptionalNoteRequest, options?: CallOptions): Promise<BatchDossier>
}

export const adminBatchesLines = {
  list: 'GET /v1/admin/disbursement-batches query list',
  get: 'GET /v1/admin/disbursement-batches/{batch_id}',
  approve: 'POST /v1/admin/disbursement-batches/{batch_id}/approve body key',
  reject: 'POST /v1/admin/disbursement-batches/{batch_id}/reject body key',
  ask: 'POST /v1/admin/disbursement-batches/{batch_id}/request-info body key',
  pause: 'POST /v1/admin/disbursement-batches/{batch_id}/pause body key',
  resume: 'POST /v1/admin/disbursement-batches/{batch_id}/resume body key',
} as const
