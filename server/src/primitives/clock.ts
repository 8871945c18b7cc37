/** The only source of time: passed in, so that a simulation can own it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
