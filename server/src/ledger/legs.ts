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

/** Set aside for a payout. Nobody sets aside what is not there. */
export function reserve(total: bigint): Legs {
  return () => [
    { account: 'available', amount: -total },
    { account: 'reserved', amount: total },
  ]
}

/** Set aside after the fact, because the provider says it has paid after all: what is missing becomes a debt. */
export function reserveWithDebt(total: bigint): Legs {
  return (balanceOf) => {
    const there = least(balanceOf('available'), total)
    return withoutZeroes([
      { account: 'available', amount: -there },
      { account: 'receivable', amount: there - total },
      { account: 'reserved', amount: total },
    ])
  }
}

/** Not paid out after all: it repays a debt first, the rest is the merchant's again. */
export function releaseReserve(total: bigint): Legs {
  return (balanceOf) => [{ account: 'reserved', amount: -total }, ...given(balanceOf, total)]
}

/** Paid out: the provider has less of ours. */
export function payOutLegs(provider: string, amount: bigint): Legs {
  return () => [
    { account: 'reserved', amount: -amount },
    { account: { clearing: provider }, amount },
  ]
}

/** What the payout cost: the provider keeps its charge, the rest is our fee, below zero where we absorb the charge. */
export function payOutFeeLegs(provider: string, charged: bigint, processorCharge: bigint): Legs {
  return () =>
    withoutZeroes([
      { account: 'reserved', amount: -charged },
      { account: { clearing: provider }, amount: processorCharge },
      { account: 'fees', amount: charged - processorCharge },
    ])
}

/** A payout came back, and with it what it had cost. */
export function payOutBack(provider: string, amount: bigint, charged: bigint, processorCharge: bigint): Legs {
  return (balanceOf) =>
    withoutZeroes([
      { account: { clearing: provider }, amount: -(amount + processorCharge) },
      { account: 'fees', amount: processorCharge - charged },
      ...given(balanceOf, amount + charged),
    ])
}

/** A fee on money in, taken from what just came. */
export function feeLegs(fee: bigint): Legs {
  return (balanceOf) => {
    const there = least(balanceOf('available'), fee)
    return withoutZeroes([
      { account: 'available', amount: -there },
      { account: 'receivable', amount: there - fee },
      { account: 'fees', amount: fee },
    ])
  }
}

/** A fee is given back: it repays a debt first, the rest is the merchant's again. */
export function feeBack(fee: bigint): Legs {
  return (balanceOf) => [{ account: 'fees', amount: -fee }, ...given(balanceOf, fee)]
}
