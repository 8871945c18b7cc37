import type { Rule, Tier } from './rule.ts'

export type Charges = {
  percentageFee: bigint
  flatFee: bigint
  /** What we earn: the two above. */
  serviceFee: bigint
  /** What the processor takes, shown even where we absorb it. */
  processorCharge: bigint
  passThrough: boolean
  totalCharges: bigint
  totalReserved: bigint
  recipientNet: bigint
}

/** What a payment of this amount costs under a rule. The recipient always gets the whole amount. */
export function chargesOf(rule: Rule, amount: bigint): Charges {
  const { flatFee, passThrough } = rule
  const percentageFee = (amount * BigInt(rule.percentage) + 500_000n) / 1_000_000n
  const serviceFee = percentageFee + flatFee
  const processorCharge = tierOf(rule, amount)?.charge ?? rule.processorCharge
  const totalCharges = serviceFee + (passThrough ? processorCharge : 0n)
  return {
    percentageFee,
    flatFee,
    serviceFee,
    processorCharge,
    passThrough,
    totalCharges,
    totalReserved: amount + totalCharges,
    recipientNet: amount,
  }
}

export function tierOf({ processorTiers }: Rule, amount: bigint): Tier | undefined {
  return processorTiers?.find(({ upTo }) => upTo === null || upTo >= amount)
}
