import type { transactionTypes } from '@malipo/contract'
import type { Fragment, Transaction } from '../database/database.ts'
import { networkIn } from '../figures/figures.ts'
import type { Book } from '../ledger/ledger.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { beginningOf } from '../primitives/instant.ts'

type Column = 'gross' | 'fees' | 'refunds' | 'reversals'

/** Where each type of row stands in a settlement: null for what is about no payment of a customer's. */
export const settledAs: Record<(typeof transactionTypes)[number], Column | null> = {
  collection: 'gross',
  collection_fee: 'fees',
  collection_reversal: 'reversals',
  // Held until then, it was no row of the merchant's.
  clearance_release: 'gross',
  withdrawal_reservation: null,
  withdrawal_release: null,
  withdrawal: null,
  withdrawal_fee: null,
  withdrawal_reversal: null,
  refund_reservation: null,
  refund_release: null,
  refund: 'refunds',
  refund_fee: 'fees',
  refund_reversal: 'refunds',
  debt: null,
  debt_repayment: null,
  deposit: null,
}

/** Adds up the rows of a closed day by provider and network. They never change, and neither does what is written of them. */
export async function settleDay(tx: Transaction, book: Book, day: string): Promise<void> {
  await tx`
    insert into settlements (id, merchant_id, environment, currency, day, provider, network, count, gross, fees, refunds, reversals)
    select ${idOfDay(tx, day)}, d.merchant_id, d.environment, d.currency, d.day, r.provider, r.network, r.count, r.gross, r.fees,
      r.refunds, r.reversals
    from book_days d cross join lateral (${sumsOfDay(tx)}) r
    where d.merchant_id = ${book.merchantId} and d.environment = ${book.environment} and d.currency = ${book.currency}
      and d.day = ${day}`
}

/** The sums of the rows of `d`, which is a closed day. */
export function sumsOfDay(tx: Transaction): Fragment {
  const types = columns.flatMap(typesOf)
  const sumOf = (column: Column, direction: 'credit' | 'debit') => tx`
    coalesce(sum(case when t.direction = ${direction} then t.amount else -t.amount end)
      filter (where t.type = any(${typesOf(column)}::text[])), 0)::bigint`
  return tx`
    select c.provider, c.network, (count(*) filter (where t.type = any(${typesOf('gross')}::text[])))::int as count,
      ${sumOf('gross', 'credit')} as gross, ${sumOf('fees', 'debit')} as fees, ${sumOf('refunds', 'debit')} as refunds,
      ${sumOf('reversals', 'debit')} as reversals
    from ledger_transactions t
    cross join lateral (
      select provider, ${networkIn(tx)} as network from collections where id = t.collection_id offset 0) c
    where t.merchant_id = d.merchant_id and t.environment = d.environment and t.currency = d.currency
      and t.seq between d.first_seq and d.last_seq and t.type = any(${types}::text[])
    group by 1, 2`
}

const columns: Column[] = ['gross', 'fees', 'refunds', 'reversals']

function typesOf(column: Column): string[] {
  return Object.entries(settledAs).flatMap(([type, place]) => (place === column ? [type] : []))
}

/** An id of the day itself: settlements are listed by it, whenever they were made. */
function idOfDay(tx: Transaction, day: string): Fragment {
  const lowest = lowestIdAt(beginningOf(day)?.getTime() ?? 0)
  return tx`overlay(gen_random_uuid()::text placing ${`${lowest.slice(0, 14)}7`} from 1)::uuid`
}
