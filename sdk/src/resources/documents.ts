// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { DocumentKind } from './fields.ts'
import type { MerchantDocument, Removed } from './records.ts'

export interface UploadDocumentRequest {
  kind: DocumentKind
  file_name: string
  /** The bytes of the file in base64. */
  content: string
}

export interface ListDocumentsQuery {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
}

export interface DocumentsCalls {
  /** Send in a document for verification. A PDF, PNG or JPEG of at most 5 MiB; at most 10 for each merchant. The same file of the same kind is one document, however often it is sent. An unverified merchant becomes `pending`, and Super Admins are told. */
  upload(body: UploadDocumentRequest, options?: CallOptions): Promise<MerchantDocument>

  /** List the documents that were sent in. */
  list(query?: ListDocumentsQuery, options?: CallOptions): List<MerchantDocument>

  /** Take a document back. While the merchant is not verified: what it was verified by stays. With the last one its verification is `unverified` again. */
  remove(document_id: string, options?: CallOptions): Promise<Removed>
}

export const documentsLines = {
  upload: 'POST /v1/merchants/{merchant_id}/documents body merchant key',
  list: 'GET /v1/merchants/{merchant_id}/documents query merchant list',
  remove: 'DELETE /v1/merchants/{merchant_id}/documents/{document_id} merchant',
} as const
