// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { FiscalReceiptStatus, RegistrationStatus, TaxCode } from './fields.ts'
import type { FiscalReceipt } from './records.ts'

export interface FiscalDay {
  id: string
  merchant_id: string
  /** A day in Dar es Salaam that is over. */
  day: string
  status: FiscalDayStatus
  /** How many were issued on it. */
  receipts: number
  first_number: number | null
  last_number: number | null
  /** What they come to. */
  amount: string
  /** The VAT in it. */
  tax: string
  currency: string
  /** What the authority calls the report. */
  report_reference: string | null
  failure_reason: string | null
  created_at: string
  closed_at: string | null
}

/** `CLOSING`: the report is on its way. `CLOSED`: the authority has it. `FAILED`: the authority refused it, and somebody has to look. */
export type FiscalDayStatus = 'CLOSING' | 'CLOSED' | 'FAILED'

export interface FiscalSettings {
  is_enabled: boolean
  /** Whether there is an authority in this environment to give receipts. */
  is_available: boolean
  tin: string | null
  vrn: string | null
  business_name: string | null
  tax_code: TaxCode
  registration_status: RegistrationStatus
  /** What the authority said, where it is `REFUSED`. Save the settings again and it is asked anew. */
  registration_problem: string | null
  /** The number of the last receipt; 0 before the first. */
  last_number: number
  /** Since when receipts wait because the authority has some that our records have lost. The operator writes them down again; payments go on. */
  behind_since: string | null
  updated_at: string | null
}

export interface FiscalSettingsRequest {
  is_enabled?: boolean | undefined
  tin?: string | undefined
  vrn?: string | null | undefined
  business_name?: string | undefined
  tax_code?: TaxCode | undefined
}

export interface ListFiscalReceiptsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: FiscalReceiptStatus | undefined
  collection_id?: string | undefined
  /** Those that count to this day. */
  day?: string | undefined
}

export interface ListFiscalDaysQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: FiscalDayStatus | undefined
}

export interface FiscalCalls {
  /** See whether payments get a receipt of the tax authority. */
  getSettings(options?: CallOptions): Promise<FiscalSettings>

  /** Switch receipts of the tax authority on or off. Live and sandbox each have their own. To switch it on, `tin` and `business_name` must be known. Every payment that becomes `successful` from then on is owed a receipt; what is owed when it is switched off is still issued. Once the authority has registered a TIN, it cannot be changed. */
  updateSettings(body?: FiscalSettingsRequest, options?: CallOptions): Promise<FiscalSettings>

  /** List fiscal receipts. */
  listReceipts(query?: ListFiscalReceiptsQuery, options?: CallOptions): List<FiscalReceipt>

  /** Read a fiscal receipt. */
  getReceipt(fiscal_receipt_id: string, options?: CallOptions): Promise<FiscalReceipt>

  /** Ask the authority again for a receipt that it refused. Once what it said in `failure_reason` is put right. It waits behind those that are `QUEUED`. */
  retryReceipt(fiscal_receipt_id: string, options?: CallOptions): Promise<FiscalReceipt>

  /** List the reports that ended days. A Z report for each day while receipts are switched on, sent when the day is over in Dar es Salaam and before anything of the next is issued. */
  listDays(query?: ListFiscalDaysQuery, options?: CallOptions): List<FiscalDay>
}

export const fiscalLines = {
  getSettings: 'GET /v1/merchant/fiscal-settings as-merchant',
  updateSettings: 'PATCH /v1/merchant/fiscal-settings body as-merchant',
  listReceipts: 'GET /v1/fiscal/receipts query as-merchant list',
  getReceipt: 'GET /v1/fiscal/receipts/{fiscal_receipt_id} as-merchant',
  retryReceipt: 'POST /v1/fiscal/receipts/{fiscal_receipt_id}/retry as-merchant key',
  listDays: 'GET /v1/fiscal/days query as-merchant list',
} as const
