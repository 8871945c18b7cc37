/** How long to wait after each failure, in seconds; after the last one the delivery is given up, for all to see. */
const waitsSeconds = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400]

/** A receiver that was away must not get all of its events back in the same second. */
const jitter = 0.2

/** When to try again after so many failures, or null when the list is at its end. */
export function nextAttemptAt(failed: {
  deliveryId: string
  failures: number
  retryAfterMs: number | null
  now: Date
}): Date | null {
  const wait = waitsSeconds[failed.failures - 1]
  if (wait === undefined) return null
  const spread = 1 - jitter + 2 * jitter * chanceOf(failed.deliveryId, failed.failures)
  return new Date(failed.now.getTime() + Math.max(wait * 1000 * spread, failed.retryAfterMs ?? 0))
}

/** From the random end of the id: even over deliveries, and the same when it is worked out again. */
function chanceOf(deliveryId: string, failures: number): number {
  const random = Number.parseInt(deliveryId.slice(-8), 16)
  return ((random + failures * 0x9e3779b9) % 2 ** 32) / 2 ** 32
}
