// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { ControlNumberKind, ControlNumberStatus, PaymentMode } from './fields.ts'
import type { ControlNumber } from './paper-records.ts'

export interface ControlNumberRowRequest {
  kind: ControlNumberKind
  amount?: string | undefined
  currency?: string | undefined
  payment_mode?: PaymentMode | undefined
  customer_id?: string | undefined
  invoice_id?: string | undefined
  description?: string | undefined
  merchant_reference?: string | undefined
  expires_at?: string | undefined
}

export interface ControlNumbers {
  items: ControlNumber[]
}

export interface CreateControlNumberRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  kind: ControlNumberKind
  amount?: string | undefined
  currency?: string | undefined
  payment_mode?: PaymentMode | undefined
  customer_id?: string | undefined
  invoice_id?: string | undefined
  description?: string | undefined
  merchant_reference?: string | undefined
  expires_at?: string | undefined
}

export interface CreateControlNumbersRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  rows: ControlNumberRowRequest[] | string
}

export interface ListControlNumbersQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: ControlNumberStatus | undefined
  number?: string | undefined
  customer_id?: string | undefined
  invoice_id?: string | undefined
  merchant_reference?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
}

export interface ControlNumbersCalls {
  /** Create a control number. The payer types it into the menu for bills of any wallet or bank. Without `payment_mode` it is `EXACT` where there is an amount, and `ANY` where there is none. With `invoice_id` it is for what is due of that invoice, in parts where the invoice allows them. */
  create(body: CreateControlNumberRequest, options?: CallOptions): Promise<ControlNumber>

  /** Create up to 1,000 control numbers. Whole or not at all: all rows are judged, and what is not right is told row by row, as `[{row, field, problem}]`. Also as `text/csv` with a line of field names first, and `merchant_id` in the query. The numbers come in the order of the rows. */
  createMany(body: CreateControlNumbersRequest, options?: CallOptions): Promise<ControlNumbers>

  /** List control numbers. */
  list(query?: ListControlNumbersQuery, options?: CallOptions): List<ControlNumber>

  /** Read a control number. */
  get(control_number_id: string, options?: CallOptions): Promise<ControlNumber>

  /** Cancel a control number. From now on whoever asks is told that it is closed. What was paid before stays the payment that it is. */
  cancel(control_number_id: string, options?: CallOptions): Promise<ControlNumber>
}

export const controlNumbersLines = {
  create: 'POST /v1/control-numbers body merchant key',
  createMany: 'POST /v1/control-numbers/bulk body merchant key rows',
  list: 'GET /v1/control-numbers query as-merchant list',
  get: 'GET /v1/control-numbers/{control_number_id} as-merchant',
  cancel: 'POST /v1/control-numbers/{control_number_id}/cancel as-merchant key',
} as const
