/** A share from 0 to 1 in percent, as people say it. */
export function percentOf(share: number): string {
  return String(Number((share * 100).toFixed(4)))
}

/** Back again. Of what is no number the service itself says what is wrong. */
export function shareOf(percent: string): number {
  return Number((Number(percent.replace(',', '.')) / 100).toFixed(6))
}
