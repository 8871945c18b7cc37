import type { Environment, FiscalDay } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database } from '../database/database.ts'
import { type ListQuery, readPage } from '../http/http.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { Owner } from './find-receipts.ts'

type Shown = Static<typeof FiscalDay>

type FiscalDayRow = {
  id: string
  merchant_id: string
  environment: Environment
  day: string
  status: Shown['status']
  receipts: bigint
  first_number: bigint | null
  last_number: bigint | null
  amount: bigint
  tax: bigint
  currency: string
  report_reference: string | null
  failure_reason: string | null
  created_at: Date
  closed_at: Date | null
}

const whole = (value: bigint | null) => (value === null ? null : Number(value))

function showDay(row: FiscalDayRow): Shown {
  const { id, merchant_id, day, status, currency, report_reference, failure_reason } = row
  return {
    ...{ id, merchant_id, day, status, receipts: Number(row.receipts) },
    ...{ first_number: whole(row.first_number), last_number: whole(row.last_number) },
    ...{ amount: textFromMinor(row.amount), tax: textFromMinor(row.tax), currency },
    ...{ report_reference, failure_reason, created_at: row.created_at.toISOString() },
    closed_at: row.closed_at?.toISOString() ?? null,
  }
}

export function listDays(
  sql: Database,
  { merchantId, environment }: Owner,
  query: ListQuery & { status?: Shown['status'] },
) {
  return readPage(sql, query, {
    rows: sql`
      select id, merchant_id, environment, day::text as day, status, receipts, first_number, last_number, amount, tax, currency,
        report_reference, failure_reason, created_at, closed_at
      from fiscal_days where merchant_id = ${merchantId} and environment = ${environment}
        ${query.status === undefined ? sql`` : sql`and status = ${query.status}`}`,
    show: showDay,
  })
}
