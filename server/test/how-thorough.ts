/** `npm run prove` sets it, and only this file reads it: the same tests then do as much as their proofs ask for. */
const asked = process.env.MALIPO_PROOF

export type HowMuch<Amount> = { test: Amount; prove: Amount; proveShort?: Amount }

if (asked !== undefined && asked !== 'short' && asked !== 'long') {
  throw new Error(`MALIPO_PROOF is short or long, not ${asked}.`)
}

/** Whether everything is to be tried, not only one of each kind. */
export const thoroughly = asked !== undefined

/** How much of a thing that could be done for ever: a little in `npm test`, all that is promised in `npm run prove`. */
export function howMuch<Amount>({ test, prove, proveShort = prove }: HowMuch<Amount>): Amount {
  if (asked === undefined) return test
  return asked === 'short' ? proveShort : prove
}
