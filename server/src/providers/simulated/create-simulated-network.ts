import { collectionMethods, type Environment, withdrawalMethods } from '@malipo/contract'
import { isDatabaseAway } from '../../database/database.ts'
import { gather } from '../../primitives/gather.ts'
import type { World } from '../../world/world.ts'
import type { CollectOrder, LookedUp, Outcome, PayOutOrder, Provider } from '../provider.ts'
import { acceptPayments } from './accept-payments.ts'
import { answerPrompt, type PromptReaction } from './answer-prompt.ts'
import { deliverCallbacks, type TakeCallback } from './deliver-callbacks.ts'
import { type Asked, lookUpPayments } from './look-up-payments.ts'
import type { PaymentState } from './payment.ts'
import { acceptPayouts } from './payouts/accept-payouts.ts'
import { lookUpPayouts } from './payouts/look-up-payouts.ts'
import { exchangeOfLookUp, exchangeOfPayOut } from './payouts/payout-exchange.ts'
import { playPayouts } from './payouts/play-payouts.ts'
import { playPayments } from './play-payments.ts'
import { readProfile } from './profile.ts'
import { readCallback } from './read-callback.ts'
import { callbackSigner } from './sign-callback.ts'

export type SimulatedNetwork = {
  liveProvider: Provider
  sandboxProvider: Provider
  /** Plays what is due now, up to a batch. Returns how many payments and payouts moved. */
  advance(): Promise<number>
  /** Delivers the callbacks that are due, up to a batch. Returns how many were tried. */
  deliver(take: TakeCallback): Promise<number>
  /** What the owner of a simulated phone does in a merchant's sandbox. */
  answer(merchantId: string, reference: string, answer: PromptReaction): Promise<PaymentState>
}

const nameOf: Record<Environment, string> = { live: 'simulated', sandbox: 'sandbox' }

/** Everything that can be written in 13 digits and 2. */
const amounts = { smallest: 1n, least: 1n, most: 999_999_999_999_999n }

/** Two batches, so that one is put together while the other is written. */
const batches = { most: 500, atOnce: 2 }

/** A payment network of our own making. All it knows is in tables of its own, so any process may stand in for it. */
export function createSimulatedNetwork(world: World): SimulatedNetwork {
  const sign = callbackSigner(world.vault)
  const accept = gather((orders: CollectOrder[]) => acceptPayments(world, orders), batches)
  const lookUp = gather((asked: Asked[]) => lookUpPayments(world, asked), batches)
  const acceptPayout = gather((orders: PayOutOrder[]) => acceptPayouts(world, orders), batches)
  const lookUpPayout = gather((asked: Asked[]) => lookUpPayouts(world, asked), batches)
  const provider = (environment: Environment): Provider => ({
    name: nameOf[environment],
    can: {
      methods: collectionMethods,
      currencies: ['TZS'],
      amounts,
      knowsRepeats: true,
      weScreen: environment === 'live',
      payOuts: { methods: withdrawalMethods, currencies: ['TZS'], amounts },
    },
    collect: (order) => unknownWhenAway<Outcome>(accept(order)),
    lookUp: (payment) => unknownWhenAway<LookedUp>(lookUp(payment)),
    payOut: async (order) => {
      const outcome = await unknownWhenAway(acceptPayout(order))
      return { ...outcome, exchange: exchangeOfPayOut(order, outcome) }
    },
    lookUpPayOut: async (payment) => {
      const outcome = await unknownWhenAway(lookUpPayout(payment))
      return { ...outcome, exchange: exchangeOfLookUp(payment, outcome) }
    },
    approvalDelayMs: async (merchantId) =>
      environment === 'live' ? null : (await readProfile(world, merchantId)).approval_delay_ms,
    readCallback: (raw) => readCallback(sign, raw),
  })
  return {
    liveProvider: provider('live'),
    sandboxProvider: provider('sandbox'),
    advance: async () => (await playPayments(world, sign)) + (await playPayouts(world, sign)),
    deliver: (take) => deliverCallbacks(world, nameOf, take),
    answer: (merchantId, reference, answer) => answerPrompt(world, sign, { merchantId, reference }, answer),
  }
}

/** A network that cannot be reached may have taken the payment all the same. */
async function unknownWhenAway<T>(answer: Promise<T>): Promise<T | { kind: 'unknown'; because: string }> {
  try {
    return await answer
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return { kind: 'unknown', because: 'The network could not be reached.' }
  }
}
