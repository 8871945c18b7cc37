// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'

export interface DataExport {
  id: string
  merchant_id: string
  status: DataExportStatus
  lines: number | null
  bytes: number | null
  /** Of the file. */
  sha256: string | null
  created_at: string
  ready_at: string | null
  /** The file is there for 24 hours, and gone after that. */
  ends_at: string | null
}

export type DataExportStatus = 'PREPARING' | 'READY' | 'EXPIRED'

export interface ListExportsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
}

export interface ExportsCalls {
  /** Export all that you have here. Customers, links, invoices, payments, payouts, refunds and the rows of your book in this environment, one JSON object on each line, each line chained to the one before by its hash. For owners, who in production need a second factor. One at a time; the file is there for 24 hours once it is `READY`. */
  create(options?: CallOptions): Promise<DataExport>

  /** List exports. */
  list(query?: ListExportsQuery, options?: CallOptions): List<DataExport>

  /** Read what became of an export. */
  get(export_id: string, options?: CallOptions): Promise<DataExport>

  /** Download an export. For owners, who in production need a second factor, within 24 hours after it was made. */
  file(export_id: string, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>
}

export const exportsLines = {
  create: 'POST /v1/merchant/exports as-merchant key',
  list: 'GET /v1/merchant/exports query as-merchant list',
  get: 'GET /v1/merchant/exports/{export_id} as-merchant',
  file: 'GET /v1/merchant/exports/{export_id}/file as-merchant bytes',
} as const
