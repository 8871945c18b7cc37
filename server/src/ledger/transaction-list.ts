import type { Environment, LedgerTransaction } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { TransactionType } from './posting.ts'

export type TransactionFilter = {
  type?: TransactionType | undefined
  direction?: 'credit' | 'debit' | undefined
  reference?: string | undefined
  /** From this instant on, and before that one, so that periods side by side share no row. */
  from?: Date | undefined
  to?: Date | undefined
}

export type TransactionRow = {
  id: string
  type: TransactionType
  direction: 'credit' | 'debit'
  amount: bigint
  currency: string
  balance_after: bigint
  collection_id: string | null
  withdrawal_id: string | null
  reference: string | null
  description: string | null
  created_at: Date
}

type Books = { merchantId: string; environment: Environment }
type Page = { limit: number; offset: number; before: string | null }

/** What moved the balance, newest first. The total is null when the list is walked by cursor. */
export async function listTransactions(
  sql: Database,
  books: Books,
  filter: TransactionFilter,
  page: Page,
): Promise<{ rows: TransactionRow[]; total: number | null }> {
  const conditions = conditionsOf(sql, filter)
  const matching = conditions.reduce<Fragment>(
    (all, one) => sql`${all} and ${one}`,
    sql`merchant_id = ${books.merchantId} and environment = ${books.environment}`,
  )
  const rows = await sql<TransactionRow[]>`
    select id, type, direction, amount, currency, balance_after, collection_id, withdrawal_id, reference, description,
      created_at
    from ledger_transactions
    where ${matching} ${page.before === null ? sql`` : sql`and id < ${page.before}`}
    order by id desc limit ${page.limit} offset ${page.offset}`
  if (page.before !== null) return { rows, total: null }
  // Without a filter the books know the number; counting a million rows would take as long as reading them.
  const [counted] = await sql<{ total: number }[]>`${
    conditions.length > 0
      ? sql`select count(*)::int as total from ledger_transactions where ${matching}`
      : sql`select coalesce(sum(transactions), 0)::int as total from ledger_accounts where ${matching}`
  }`
  return { rows, total: counted?.total ?? 0 }
}

function conditionsOf(sql: Database, filter: TransactionFilter): Fragment[] {
  return [
    filter.type && sql`type = ${filter.type}`,
    filter.direction && sql`direction = ${filter.direction}`,
    filter.reference && sql`reference = ${filter.reference}`,
    filter.from && sql`created_at >= ${filter.from}`,
    filter.to && sql`created_at < ${filter.to}`,
  ].filter((condition) => typeof condition === 'object')
}

export function showTransaction(row: TransactionRow): Static<typeof LedgerTransaction> {
  return {
    ...row,
    amount: textFromMinor(row.amount),
    balance_after: textFromMinor(row.balance_after),
    created_at: row.created_at.toISOString(),
  }
}
