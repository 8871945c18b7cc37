import { textFromMinor } from '../primitives/money.ts'
import { readToldFloats } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Symptom } from './symptom.ts'

/** Warns before payouts have to wait, and says so when they do. */
export async function lowFloatSymptom({ sql }: World): Promise<Symptom> {
  const floats = await readToldFloats(sql)
  const bad = floats.filter((float) => float.is_low || float.is_short)
  const details = (bad.length > 0 ? bad : floats)
    .map(({ provider, currency, amount, is_short: isShort, is_low: isLow }) => {
      const standing = isShort ? ': payouts wait for it' : isLow ? ': low' : ''
      return `${provider} ${currency} ${textFromMinor(amount)}${standing}`
    })
    .join(', ')
  const state = bad.length > 0 ? 'warning' : 'ok'
  return { check: 'float at providers', state, details: details || 'no provider has told any' }
}
