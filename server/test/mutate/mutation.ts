/** A bug that somebody could have written, and the tests that must not let it pass. */
export type Mutation = {
  broken: string
  /** Below `server/src`. */
  file: string
  /** Exactly this stands there, once. */
  text: string
  instead: string
  /** Test files below `server`; one of them must fail. */
  caughtBy: string[]
  /** Of files that take long, the tests that must see it. */
  only?: string
}
