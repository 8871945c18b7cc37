// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { BatchRowWarningKind, BatchStatus } from './fields.ts'

export interface BatchRowWarning {
  row: number
  kind: BatchRowWarningKind
  text: string
}

export interface DisbursementBatch {
  id: string
  merchant_id: string
  name: string
  status: BatchStatus
  approve_rows: boolean
  /** The batch whose failed rows these are once more. */
  retry_of: string | null
  row_count: number
  currency: string
  /** What all recipients get together. */
  amount_total: string
  charges_total: string
  /** SHA-256 of what the rows pay to whom: the same rows have the same. */
  content_hash: string
  /** Your own words beside it. */
  metadata: Record<string, string>
  created_at: string
  updated_at: string
  completed_at: string | null
}

/** How many rows are in each state; states without any are left out. */
export interface RowsByStatus {
  PENDING_ADMIN_APPROVAL?: number | undefined
  INFO_REQUESTED?: number | undefined
  PROCESSING?: number | undefined
  SUCCESS?: number | undefined
  FAILED?: number | undefined
  REJECTED?: number | undefined
  NEEDS_ADMIN_ATTENTION?: number | undefined
  NEEDS_RECONCILIATION?: number | undefined
  BLOCKED_IP_WHITELIST?: number | undefined
  REVERSED?: number | undefined
}
