import { createTurns, type Turns } from './list-turns.ts'

/** When payers, who are strangers and may be many, have a connection of money. */
export type PayerTurns = {
  /** To look at what an address shows. */
  look: Turns
  /** To change something of a merchant, at one place: a page, a link that can be paid once, an invoice. */
  change<Result>(at: { merchantId: string; place: string }, work: () => Promise<Result>): Promise<Result>
}

/** More than ever open one page at once; whoever comes then is told to come again. Half as long as a request may take. */
const crowd = { mostWaiting: 1_000, waitMs: 10_000 }

/**
 * Payers of one merchant are one caller among those who ask for changes, beside the merchant itself, with fewer places: both together
 * must not have all that there are for changes. Those at one place come one after the other, because its lock lets in no two anyway: so
 * a crowd at one page waits without a connection, and keeps no payer of another page waiting. What is looked at takes a fifth of the connections, however many look.
 */
export function createPayerTurns(changes: Turns, connections: number): PayerTurns {
  const atOnce = Math.max(1, Math.floor(connections / 5))
  const look = createTurns({ atOnce, perCaller: atOnce, ...crowd }, { what: 'pages' })
  const places = createTurns(
    { atOnce: Number.POSITIVE_INFINITY, perCaller: 1, ...crowd },
    { what: 'changes' },
  )
  const ofOne = Math.max(1, Math.floor(connections / 4))
  const shares = createTurns(
    { atOnce: Number.POSITIVE_INFINITY, perCaller: ofOne, ...crowd },
    { what: 'changes' },
  )
  return {
    look,
    change: ({ merchantId, place }, work) =>
      places(place, () => shares(merchantId, () => changes(`payers of ${merchantId}`, work))),
  }
}
