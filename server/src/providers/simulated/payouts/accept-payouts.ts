import type { World } from '../../../world/world.ts'
import type { PayOutOutcome } from '../../provider.ts'
import { insertPayouts } from './insert-payouts.ts'
import { lookUpPayouts } from './look-up-payouts.ts'
import { type NetworkPayOut, planPayout, type Reception } from './magic-recipients.ts'
import { addressWord, outcomeOfPayout } from './payout-words.ts'
import { turnAway } from './turn-away.ts'

const noAnswer: PayOutOutcome = { kind: 'unknown', because: 'The network did not answer in time.' }

const blocked: PayOutOutcome = {
  kind: 'blocked',
  providerStatus: addressWord,
  providerMessage: 'The network does not take payouts from this address.',
}

/** Takes payouts in, together. A reference that is known already is answered as it stands, and never paid again. */
export async function acceptPayouts(world: World, orders: NetworkPayOut[]): Promise<PayOutOutcome[]> {
  const asked = [...new Map(orders.map((order) => [order.reference, order])).values()]
  const outcomes = new Map<string, PayOutOutcome>()
  for (const { reference } of receivedBy(asked, 'deaf')) outcomes.set(reference, noAnswer)
  const strangers = receivedBy(asked, 'turns_away').map(({ reference }) => reference)
  for (const reference of await turnAway(world, strangers)) outcomes.set(reference, blocked)

  const accepted = asked.filter(({ reference }) => !outcomes.has(reference))
  const rows = accepted.length === 0 ? [] : await insertPayouts(world, accepted)
  for (const row of rows) outcomes.set(row.reference, outcomeOfPayout(row))
  // Somebody else sent the same reference at the same moment: theirs is committed by now, but was not in our view.
  const missed = accepted.filter(({ reference }) => !outcomes.has(reference))
  const found = await lookUpPayouts(world, missed)
  missed.forEach(({ reference }, position) => {
    const outcome = found[position]
    if (outcome && outcome.kind !== 'never_seen') outcomes.set(reference, outcome)
  })

  const fresh = new Set(rows.filter(({ is_new }) => is_new).map(({ reference }) => reference))
  for (const { reference } of receivedBy(accepted, 'silent')) {
    if (fresh.has(reference)) outcomes.set(reference, noAnswer)
  }
  return orders.map(({ reference }) => outcomes.get(reference) ?? noAnswer)
}

function receivedBy(orders: NetworkPayOut[], reception: Reception): NetworkPayOut[] {
  return orders.filter((order) => planPayout(order).reception === reception)
}
