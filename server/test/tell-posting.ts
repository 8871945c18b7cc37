import type { BalanceOf, Leg, Posting } from '../src/ledger/ledger.ts'

/** The books of a merchant who has this much, and owes that much below zero. */
export function booksWith(available: bigint, receivable: bigint): BalanceOf {
  return (account) => (account === 'available' ? available : account === 'receivable' ? receivable : 0n)
}

/** One posting in one line, as it is for these books: `collection credit 1000, selcom -1000, available +1000`. */
export function tellPosting({ type, direction, amount, legs }: Posting, books: BalanceOf): string {
  return [`${type} ${direction} ${amount}`, ...legs(books).map(tellLeg)].join(', ')
}

function tellLeg({ account, amount }: Leg): string {
  const name = typeof account === 'string' ? account : account.clearing
  return `${name} ${amount > 0n ? '+' : ''}${amount}`
}

const several = [0n, 1n, 29n, 30n, 999n, 1_000n, 1_001n, 1_030n, 5_000n]

/** What the legs sum to for merchants with more or less, in debt and not: one zero where all is well. */
export function sumsOf({ legs }: Posting): bigint[] {
  const books = several.flatMap((available) => several.map((owed) => booksWith(available, -owed)))
  return [...new Set(books.map((one) => legs(one).reduce((sum, { amount }) => sum + amount, 0n)))]
}
