import type { World } from '../world/world.ts'
import {
  type Account,
  bookKey,
  ceiling,
  nameOf,
  type Posting,
  tooLittle,
  tooMuch,
  unseenTypes,
} from './account.ts'
import { debtLegs, repaymentLegs } from './legs.ts'
import type { OpenAccount, OpenBooks } from './open-books.ts'

export type Journal = {
  at: Date
  transactions: TransactionRow[]
  entries: EntryRow[]
  accounts: AccountRow[]
}

export type TransactionRow = {
  id: string
  merchant_id: string
  environment: string
  currency: string
  /** Null for what is no row of the merchant's. */
  seq: bigint | null
  type: string
  direction: string
  amount: bigint
  balance_after: bigint
  cause: string
  collection_id: string | null
  withdrawal_id: string | null
  reference: string | null
  description: string | null
}
export type EntryRow = {
  merchant_id: string
  transaction_id: string
  leg: number
  account_id: string
  amount: bigint
  seq: bigint
  balance_after: bigint
}
export type AccountRow = {
  id: string
  merchant_id: string
  environment: string
  currency: string
  kind: string
  provider: string
  balance: bigint
  entries: bigint
  transactions: bigint
}

/** Makes the postings in memory, on books that are locked, and answers with what has to be written. */
export function runPostings(opened: OpenBooks, world: World, postings: Posting[]): Journal {
  const touched = new Set<OpenAccount>()
  const transactions: TransactionRow[] = []
  const entries: EntryRow[] = []

  function run(book: OpenAccount[], posting: Posting): void {
    const id = world.newId()
    posting.legs.forEach(({ account, amount }, position) => {
      const target = findOrOpen(book, world, posting, account)
      give(target, amount)
      touched.add(target)
      entries.push(entryRow(id, position + 1, target, amount))
    })
    const available = findOrOpen(book, world, posting, 'available')
    const isSeen = isRowOfMerchant(posting)
    if (isSeen) available.transactions += 1n
    touched.add(available)
    transactions.push(transactionRow(id, posting, available, isSeen))
  }

  for (const posting of postings) {
    const book = opened.get(bookKey(posting))
    if (!book) throw new Error(`The book of ${posting.cause} was not opened.`)
    const balanceOf = (account: Account) => findOrOpen(book, world, posting, account).balance
    const missing = posting.debt === 'owes' ? posting.amount - balanceOf('available') : 0n
    if (missing > 0n) run(book, debtOf(posting, missing))
    run(book, posting)
    const owed = posting.debt === 'repays' ? -balanceOf('receivable') : 0n
    if (owed > 0n) run(book, repaymentOf(posting, owed < posting.amount ? owed : posting.amount))
  }
  return { at: world.clock.now(), transactions, entries, accounts: [...touched].map(accountRow) }
}

/** What goes back to a payer may have been the merchant's, or never. */
const ofEither: readonly string[] = ['refund_reservation', 'refund_release', 'refund', 'refund_reversal']

function isRowOfMerchant({ type, legs }: Posting): boolean {
  if (ofEither.includes(type)) return legs.some(({ account }) => account === 'available')
  return !unseen.includes(type)
}

const unseen: readonly string[] = unseenTypes

function debtOf(posting: Posting, missing: bigint): Posting {
  return {
    ...posting,
    cause: `${posting.cause} debt`,
    type: 'debt',
    direction: 'credit',
    amount: missing,
    ...debtLegs(missing),
  }
}

function repaymentOf(posting: Posting, amount: bigint): Posting {
  return {
    ...posting,
    cause: `${posting.cause} debt_repayment`,
    type: 'debt_repayment',
    direction: 'debit',
    amount,
    ...repaymentLegs(amount),
  }
}

function findOrOpen(book: OpenAccount[], world: World, posting: Posting, account: Account): OpenAccount {
  const { kind, provider } = nameOf(account)
  const found = book.find((one) => one.kind === kind && one.provider === provider)
  if (found) return found
  const { merchantId, environment, currency } = posting
  const zeroes = { balance: 0n, entries: 0n, transactions: 0n }
  const fresh = { id: world.newId(), merchantId, environment, currency, kind, provider, ...zeroes }
  book.push(fresh)
  return fresh
}

const neverNegative: readonly string[] = ['available', 'held', 'reserved', 'returns']

function give(account: OpenAccount, amount: bigint): void {
  const before = account.balance
  account.balance += amount
  account.entries += 1n
  if (account.balance < 0n && neverNegative.includes(account.kind)) {
    throw tooLittle(account.currency, before, -amount)
  }
  // What is beyond it from earlier days may come down.
  if (size(account.balance) >= ceiling && size(account.balance) > size(before)) {
    throw tooMuch(account.currency)
  }
}

function size(balance: bigint): bigint {
  return balance < 0n ? -balance : balance
}

function transactionRow(
  id: string,
  posting: Posting,
  available: OpenAccount,
  isSeen: boolean,
): TransactionRow {
  return {
    id,
    merchant_id: posting.merchantId,
    environment: posting.environment,
    currency: posting.currency,
    seq: isSeen ? available.transactions : null,
    type: posting.type,
    direction: posting.direction,
    amount: posting.amount,
    balance_after: available.balance,
    cause: posting.cause,
    collection_id: posting.collectionId ?? null,
    withdrawal_id: posting.withdrawalId ?? null,
    reference: posting.reference ?? null,
    description: posting.description ?? null,
  }
}

function entryRow(transactionId: string, leg: number, account: OpenAccount, amount: bigint): EntryRow {
  return {
    merchant_id: account.merchantId,
    transaction_id: transactionId,
    leg,
    account_id: account.id,
    amount: amount,
    seq: account.entries,
    balance_after: account.balance,
  }
}

function accountRow(account: OpenAccount): AccountRow {
  return {
    id: account.id,
    merchant_id: account.merchantId,
    environment: account.environment,
    currency: account.currency,
    kind: account.kind,
    provider: account.provider,
    balance: account.balance,
    entries: account.entries,
    transactions: account.transactions,
  }
}
