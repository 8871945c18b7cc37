import type { Environment, transactionTypes } from '@malipo/contract'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'

export type AccountKind =
  | 'available'
  | 'held'
  | 'reserved'
  | 'returns'
  | 'receivable'
  | 'fees'
  | 'deposits'
  | 'operator_funds'

/**
 * One account of a book. A clearing account stands for what the provider of that name holds of what was collected, and one of
 * payouts for what it took of the money that we keep there to pay out from: the two are settled apart.
 */
export type Account = AccountKind | { clearing: string } | { payouts: string }

/** An amount above zero gives to the account, one below takes from it. */
export type Leg = { account: Account; amount: bigint }

/** A merchant's accounts of one environment and currency. Money never moves from one book to another. */
export type Book = { merchantId: string; environment: Environment; currency: string }

/** The operator's own book: of what it has sent to providers, which is no merchant's. It stands under the id of nobody. */
export function operatorsBook(environment: Environment, currency: string): Book {
  return { merchantId: '00000000-0000-0000-0000-000000000000', environment, currency }
}

export function bookKey({ merchantId, environment, currency }: Book): string {
  return `${merchantId} ${environment} ${currency}`
}

export type AccountName = { kind: AccountKind | 'clearing' | 'payout_clearing'; provider: string }

export function nameOf(account: Account): AccountName {
  if (typeof account === 'string') return { kind: account, provider: '' }
  return 'clearing' in account
    ? { kind: 'clearing', provider: account.clearing }
    : { kind: 'payout_clearing', provider: account.payouts }
}

/** The currency of whoever names none. */
export const defaultCurrency = 'TZS'

/** Says how much is there and how much it takes, so that nobody has to ask twice. */
export function tooLittle(currency: string, available: bigint, required: bigint): Refusal {
  return new Refusal('insufficient_balance', {
    details: { available: textFromMinor(available), required: textFromMinor(required), currency },
  })
}

/**
 * What only ever moves money that is not available is no row of the merchant's: held money has none until it is released, what is owed
 * to payers never has, and the operator's own is nobody's to spend.
 */
export const unseenTypes = [
  'clearance_hold',
  'clearance_return',
  'payer_return',
  'float_top_up',
  'float_top_up_reversal',
] as const

export type TransactionType = (typeof transactionTypes)[number] | (typeof unseenTypes)[number]

export type Posting = Book & {
  /** What makes it happen. The same cause moves money once: the second posting with it aborts. */
  cause: string
  type: TransactionType
  /** As the merchant sees it: one amount, in or out, by which it changes what is available. */
  direction: 'credit' | 'debit'
  amount: bigint
  collectionId?: string | null
  withdrawalId?: string | null
  reference?: string | null
  description?: string | null
  legs: Leg[]
  /** What it lacks becomes a debt before it, or what it brings repays one after it, each as a row of its own. */
  debt?: 'owes' | 'repays'
}

/** A balance has at most as many digits as an amount; far below what the database can add up. In minor units. */
export const ceiling = 10n ** 15n

export function tooMuch(currency: string): Refusal {
  const most = textFromMinor(ceiling - 1n)
  return new Refusal('amount_not_supported', {
    message: `A balance holds up to ${currency} ${most}, and this would be more. Nothing was moved.`,
    details: { balance_limit: most, currency },
  })
}
