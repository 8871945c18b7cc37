import { type Environment, type LedgerTransaction, transactionTypes } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Database, eachKind, type Fragment, type Range, type Transaction } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { textFromMinor } from '../primitives/money.ts'
import { type Book, defaultCurrency } from './account.ts'
import { slackMs } from './cut-book.ts'

type ShownType = (typeof transactionTypes)[number]

export type TransactionFilter = {
  /** Each currency has a book of its own, whose rows add up. */
  currency?: string | undefined
  type?: ShownType | undefined
  direction?: 'credit' | 'debit' | undefined
  reference?: string | undefined
  /** From this instant on, and before that one, so that periods side by side share no row. */
  from?: Date | undefined
  to?: Date | undefined
}

type TransactionRow = {
  id: string
  seq: bigint
  type: ShownType
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

type Owner = { merchantId: string; environment: Environment }

/** What moved the balance, to be read page by page in the order of the book. */
export function transactionList(sql: Database, owner: Owner, filter: TransactionFilter) {
  const book = { ...owner, currency: filter.currency ?? defaultCurrency }
  // What has no place is no row of the merchant's.
  const ofBook = sql`merchant_id = ${book.merchantId} and environment = ${book.environment}
    and currency = ${book.currency} and seq is not null`
  const { type, direction, reference, from, to } = filter
  const isWhole = [type, direction, reference, from, to].every((wish) => wish === undefined)
  return {
    rows: rangesOf(
      sql,
      filter,
      (range) => sql`
        select id, seq, type, direction, amount, currency, balance_after, collection_id, withdrawal_id, reference,
          ${described(sql, book.merchantId)} as description, created_at
        from ledger_transactions where ${ofBook} ${range} ${within(sql, ofBook, filter)}`,
    ),
    show: showTransaction,
    /** The rows of a whole book are numbered from 1 without gaps, and the book knows how many there are. */
    total: isWhole ? () => countOf(sql, book) : undefined,
    placeOf: (id: string) => sql`(select seq from ledger_transactions where id = ${id} and ${ofBook})`,
  }
}

/** What people wrote, and the names of people, stand where they can be erased: a row of the ledger never can. */
export function described(sql: Database | Transaction, merchantId: string): Fragment {
  return sql`coalesce(description, (select c.description from collections c
      where c.id = collection_id and of_merchants(c.merchant_id, ${[merchantId]}::uuid[])),
    (select w.method || ' to ' || w.destination_name from withdrawals w
      where w.id = withdrawal_id and of_merchants(w.merchant_id, ${[merchantId]}::uuid[])))`
}

/** Counting a million rows would take as long as reading them. */
async function countOf(sql: Database, { merchantId, environment, currency }: Book): Promise<number> {
  const [counted] = await sql<{ total: number }[]>`
    select transactions::int as total from ledger_accounts
    where merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency}
      and kind = 'available'`
  return counted?.total ?? 0
}

const directions = ['credit', 'debit'] as const

/** Each a condition `and …` that one range of an index answers: by reference, by direction and type, or all. */
function rangesOf(
  sql: Database,
  { reference, direction, type }: TransactionFilter,
  rows: (range: Fragment) => Fragment,
): Range[] {
  if (reference !== undefined) {
    return [
      rows(sql`and reference = ${reference} ${direction === undefined ? sql`` : sql`and direction = ${direction}`}
        ${type === undefined ? sql`` : sql`and type = ${type}`}`),
    ]
  }
  if (direction === undefined && type === undefined) return [rows(sql``)]
  const columns = [
    { column: sql`direction`, wanted: direction, all: directions },
    { column: sql`type`, wanted: type, all: transactionTypes },
  ]
  return eachKind(sql, columns, rows)
}

/** Between the rows well before and well after the window the exact comparison decides; ids begin with their time. */
function within(sql: Database, ofBook: Fragment, { from, to }: TransactionFilter): Fragment {
  return sql`
    ${
      from === undefined
        ? sql``
        : sql`and created_at >= ${from} and seq > coalesce((select seq from ledger_transactions where ${ofBook}
            and id < ${lowestIdAt(from.getTime() - slackMs)} and touched(id) order by id desc limit 1), 0)`
    }
    ${
      to === undefined
        ? sql``
        : sql`and created_at < ${to} and seq < coalesce((select seq from ledger_transactions where ${ofBook}
            and id > ${lowestIdAt(to.getTime() + slackMs)} and touched(id) order by id limit 1), 9223372036854775807)`
    }`
}

function showTransaction({ seq: _place, ...row }: TransactionRow): Static<typeof LedgerTransaction> {
  return {
    ...row,
    amount: textFromMinor(row.amount),
    balance_after: textFromMinor(row.balance_after),
    created_at: row.created_at.toISOString(),
  }
}
