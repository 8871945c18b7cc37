import { type Account, bookOf, type Entry, type Mirror, type Touched } from './mirror.ts'

/** What must hold of the books that a step touched. `spent` is what the simulation took out of each. */
export function judgeBooks(mirror: Mirror, touched: Touched, spent: Map<string, number>): string[] {
  return [
    ...[...touched.booked].flatMap((id) => transactionFaults(mirror, id)),
    ...[...touched.accounts].flatMap((id) => accountFaults(mirror, id)),
    ...[...touched.books].flatMap((book) => bookFaults(mirror, book, spent.get(book) ?? 0)),
  ]
}

function transactionFaults(mirror: Mirror, id: string): string[] {
  const booked = mirror.booked.get(id)
  const entries = mirror.entries.get(id) ?? []
  if (!booked) return [`entries belong to the transaction ${id}, which is none`]
  const faults: string[] = []
  if (entries.length < 2) faults.push(`has ${entries.length} legs`)
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  if (sum !== 0) faults.push(`sums to ${sum}`)
  for (const { account_id: account } of entries) {
    const found = mirror.accounts.get(account)
    if (!found || bookOf(found) !== bookOf(booked)) faults.push(`moves money of another book`)
  }
  const available = entries.findLast((one) => mirror.accounts.get(one.account_id)?.kind === 'available')
  if (available && available.balance_after !== booked.balance_after) {
    faults.push(`tells that ${booked.balance_after} is available where it is ${available.balance_after}`)
  }
  return faults.map((fault) => `the ${booked.type} "${booked.cause}" ${fault}`)
}

const neverNegative = ['available', 'held', 'reserved']

function accountFaults(mirror: Mirror, id: string): string[] {
  const account = mirror.accounts.get(id)
  if (!account) return [`entries belong to the account ${id}, which is none`]
  const { kind, balance } = account
  const faults = chainFaults(mirror, account)
  if (neverNegative.includes(kind) && balance < 0) faults.push(`stands at ${balance}`)
  if (kind === 'receivable' && balance > 0) faults.push(`stands at ${balance}, which is no debt`)
  return faults.map((fault) => `the account ${kind} of ${bookOf(account)} ${fault}`)
}

/** Entries that were judged before are not judged again: they are never changed. */
const ends = new WeakMap<Entry[], { judged: number; balance: number }>()

function chainFaults(mirror: Mirror, account: Account): string[] {
  const chain = mirror.entriesOfAccount.get(account.id) ?? []
  const end = ends.get(chain) ?? { judged: 0, balance: 0 }
  const fresh = chain.slice(end.judged).toSorted((a, b) => a.seq - b.seq)
  const faults: string[] = []
  for (const { seq, amount, balance_after: after } of fresh) {
    end.judged += 1
    end.balance += amount
    if (seq !== end.judged) faults.push(`has entry ${seq} at place ${end.judged}`)
    if (after !== end.balance)
      faults.push(`says ${after} after entry ${seq}, where ${end.balance} is the sum`)
    if (neverNegative.includes(account.kind) && after < 0) faults.push(`stood at ${after}`)
  }
  ends.set(chain, end)
  if (account.balance !== end.balance)
    faults.push(`says ${account.balance} and has ${end.balance} in entries`)
  if (account.entries !== chain.length) faults.push(`counts ${account.entries} of ${chain.length} entries`)
  return faults
}

/** What the books say, against what the collections and the simulation's own purse say. */
function bookFaults(mirror: Mirror, book: string, spent: number): string[] {
  const balances = new Map<string, number>()
  for (const account of mirror.accounts.values()) {
    if (bookOf(account) === book)
      balances.set(account.kind, (balances.get(account.kind) ?? 0) + account.balance)
  }
  const balanceOf = (kind: string) => balances.get(kind) ?? 0
  const earned = mirror.earned.get(book) ?? 0
  const waiting = mirror.waiting.get(book) ?? 0
  const expected = [
    ['available and receivable', balanceOf('available') + balanceOf('receivable'), earned - spent],
    ['held', balanceOf('held'), waiting],
    ['clearing', balanceOf('clearing'), -earned - waiting],
    ['fees', balanceOf('fees'), spent],
    ['deposits', balanceOf('deposits'), 0],
    ['reserved', balanceOf('reserved'), 0],
  ] as const
  const faults = expected
    .filter(([, is, should]) => is !== should)
    .map(([kind, is, should]) => `the book ${book} has ${is} in ${kind}, and should have ${should}`)
  if (balanceOf('available') > 0 && balanceOf('receivable') < 0) {
    faults.push(`the book ${book} has money and a debt at once`)
  }
  return faults
}
