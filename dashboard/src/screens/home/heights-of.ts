import { toMinor } from '@malipo/sdk'

/** How high each amount stands beside the highest, from 0 to 1: only the picture is computed, the amounts stay text. */
export function heightsOf(amounts: readonly string[]): number[] {
  const minors = amounts.map((amount) => toMinor(amount))
  const most = minors.reduce((a, b) => (b > a ? b : a), 0n)
  return minors.map((one) => (most === 0n ? 0 : Number((one * 10_000n) / most) / 10_000))
}

/** `83 %`, without a digit that so few payments do not bear out. */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)}\u00a0%`
}
