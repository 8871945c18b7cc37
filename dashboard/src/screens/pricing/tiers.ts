import type { PricingTier } from '@malipo/sdk'
import { withoutGroups } from '../../forms/read-amount.ts'

const line = /^(\*|\d[\d,.]*)\s*[:=]\s*(\d[\d,.]*)$/
const number = /^\d+(\.\d{1,2})?$/

/** Steps as they are typed, `10,000: 300` one below the other and `*: 1,000` for everything above; undefined where a line is none. */
export function readTiers(text: string): PricingTier[] | undefined {
  const tiers: PricingTier[] = []
  for (const typed of text.split('\n').map((one) => one.trim())) {
    if (typed === '') continue
    const [, upTo = '', charge = ''] = (line.exec(typed) ?? []).map(withoutGroups)
    if (!number.test(charge) || (upTo !== '*' && !number.test(upTo))) return undefined
    tiers.push({ up_to: upTo === '*' ? null : upTo, charge })
  }
  return tiers
}

/** The same the other way. */
export function writeTiers(tiers: PricingTier[] | null): string {
  return (tiers ?? []).map(({ up_to, charge }) => `${up_to ?? '*'}: ${charge}`).join('\n')
}
