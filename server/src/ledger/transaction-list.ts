import type { Environment, LedgerTransaction } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { TransactionType } from './account.ts'

export type TransactionFilter = {
  type?: TransactionType | undefined
  direction?: 'credit' | 'debit' | undefined
  reference?: string | undefined
  /** From this instant on, and before that one, so that periods side by side share no row. */
  from?: Date | undefined
  to?: Date | undefined
}

type TransactionRow = {
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

/** What moved the balance, to be read page by page; without a filter the books know how many there are. */
export function transactionList(sql: Database, books: Books, filter: TransactionFilter) {
  const conditions = conditionsOf(sql, filter)
  const ofBooks = sql`merchant_id = ${books.merchantId} and environment = ${books.environment}`
  const matching = conditions.reduce<Fragment>((all, one) => sql`${all} and ${one}`, ofBooks)
  return {
    rows: sql`
      select id, type, direction, amount, currency, balance_after, collection_id, withdrawal_id, reference, description,
        created_at
      from ledger_transactions where ${matching}`,
    show: showTransaction,
    total: conditions.length === 0 ? () => countOf(sql, ofBooks) : undefined,
  }
}

/** Counting a million rows would take as long as reading them. */
async function countOf(sql: Database, ofBooks: Fragment): Promise<number> {
  const [counted] = await sql<{ total: number }[]>`
    select coalesce(sum(transactions), 0)::int as total from ledger_accounts where ${ofBooks}`
  return counted?.total ?? 0
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

function showTransaction(row: TransactionRow): Static<typeof LedgerTransaction> {
  return {
    ...row,
    amount: textFromMinor(row.amount),
    balance_after: textFromMinor(row.balance_after),
    created_at: row.created_at.toISOString(),
  }
}
