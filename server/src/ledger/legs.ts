import type { Account, Leg, Posting } from './account.ts'

/** What a posting does to the accounts, and how it meets a debt. */
type Effect = Pick<Posting, 'legs' | 'debt'>

/** A payment arrives: the provider now holds it for the merchant. */
export function moneyIn(provider: string, amount: bigint): Effect {
  return {
    legs: [
      { account: { clearing: provider }, amount: -amount },
      { account: 'available', amount },
    ],
    debt: 'repays',
  }
}

/** A payment is undone: what the merchant no longer has becomes a debt. */
export function moneyBack(provider: string, amount: bigint): Effect {
  return {
    legs: [
      { account: 'available', amount: -amount },
      { account: { clearing: provider }, amount },
    ],
    debt: 'owes',
  }
}

/** A payment arrives and waits for clearance. */
export function hold(provider: string, amount: bigint): Effect {
  return {
    legs: [
      { account: { clearing: provider }, amount: -amount },
      { account: 'held', amount },
    ],
  }
}

/** The wait is over, and the payment is the merchant's. */
export function releaseHold(amount: bigint): Effect {
  return {
    legs: [
      { account: 'held', amount: -amount },
      { account: 'available', amount },
    ],
    debt: 'repays',
  }
}

/** The wait is over, and the payment goes back. */
export function returnHold(provider: string, amount: bigint): Effect {
  return {
    legs: [
      { account: 'held', amount: -amount },
      { account: { clearing: provider }, amount },
    ],
  }
}

/** Money that came from outside any provider. */
export function depositLegs(amount: bigint): Effect {
  return {
    legs: [
      { account: 'deposits', amount: -amount },
      { account: 'available', amount },
    ],
    debt: 'repays',
  }
}

/** Set aside for a payout. Nobody sets aside what is not there. */
export function reserve(total: bigint): Effect {
  return {
    legs: [
      { account: 'available', amount: -total },
      { account: 'reserved', amount: total },
    ],
  }
}

/** Set aside after the fact, because the provider says it has paid after all: what is missing becomes a debt. */
export function reserveWithDebt(total: bigint): Effect {
  return { ...reserve(total), debt: 'owes' }
}

/** Not paid out after all. */
export function releaseReserve(total: bigint): Effect {
  return { ...releaseToPay(total), debt: 'repays' }
}

/** What was set aside is used for what it was set aside for, and for nothing else: a debt is not repaid with it. */
export function releaseToPay(total: bigint): Effect {
  return {
    legs: [
      { account: 'reserved', amount: -total },
      { account: 'available', amount: total },
    ],
  }
}

/** Paid out: the provider has less of ours, in that account, by the payment and by what it charges us for it, whoever bears that. */
export function payOutLegs(from: Account, amount: bigint, processorCharge: bigint): Effect {
  return {
    legs: withoutZeroes([
      { account: 'available', amount: -amount },
      { account: from, amount: amount + processorCharge },
      { account: 'fees', amount: -processorCharge },
    ]),
  }
}

/** What the payout cost the merchant. */
export function payOutFeeLegs(charged: bigint): Effect {
  return {
    legs: [
      { account: 'available', amount: -charged },
      { account: 'fees', amount: charged },
    ],
  }
}

/** A payout came back, and with it what it had cost. */
export function payOutBack(from: Account, amount: bigint, charged: bigint, processorCharge: bigint): Effect {
  return {
    legs: withoutZeroes([
      { account: from, amount: -(amount + processorCharge) },
      { account: 'fees', amount: processorCharge - charged },
      { account: 'available', amount: amount + charged },
    ]),
    debt: 'repays',
  }
}

/** A fee on money in, taken from what just came. */
export function feeLegs(fee: bigint): Effect {
  return { ...payOutFeeLegs(fee), debt: 'owes' }
}

/** A fee is given back. */
export function feeBack(fee: bigint): Effect {
  return {
    legs: [
      { account: 'fees', amount: -fee },
      { account: 'available', amount: fee },
    ],
    debt: 'repays',
  }
}

/** Money that came and never was the merchant's is owed to whoever paid it. */
export function oweToPayer(provider: string, amount: bigint): Effect {
  return {
    legs: [
      { account: { clearing: provider }, amount: -amount },
      { account: 'returns', amount },
    ],
  }
}

/** The provider has returned it by itself: nobody is owed anything, and the provider has nothing of it. */
export function oweNoMore(provider: string, amount: bigint): Effect {
  return {
    legs: [
      { account: 'returns', amount: -amount },
      { account: { clearing: provider }, amount },
    ],
  }
}

/** What is owed to a payer is set aside to be returned. */
export function reserveReturn(amount: bigint): Effect {
  return {
    legs: [
      { account: 'returns', amount: -amount },
      { account: 'reserved', amount },
    ],
  }
}

/** Not returned after all: it is owed as before. */
export function releaseReturn(amount: bigint): Effect {
  return {
    legs: [
      { account: 'reserved', amount: -amount },
      { account: 'returns', amount },
    ],
  }
}

/** Returned: the provider has less of ours. */
export function returnLegs(from: Account, amount: bigint): Effect {
  return {
    legs: [
      { account: 'reserved', amount: -amount },
      { account: from, amount },
    ],
  }
}

/** It came back, and is owed again. */
export function returnBack(from: Account, amount: bigint): Effect {
  return {
    legs: [
      { account: from, amount: -amount },
      { account: 'returns', amount },
    ],
  }
}

/** What went to a payer twice is nobody's but ours to lose. */
export function borneLegs(amount: bigint): Effect {
  return {
    legs: [
      { account: 'fees', amount: -amount },
      { account: 'returns', amount },
    ],
  }
}

/** The payer has it once after all. */
export function borneBack(amount: bigint): Effect {
  return {
    legs: [
      { account: 'returns', amount: -amount },
      { account: 'fees', amount },
    ],
  }
}

/** The operator sends money to a provider, so that payouts can be made from it. */
export function floatIn(provider: string, amount: bigint): Effect {
  return {
    legs: [
      { account: { payouts: provider }, amount: -amount },
      { account: 'operator_funds', amount },
    ],
  }
}

/** It was not sent after all. */
export function floatBack(provider: string, amount: bigint): Effect {
  return {
    legs: [
      { account: 'operator_funds', amount: -amount },
      { account: { payouts: provider }, amount },
    ],
  }
}

/** What is missing is lent, so that what takes it finds it whole. */
export function debtLegs(missing: bigint): Effect {
  return {
    legs: [
      { account: 'receivable', amount: -missing },
      { account: 'available', amount: missing },
    ],
  }
}

export function repaymentLegs(amount: bigint): Effect {
  return {
    legs: [
      { account: 'available', amount: -amount },
      { account: 'receivable', amount },
    ],
  }
}

function withoutZeroes(legs: Leg[]): Leg[] {
  return legs.filter(({ amount }) => amount !== 0n)
}
