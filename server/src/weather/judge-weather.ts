import type { NetworkStatus } from '@malipo/contract'

/** How a network does, as it is told. `unknown` is also where too little was heard to tell. */
export type { NetworkStatus } from '@malipo/contract'

/** What became of one network's pushes lately, payers' own faults left out. */
export type Lately = {
  succeeded: number
  failed: number
  /** Open for longer than they should be, so that nobody knows. */
  hanging: number
  /** How long the middle one of those that succeeded took; null where none did. */
  typicalMs: number | null
  /** How long that takes usually; null where too few succeeded before to say. */
  usualMs: number | null
}

/** Fewer say as much about who happened to pay as about the network. */
export const fewestOutcomes = 20

const slowness = 3

/** Payers type a PIN before anything succeeds, so that nobody calls this slow; only a simulated network is quicker. */
const neverSlowMs = 5_000

/** Prompts close by themselves in less, and pages say from then on that nobody knows. */
const leastHangMs = 120_000

/** What takes this long hangs, whatever is usual. */
const mostHangMs = 900_000

export function judgeWeather({ succeeded, failed, hanging, typicalMs, usualMs }: Lately): NetworkStatus {
  const outcomes = succeeded + failed + hanging
  if (outcomes < fewestOutcomes) return 'unknown'
  if (2 * succeeded < outcomes) return 'down'
  if (typicalMs === null || usualMs === null || typicalMs <= neverSlowMs) return 'up'
  return typicalMs >= slowness * usualMs ? 'slow' : 'up'
}

/** After how long an open push counts as one that hangs. */
export function hangsAfterMs(usualMs: number | null): number {
  return Math.min(Math.max(leastHangMs, slowness * (usualMs ?? 0)), mostHangMs)
}

/**
 * The same of payouts: a bank may take hours. Where nobody knows what is usual, or that is long, none hangs, because money that is on its way
 * would be taken for a network that is down, and more would be kept waiting.
 */
export function payOutHangsAfterMs(usualMs: number | null): number {
  const after = usualMs === null ? mostHangMs + 1 : Math.max(leastHangMs, slowness * usualMs)
  return after > mostHangMs ? Number.POSITIVE_INFINITY : after
}

/** How long something took, and how often it did. */
export type Timed = { tookMs: number; many: number }

/** The middle of all of them, the lower one of two; null where there is none. */
export function medianOf(times: readonly Timed[]): number | null {
  const all = times.reduce((sum, { many }) => sum + many, 0)
  let before = 0
  for (const { tookMs, many } of times.toSorted((a, b) => a.tookMs - b.tookMs)) {
    before += many
    if (2 * before >= all) return tookMs
  }
  return null
}
