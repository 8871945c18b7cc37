import type { Environment, transactionTypes } from '@malipo/contract'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'

export type AccountKind = 'available' | 'held' | 'reserved' | 'receivable' | 'fees' | 'deposits'

/** One account of a book; a clearing account stands for what the provider of that name holds for the merchant. */
export type Account = AccountKind | { clearing: string }

/** An amount above zero gives to the account, one below takes from it. */
export type Leg = { account: Account; amount: bigint }

export type BalanceOf = (account: Account) => bigint

/** A merchant's accounts of one environment and currency. Money never moves from one book to another. */
export type Book = { merchantId: string; environment: Environment; currency: string }

export function bookKey({ merchantId, environment, currency }: Book): string {
  return `${merchantId} ${environment} ${currency}`
}

export type AccountName = { kind: AccountKind | 'clearing'; provider: string }

export function nameOf(account: Account): AccountName {
  return typeof account === 'string'
    ? { kind: account, provider: '' }
    : { kind: 'clearing', provider: account.clearing }
}

/** The currency of whoever names none. */
export const defaultCurrency = 'TZS'

/** Says how much is there and how much it takes, so that nobody has to ask twice. */
export function tooLittle(currency: string, available: bigint, required: bigint): Refusal {
  return new Refusal('insufficient_balance', {
    details: { available: textFromMinor(available), required: textFromMinor(required), currency },
  })
}

export type TransactionType = (typeof transactionTypes)[number]

export type Posting = Book & {
  /** What makes it happen. The same cause moves money once: the second posting with it aborts. */
  cause: string
  type: TransactionType
  /** As the merchant sees it: one amount, in or out. */
  direction: 'credit' | 'debit'
  amount: bigint
  collectionId?: string | null
  withdrawalId?: string | null
  reference?: string | null
  description?: string | null
  /** Asked under the lock, after the postings before it, so that it may decide by what is there. */
  legs(balanceOf: BalanceOf): Leg[]
}
