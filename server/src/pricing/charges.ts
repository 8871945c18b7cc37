import type { Explanation, Quote } from '@malipo/contract'
import type { Static } from 'typebox'
import { textFromMinor } from '../primitives/money.ts'
import { percentageFromParts } from './percentage.ts'
import type { Rule, Terms, Tier } from './rule.ts'

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
export function chargesOf(rule: Terms, amount: bigint): Charges {
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

function tierOf({ processorTiers }: Terms, amount: bigint): Tier | undefined {
  return processorTiers?.find(({ upTo }) => upTo === null || upTo >= amount)
}

type Line = Static<typeof Explanation>
type Explained = Pick<
  Charges,
  'percentageFee' | 'flatFee' | 'processorCharge' | 'passThrough' | 'totalCharges'
>

/** How the charges came about, in plain words. The lines before the last add up to it. */
export function explain(rule: Rule, amount: bigint, charges: Explained): Line[] {
  const { percentageFee, flatFee, processorCharge, passThrough, totalCharges } = charges
  const percentage = percentageFromParts(rule.percentage)
  return [
    line('Percentage fee', percentageFee, `${percentage} % of ${textFromMinor(amount)}, rounded half up`),
    line('Flat fee', flatFee, 'flat fee'),
    passThrough
      ? line('Processor charge', processorCharge, `processor's charge${sizeOf(rule, amount)}, passed on`)
      : line(
          'Processor charge',
          0n,
          `processor's charge of ${textFromMinor(processorCharge)}${sizeOf(rule, amount)}, absorbed`,
        ),
    line('Total charges', totalCharges, 'what the merchant pays on top of the amount'),
  ]
}

function line(name: string, amount: bigint, because: string): Line {
  return { line: name, amount: textFromMinor(amount), because }
}

/** Which sizes of payment the processor charges the same for. */
function sizeOf(rule: Rule, amount: bigint): string {
  const tier = tierOf(rule, amount)
  if (tier?.upTo) return ` for up to ${textFromMinor(tier.upTo)}`
  const largest = rule.processorTiers?.findLast(({ upTo }) => upTo !== null)?.upTo
  return largest ? ` for more than ${textFromMinor(largest)}` : ''
}

export function showQuote(
  rule: Rule,
  amount: bigint,
  charges: Charges,
  destinationCode: string,
): Static<typeof Quote> {
  return {
    withdrawal_amount: textFromMinor(amount),
    processor_charge: textFromMinor(charges.processorCharge),
    service_fee: textFromMinor(charges.serviceFee),
    percentage_fee: textFromMinor(charges.percentageFee),
    flat_fee: textFromMinor(charges.flatFee),
    total_charges: textFromMinor(charges.totalCharges),
    total_reserved_amount: textFromMinor(charges.totalReserved),
    recipient_net_amount: textFromMinor(charges.recipientNet),
    channel: rule.channel,
    destination_code: destinationCode,
    pricing_rule_id: rule.id,
    pricing_rule_label: rule.label,
    processor_fee_pass_through: charges.passThrough,
    explanation: explain(rule, amount, charges),
  }
}
