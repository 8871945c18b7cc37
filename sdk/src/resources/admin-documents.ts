// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { MerchantDocument } from './records.ts'

export interface AdminDocument extends MerchantDocument {
  merchant_id: string
  uploaded_by: string
  sha256: string
}

export interface AdminListDocumentsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
}

export interface AdminDocumentsCalls {
  /** List the documents of a merchant. */
  list(merchant_id: string, query?: AdminListDocumentsQuery, options?: CallOptions): List<AdminDocument>

  /** Save a document of a merchant. The file, to be saved and never shown in a page of ours. That it was read is in the audit log. */
  get(document_id: string, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>
}

export const adminDocumentsLines = {
  list: 'GET /v1/admin/merchants/{merchant_id}/documents query list',
  get: 'GET /v1/admin/documents/{document_id} bytes',
} as const
