import { inColumns, type Transaction } from '../database/database.ts'
import type { Journal } from './run-postings.ts'

/** One statement for everything: each account is written once, however many entries it got. */
export async function writeJournal(
  tx: Transaction,
  { at, transactions, entries, accounts }: Journal,
): Promise<void> {
  await tx`
    with new_transactions as (
      insert into ledger_transactions (id, merchant_id, environment, currency, seq, type, direction, amount,
        balance_after, cause, collection_id, withdrawal_id, reference, description, created_at, adds_up)
      select t.*, ${at}::timestamptz, true from ${inColumns('t', transactions, transactionTypes)}
    ), new_entries as (
      insert into ledger_entries (merchant_id, transaction_id, leg, account_id, amount, seq, balance_after)
      select e.* from ${inColumns('e', entries, entryTypes)}
    ), touched_accounts as (
      insert into ledger_accounts (id, merchant_id, environment, currency, kind, provider, balance, entries, transactions)
      select a.* from ${inColumns('a', accounts, accountTypes)}
      on conflict (merchant_id, environment, currency, kind, provider) do update
      set balance = excluded.balance, entries = excluded.entries, transactions = excluded.transactions
    )
    select`
}

const transactionTypes = {
  id: 'uuid',
  merchant_id: 'uuid',
  environment: 'text',
  currency: 'text',
  seq: 'bigint',
  type: 'text',
  direction: 'text',
  amount: 'bigint',
  balance_after: 'bigint',
  cause: 'text',
  collection_id: 'uuid',
  withdrawal_id: 'uuid',
  reference: 'text',
  description: 'text',
} as const

const entryTypes = {
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  leg: 'smallint',
  account_id: 'uuid',
  amount: 'bigint',
  seq: 'bigint',
  balance_after: 'bigint',
} as const

const accountTypes = {
  id: 'uuid',
  merchant_id: 'uuid',
  environment: 'text',
  currency: 'text',
  kind: 'text',
  provider: 'text',
  balance: 'bigint',
  entries: 'bigint',
  transactions: 'bigint',
} as const
