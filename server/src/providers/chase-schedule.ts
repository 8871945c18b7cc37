/**
 * How long to wait for news before each look-up. The first is also the lease of whoever sends, so it outlasts the provider's
 * deadline; a lost callback costs less than a minute, and an old silence one question a day, for ever.
 */
const waitsMs = [20, 30, 60, 120, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400].map((s) => s * 1000)

export const firstWaitMs = waitsMs[0] ?? 20_000

/** A worker that dies holding a payment lets go of it after this long; the provider's deadline is shorter. */
export const chaseLeaseMs = 30_000

/** The wait before the next look-up, after so many times that it was sent or asked about. */
export function chaseWaitMs(attempts: number): number {
  return waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? firstWaitMs
}
