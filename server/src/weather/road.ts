import type { NetworkDirection } from '@malipo/contract'
import { codeOfNetwork, type MobileNetwork, networkOfCode } from '../providers/providers.ts'

/** One network in one direction. */
export type Road = { direction: NetworkDirection; code: string }

/** What outcomes are counted under. Pushes were there first, and have the name of their network. */
export function nameOfRoad({ direction, code }: Road): string {
  if (direction === 'collections') return networkOfCode(code) ?? code
  return `${direction} ${code}`
}

/** The road of such a name; null for a network that nobody knows any more. */
export function readRoad(name: string): Road | null {
  const [, direction, code] = /^(payouts|refunds) (\w+)$/.exec(name) ?? []
  if (direction !== undefined && code !== undefined) return { direction: direction as NetworkDirection, code }
  const known = codeOfNetwork(name as MobileNetwork) as string | undefined
  return known === undefined ? null : { direction: 'collections', code: known }
}

/** Whether what was counted under a name are pushes. */
export function isPush(name: string): boolean {
  return !/^(payouts|refunds) /.test(name)
}
