import type { Environment } from '@malipo/contract'

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
