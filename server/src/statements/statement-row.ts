import type { Environment, Statement, StatementTotals } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import type { Book } from '../ledger/ledger.ts'
import { textFromMinor } from '../primitives/money.ts'

type Shown = Static<typeof Statement>
export type Totals = Static<typeof StatementTotals>

export type StatementRow = {
  id: string
  merchant_id: string
  environment: Environment
  currency: string
  /** Days as they stand on a calendar in Dar es Salaam. */
  from_day: string
  to_day: string
  kind: Shown['kind']
  status: Shown['status']
  lease: number
  opening_available: bigint | null
  opening_reserved: bigint | null
  opening_held: bigint | null
  closing_available: bigint | null
  closing_reserved: bigint | null
  closing_held: bigint | null
  first_seq: bigint | null
  last_seq: bigint | null
  totals: Totals | null
  sha256: string | null
  created_at: Date
  ready_at: Date | null
}

/** Days are read as text: a date is no instant, and the driver would make it one. */
export function statementColumns(sql: Database | Transaction): Fragment {
  return sql`id, merchant_id, environment, currency, from_day::text as from_day, to_day::text as to_day, kind, status, lease,
    opening_available, opening_reserved, opening_held, closing_available, closing_reserved, closing_held, first_seq, last_seq,
    totals, sha256, created_at, ready_at`
}

export function bookOf({ merchant_id: merchantId, environment, currency }: StatementRow): Book {
  return { merchantId, environment, currency }
}

export function showStatement(row: StatementRow): Shown {
  const { id, merchant_id, currency, from_day: from, to_day: to, kind, status, totals, sha256 } = row
  return {
    ...{ id, merchant_id, currency, from, to, kind, status },
    opening: balanceOf(row.opening_available, row.opening_reserved, row.opening_held),
    closing: balanceOf(row.closing_available, row.closing_reserved, row.closing_held),
    totals,
    first_seq: row.first_seq === null ? null : Number(row.first_seq),
    last_seq: row.last_seq === null ? null : Number(row.last_seq),
    sha256,
    created_at: row.created_at.toISOString(),
    ready_at: row.ready_at?.toISOString() ?? null,
  }
}

function balanceOf(available: bigint | null, reserved: bigint | null, held: bigint | null): Shown['opening'] {
  if (available === null || reserved === null || held === null) return null
  return {
    available: textFromMinor(available),
    reserved: textFromMinor(reserved),
    held: textFromMinor(held),
  }
}
