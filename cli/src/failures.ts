/** The command was called in a way that cannot be meant. Exit code 2, and nothing was done. */
export class Misuse extends Error {
  override name = 'Misuse'
}

/** It was meant well and did not work out. Exit code 1; `advice` says what to do about it. */
export class Trouble extends Error {
  override name = 'Trouble'
  readonly advice: string | undefined

  constructor(message: string, advice?: string) {
    super(message)
    this.advice = advice
  }
}
