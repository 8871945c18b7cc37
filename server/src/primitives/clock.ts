/** The only source of time: passed in, so that a simulation can own it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

const dayMs = 24 * 3_600_000

/** When what is kept for so many days was made, if it is to go now. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}

/** As promised to callers who repeat a request; what providers and endpoints said is kept as long, for whoever asks. */
export const keptDays = 30
