import type { BalanceOf, Leg } from './account.ts'

type Legs = (balanceOf: BalanceOf) => Leg[]

/** A payment arrives: what the provider now holds for the merchant repays a debt first, the rest is the merchant's. */
export function moneyIn(provider: string, amount: bigint): Legs {
  return (balanceOf) => [{ account: { clearing: provider }, amount: -amount }, ...given(balanceOf, amount)]
}

/** A payment is undone: what the merchant no longer has becomes a debt. */
export function moneyBack(provider: string, amount: bigint): Legs {
  return (balanceOf) => {
    const there = least(balanceOf('available'), amount)
    return withoutZeroes([
      { account: 'available', amount: -there },
      { account: 'receivable', amount: there - amount },
      { account: { clearing: provider }, amount },
    ])
  }
}

/** A payment arrives and waits for clearance. */
export function hold(provider: string, amount: bigint): Legs {
  return () => [
    { account: { clearing: provider }, amount: -amount },
    { account: 'held', amount },
  ]
}

/** The end of the wait: from here the payment arrives, or goes back. */
export function releaseHold(provider: string, amount: bigint): Legs {
  return () => [
    { account: 'held', amount: -amount },
    { account: { clearing: provider }, amount },
  ]
}

/** Money that came from outside any provider. */
export function depositLegs(amount: bigint): Legs {
  return (balanceOf) => [{ account: 'deposits', amount: -amount }, ...given(balanceOf, amount)]
}

/** The balance of `receivable` is what the merchant owes, below zero. */
function given(balanceOf: BalanceOf, amount: bigint): Leg[] {
  const repaid = least(-balanceOf('receivable'), amount)
  return withoutZeroes([
    { account: 'receivable', amount: repaid },
    { account: 'available', amount: amount - repaid },
  ])
}

function withoutZeroes(legs: Leg[]): Leg[] {
  return legs.filter(({ amount }) => amount !== 0n)
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
