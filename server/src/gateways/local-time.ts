/** Dar es Salaam is three hours ahead, all the year. */
const aheadMs = 3 * 3_600_000

/** In whole seconds, like `2026-11-16T09:30:46`. */
export function localTime(instant: Date): string {
  return new Date(instant.getTime() + aheadMs).toISOString().slice(0, 19)
}
