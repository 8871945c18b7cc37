import type { operations } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Transaction } from '../database/database.ts'
import { instantFrom } from '../primitives/instant.ts'
import { minorFromText } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { partsFromPercentage } from './percentage.ts'
import type { Channel, Rule, Terms, Tier } from './rule.ts'

export type RuleBody = Static<typeof operations.adminSetPricingRule.body>

/**
 * The next version of a merchant's rule for a channel. Two at once are made one after the other, by a lock that lets
 * the merchant's payments go on. Whoever calls it writes the audit entry in the same transaction.
 */
export async function setRule(
  tx: Transaction,
  world: World,
  by: { adminId: string },
  merchantId: string,
  channel: Channel,
  body: RuleBody,
): Promise<Rule> {
  const now = world.clock.now()
  const terms = termsFrom(body)
  const refundReturnsFee = returnsFee(channel, body)
  const effectiveFrom = body.effective_from === undefined ? now : instant(body.effective_from)
  const [merchant] = await tx`select id from merchants where id = ${merchantId} for no key update`
  if (!merchant) throw new Refusal('not_found')
  const id = world.newId()
  const [made] = await tx<{ version: number }[]>`
    insert into pricing_rules (id, merchant_id, channel, version, label, percentage, flat_fee, processor_charge,
      processor_tiers, processor_fee_pass_through, refund_returns_fee, effective_from, set_by, created_at)
    select ${id}, ${merchantId}, ${channel}, 1 + coalesce(max(version), 0), ${terms.label}, ${terms.percentage},
      ${terms.flatFee}, ${terms.processorCharge}, ${storedTiers(terms.processorTiers)}::json, ${terms.passThrough},
      ${refundReturnsFee}, ${effectiveFrom}, ${by.adminId}, ${now}
    from pricing_rules where merchant_id = ${merchantId} and channel = ${channel}
    returning version`
  if (!made) throw new Error('No pricing rule was made.')
  const { version } = made
  return { id, merchantId, channel, version, ...terms, refundReturnsFee, effectiveFrom, createdAt: now }
}

/** What is left out is nothing; a charge of the processor is passed on unless we say that we absorb it. */
export function termsFrom(
  body: Omit<RuleBody, 'effective_from' | 'refund_returns_fee'>,
): Terms & { label: string } {
  return {
    label: body.label,
    percentage: partsFromPercentage(body.percentage),
    flatFee: minor('flat_fee', body.flat_fee ?? '0'),
    processorCharge: minor('processor_charge', body.processor_charge ?? '0'),
    processorTiers: tiersFrom(body.processor_tiers ?? null),
    passThrough: body.processor_fee_pass_through ?? true,
  }
}

/** Only what was charged for a payment can go back with its refund. */
function returnsFee(channel: Channel, { refund_returns_fee: wanted = false }: RuleBody): boolean {
  if (wanted && channel !== 'COLLECTION') {
    throw invalid({ field: 'refund_returns_fee', problem: 'is for COLLECTION only' })
  }
  return wanted
}

function tiersFrom(given: RuleBody['processor_tiers'] | null): Tier[] | null {
  if (!given) return null
  const tiers = given.map(({ up_to: upTo, charge }) => ({
    upTo: upTo === null ? null : minor('processor_tiers', upTo),
    charge: minor('processor_tiers', charge),
  }))
  let before = 0n
  for (const [place, { upTo }] of tiers.entries()) {
    if (upTo === null && place < tiers.length - 1) {
      throw invalid({ field: 'processor_tiers', problem: 'only the last up_to may be null' })
    }
    if (upTo !== null && upTo <= before) {
      throw invalid({ field: 'processor_tiers', problem: 'each up_to must be more than the one before' })
    }
    before = upTo ?? before
  }
  return tiers
}

function storedTiers(tiers: Tier[] | null): string | null {
  if (tiers === null) return null
  return JSON.stringify(
    tiers.map(({ upTo, charge }) => ({
      up_to: upTo === null ? null : String(upTo),
      charge: String(charge),
    })),
  )
}

function minor(field: string, text: string): bigint {
  const amount = minorFromText(text)
  if (amount === null) throw invalid({ field, problem: 'must be a decimal string of at least 0' })
  return amount
}

function instant(text: string): Date {
  const at = instantFrom(text)
  if (at === null) throw invalid({ field: 'effective_from', problem: 'must be an ISO 8601 time' })
  return at
}
