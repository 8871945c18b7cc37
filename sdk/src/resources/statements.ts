// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { PageLanguage, StatementOccasion } from './fields.ts'
import type { Statement } from './paper-records.ts'

export interface ChangeStatementScheduleRequest {
  daily: boolean
  monthly: boolean
  emails: string[]
}

export interface RequestStatementRequest {
  /** Each currency has a book of its own; `TZS` unless told otherwise. */
  currency?: string | undefined
  from: string
  to: string
}

export type StatementFormat = 'csv' | 'pdf' | 'json'

export interface StatementSchedule {
  daily: boolean
  monthly: boolean
  /** Who is mailed a link, which leads behind signing in. */
  emails: string[]
}

export interface ListStatementsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  /** Each currency has a book of its own; `TZS` unless told otherwise. */
  currency?: string | undefined
  kind?: StatementOccasion | undefined
}

export interface ReadStatementFileQuery {
  format: StatementFormat
  /** Of the PDF. */
  lang?: PageLanguage | undefined
}

export interface StatementsCalls {
  /** Ask for a statement. Of 1 to 31 days that are over in Dar es Salaam. It is `PREPARING` at first, and `READY` soon after: `statement.ready` tells so. The same days of the same book are one statement: whoever asks again gets the one that is there. */
  request(body: RequestStatementRequest, options?: CallOptions): Promise<Statement>

  /** List statements. Those that were asked for, and those that come by themselves after each day and month in which something moved. */
  list(query?: ListStatementsQuery, options?: CallOptions): List<Statement>

  /** Read a statement. */
  get(statement_id: string, options?: CallOptions): Promise<Statement>

  /** Download a statement. With every row as CSV or JSON, however many there are; as PDF in the language of the merchant unless told otherwise, with the rows where they fit on paper, and their sums where they do not. */
  file(statement_id: string, query: ReadStatementFileQuery, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>

  /** Read which statements come by themselves. */
  getSchedule(options?: CallOptions): Promise<StatementSchedule>

  /** Choose which statements come by themselves. And who is mailed when one has come: a link to it, for which they must sign in. Live and sandbox each have a schedule of their own. */
  setSchedule(body: ChangeStatementScheduleRequest, options?: CallOptions): Promise<StatementSchedule>
}

export const statementsLines = {
  request: 'POST /v1/merchant/statements body as-merchant key',
  list: 'GET /v1/merchant/statements query as-merchant list',
  get: 'GET /v1/merchant/statements/{statement_id} as-merchant',
  file: 'GET /v1/merchant/statements/{statement_id}/file query as-merchant bytes',
  getSchedule: 'GET /v1/merchant/statement-schedule as-merchant',
  setSchedule: 'PUT /v1/merchant/statement-schedule body as-merchant',
} as const
