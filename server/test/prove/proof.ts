/** A promise that is shown by doing a thing again and again: which test files do so, and how long they may take. */
export type Proof = {
  word: string
  promise: string
  /** Whose short form is part of `npm test`. */
  files?: string[]
  /** Those that start and kill so many processes, or walk tables so long, that only the proof has time for them. */
  onlyHere?: string[]
  /** Where each file drives a browser of its own, fewer at once: more would only wait for each other. */
  filesAtOnce?: number
  /** Several times what it takes: a machine may be busy with others, and what hangs is to be ended, not what is slow. */
  mostMinutes: { short: number; long: number }
}
