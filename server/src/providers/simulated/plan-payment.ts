import type { CollectOrder } from '../provider.ts'
import { magicNumbers, type Play } from './magic-numbers.ts'
import type { Ending } from './payment.ts'

export type Plan = Play & {
  /** Asked for in so many words, and therefore beyond chance. */
  isExact: boolean
}

const endingOfStatus: ReadonlyMap<string, Ending> = new Map([
  ['successful', 'approve'],
  ['failed', 'decline'],
  ['pending_clearance', 'hold'],
  ['reversed', 'reverse'],
])

/**
 * How a payment will play. An ending plays by itself after a delay; without one a handset decides, or nobody does.
 * In live nobody may choose but the phone number, and subscribers approve whatever they are asked.
 */
export function planPayment({ environment, phone, simulate }: CollectOrder): Plan {
  const magic = phone === null ? undefined : magicNumbers.get(phone)
  if (environment === 'live') return { ...(magic ?? alone('approve')), isExact: false }
  const asked = simulate.family === 'A' && simulate.status !== null && endingOfStatus.get(simulate.status)
  if (asked) return { ...alone(asked), isExact: true }
  return { ...(magic ?? alone(simulate.family === 'A' ? 'chance' : null)), isExact: false }
}

function alone(ending: Ending | null): Play {
  return { ending, mishap: null }
}
