import type { Environment } from '@malipo/contract'
import type { CollectOrder } from '../provider.ts'
import type { PlayWish } from '../registry.ts'
import { magicNumbers, type Play } from './magic-numbers.ts'
import type { Ending } from './payment.ts'

/** An order as it reaches the network: through the port, or through the sandbox's own door with a wish. */
export type NetworkOrder = CollectOrder & { environment: Environment; wish: PlayWish | null }

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
export function planPayment({ environment, phone, wish }: NetworkOrder): Plan {
  const magic = phone === null ? undefined : magicNumbers.get(phone)
  if (environment === 'live') return { ...(magic ?? alone('approve')), isExact: false }
  const playsByItself = wish?.family === 'A'
  const asked = playsByItself && wish.status !== null && endingOfStatus.get(wish.status)
  if (asked) return { ...alone(asked), isExact: true }
  return { ...(magic ?? alone(playsByItself ? 'chance' : null)), isExact: false }
}

function alone(ending: Ending | null): Play {
  return { ending, mishap: null }
}
