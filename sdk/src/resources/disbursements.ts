// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { WithdrawalMethod, WithdrawalStatus } from './fields.ts'
import type { ChangeMetadataRequest, Withdrawal } from './records.ts'

export interface DisbursementRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  amount: string
  destination_name?: string | undefined
  destination_identifier?: string | undefined
  destination_code?: string | undefined
  /** A saved recipient, instead of the fields that say where the money goes. One of both is needed. */
  recipient_id?: string | undefined
  merchant_reference?: string | undefined
  /** Of a look-up of this destination in the last 24 hours; see POST /v1/destinations/look-up. */
  look_up_id?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
}

export interface CreateBankDisbursementRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  amount: string
  destination_name?: string | undefined
  destination_identifier?: string | undefined
  destination_code?: string | undefined
  /** Must resemble the name of the destination_code in GET /v1/destinations. */
  bank_name?: string | undefined
  bank_account_name?: string | undefined
  /** A saved recipient, instead of the fields that say where the money goes. One of both is needed. */
  recipient_id?: string | undefined
  merchant_reference?: string | undefined
  /** Of a look-up of this destination in the last 24 hours; see POST /v1/destinations/look-up. */
  look_up_id?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
}

export interface ListDisbursementsQuery {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: WithdrawalStatus | undefined
  method?: WithdrawalMethod | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  merchant_reference?: string | undefined
  batch_id?: string | undefined
  /** What goes to one saved recipient. */
  recipient_id?: string | undefined
  /** What has exactly this: `metadata[order_id]=A-17`. Up to three, and all must hold; several are looked for among the newest 100,000 that have the rarest of them. */
  metadata?: Record<string, string> | undefined
}

export interface DisbursementsCalls {
  /** Pay out to a wallet of the provider. */
  toWallet(body: DisbursementRequest, options?: CallOptions): Promise<Withdrawal>

  /** Pay out to mobile money. */
  toMobileMoney(body: DisbursementRequest, options?: CallOptions): Promise<Withdrawal>

  /** Pay out to a bank account. */
  toBank(body: CreateBankDisbursementRequest, options?: CallOptions): Promise<Withdrawal>

  /** List disbursements. */
  list(query?: ListDisbursementsQuery, options?: CallOptions): List<Withdrawal>

  /** Read a disbursement. */
  get(disbursement_id: string, options?: CallOptions): Promise<Withdrawal>

  /** Change the metadata of a disbursement or withdrawal. At any time, whatever became of it. Nothing else can be changed. */
  update(disbursement_id: string, body?: ChangeMetadataRequest, options?: CallOptions): Promise<Withdrawal>

  /** Cancel a disbursement that nobody has approved. From `PENDING_ADMIN_APPROVAL` or `INFO_REQUESTED` to `REJECTED`, moved by the merchant. Once it is approved it cannot be called back. */
  cancel(disbursement_id: string, options?: CallOptions): Promise<Withdrawal>
}

export const disbursementsLines = {
  toWallet: 'POST /v1/disbursements/provider-pesa body merchant key',
  toMobileMoney: 'POST /v1/disbursements/mobile-money body merchant key',
  toBank: 'POST /v1/disbursements/bank-account body merchant key',
  list: 'GET /v1/disbursements query merchant list',
  get: 'GET /v1/disbursements/{disbursement_id} as-merchant',
  update: 'PATCH /v1/disbursements/{disbursement_id} body as-merchant',
  cancel: 'POST /v1/disbursements/{disbursement_id}/cancel as-merchant key',
} as const
