/** `97.5 %`, of which 100 is said only where nothing failed. */
export function formatShare(share: number | null): string {
  if (share === null) return '–'
  const tenths = Math.floor(share * 1000) / 10
  return `${tenths}\u00a0%`
}

/** A length in seconds, as a person would say it. */
export function formatSeconds(ms: number | null): string {
  if (ms === null) return '–'
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)}\u00a0s`
}
