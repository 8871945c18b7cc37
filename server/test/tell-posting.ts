import type { Leg, Posting } from '../src/ledger/ledger.ts'

/** One posting in one line: `collection credit 1000, selcom -1000, available +1000, repays`. */
export function tellPosting({ type, direction, amount, legs, debt }: Posting): string {
  return [`${type} ${direction} ${amount}`, ...legs.map(tellLeg), ...(debt ? [debt] : [])].join(', ')
}

function tellLeg({ account, amount }: Leg): string {
  return `${nameOf(account)} ${amount > 0n ? '+' : ''}${amount}`
}

function nameOf(account: Leg['account']): string {
  if (typeof account === 'string') return account
  return 'clearing' in account ? account.clearing : `${account.payouts} payouts`
}

/** What the legs sum to, and by how much they and the row change what is available: nothing, and the same. */
export function sumsOf({ legs, direction, amount }: Posting) {
  const sum = (some: Leg[]) => some.reduce((total, leg) => total + leg.amount, 0n)
  const available = sum(legs.filter(({ account }) => account === 'available'))
  return { legs: sum(legs), available, row: direction === 'credit' ? amount : -amount }
}
