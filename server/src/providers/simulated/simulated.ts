import { collectionMethods, type Environment, environments, withdrawalMethods } from '@malipo/contract'
import { isDatabaseAway, type Transaction } from '../../database/database.ts'
import type { Hastened } from '../../jobs/jobs.ts'
import { keptDays } from '../../primitives/clock.ts'
import { gather } from '../../primitives/gather.ts'
import type { World } from '../../world/world.ts'
import type { AnswerBill, Cancelled, LookedUp, Outcome, PayOutOutcome, Provider } from '../provider.ts'
import type { Rehearsal } from '../rehearsal.ts'
import { acceptPayments } from './accept-payments.ts'
import { believePaid } from './believe-paid.ts'
import { cancelPayment } from './cancel-payment.ts'
import { callbackTeller, type TakeCallback, type Teller } from './deliver-callbacks.ts'
import { hastenPayment, type Ordered } from './hasten.ts'
import { isAnythingDue } from './is-anything-due.ts'
import { nameOf } from './look-up-names.ts'
import { lookUpPayments, lookUpPayouts, type NetworkQuestion, outlookOf } from './memory.ts'
import { type BillWish, type PaidBill, payBill } from './pay-bill.ts'
import type { NetworkOrder, PaymentState } from './payment.ts'
import { acceptPayouts } from './payouts/accept-payouts.ts'
import { asksFirst, type NetworkPayOut } from './payouts/payout.ts'
import { exchangeOfLookUp, exchangeOfPayOut, exchangeOfRefund } from './payouts/payout-exchange.ts'
import { playPayouts } from './payouts/play-payouts.ts'
import { returnPayment } from './payouts/return-payment.ts'
import { endPayment, playPayments } from './play-payments.ts'
import { readProfile } from './profile.ts'
import { type Answered, type AskedPrompt, answerPrompt, type PromptReaction } from './prompts.ts'
import { readCallback } from './read-callback.ts'
import { callbackSigner } from './sign.ts'

export type { TakeCallback, Teller } from './deliver-callbacks.ts'
export {
  changeHandset,
  firstBalance,
  type Handset,
  type HandsetChange,
  holdHandsets,
  leaseMs,
  lockBalance,
  promptMs,
  type Reach,
  readHandsets,
  renewalMs,
  type TakenUp,
} from './handsets/handset.ts'
export {
  type HandsetMessage,
  type HandsetView,
  hasReached,
  lookAtHandsets,
  type SetFault,
  type ShownCode,
  type ShownPrompt,
} from './handsets/look-at-handsets.ts'
export { tellHandsets } from './handsets/tell-handsets.ts'
export { hastenPayout } from './hasten.ts'
export { keepNetworkMemory } from './memory.ts'
export { type NetworkPlayer, networkPlayer } from './network-player.ts'
export { choosers, type Payment as SimulatedPayment, playOfPayer } from './payment.ts'
export { playOfRecipient } from './payouts/payout.ts'
export { changeProfile, type Profile, readProfile } from './profile.ts'
export { type Answered, type PromptReaction, waitingPrompts } from './prompts.ts'
export {
  beginningsOf,
  changeSubscriber,
  type MobileNetwork,
  networkOf,
  networkPrefixes,
  numbersOf,
  ordinarySubscriber,
  readSubscriber,
  type SimulatedSubscriber,
} from './subscribers.ts'
export { crc16, paymentTokenOf } from './tan-qr.ts'

export type SimulatedNetwork = {
  liveProvider: Provider
  sandboxProvider: Provider
  /** What callers of the sandbox may ask for besides. */
  rehearsal: Rehearsal
  /** Whether there is anything to play or to deliver now: one question, asked many times a second and mostly in vain. */
  hasWork(among?: readonly Environment[]): Promise<boolean>
  /** Plays what is due now, up to a batch. Returns how many payments and payouts moved. */
  advance(among?: readonly Environment[]): Promise<number>
  /** Opens the way on which callbacks are delivered. */
  teller(take: TakeCallback, among?: readonly Environment[]): Teller
  /** Makes what would happen next to a payment of the sandbox due now, if anything would. */
  hasten(tx: Transaction, ordered: Ordered): Promise<Hastened | null>
  /** What the owner of a simulated phone does in a merchant's sandbox. */
  answer(
    merchantId: string,
    reference: string,
    answer: PromptReaction,
    within?: Transaction,
  ): Promise<PaymentState>
  /** Somebody pays a control number at a counter of the sandbox. */
  payBill(tx: Transaction, wish: BillWish, answer: AnswerBill): Promise<PaidBill>
  /** What the owner of a phone that is held does, wherever their reach goes. */
  answerOnHandset(asked: Required<AskedPrompt>, answer: PromptReaction): Promise<Answered>
}

const providerNames: Record<Environment, string> = { live: 'simulated', sandbox: 'sandbox' }

/** The names under which the network carries payments; it speaks for both with one voice. */
export const simulatedNames: readonly string[] = Object.values(providerNames)

/** Everything that can be written in 13 digits and 2. */
const amounts = { smallest: 1n, least: 1n, most: 999_999_999_999_999n }

/** Two batches, so that one is put together while the other is written. */
const batches = { most: 500, atOnce: 2 }

/** A payment network of our own making. All it knows is in tables of its own, so any process may stand in for it. */
export function createSimulatedNetwork(world: World): SimulatedNetwork {
  const sign = callbackSigner(world.vault)
  const doors = { live: openDoors(world), sandbox: openDoors(world) }
  const provider = (environment: Environment): Provider => ({
    name: providerNames[environment],
    can: {
      methods: collectionMethods,
      currencies: ['TZS'],
      amounts,
      knowsRepeats: true,
      signsCallbacks: true,
      callbackBytes: 16_384,
      weScreen: environment === 'live',
      payOuts: { methods: withdrawalMethods, currencies: ['TZS'], amounts },
      // Both ways are to be tried: in the sandbox the network returns its own payments, in live they are paid out.
      refunds:
        environment === 'sandbox'
          ? { way: 'native', partial: true, days: keptDays, amounts }
          : { way: 'pay_out' },
    },
    collect: (order) =>
      unknownWhenAway<Outcome>(doors[environment].accept({ ...order, environment, wish: null })),
    lookUp: ({ reference }) =>
      unknownWhenAway<LookedUp>(doors[environment].lookUp({ reference, environment })),
    payOut: async (order) => {
      const outcome = await unknownWhenAway(doors[environment].acceptPayout({ ...order, environment }))
      return { ...outcome, exchange: exchangeOfPayOut(order, outcome) }
    },
    lookUpPayOut: async ({ reference }) => {
      const outcome = await unknownWhenAway(doors[environment].lookUpPayout({ reference, environment }))
      return { ...outcome, exchange: exchangeOfLookUp({ reference }, outcome) }
    },
    lookUpName: (recipient) => unknownWhenAway(nameOf(world, environment, recipient)),
    refund: async (order) => {
      const outcome = await unknownWhenAway<PayOutOutcome>(
        returnPayment(world, { ...order, environment }, doors[environment].acceptPayout),
      )
      return { ...outcome, exchange: exchangeOfRefund(order, outcome) }
    },
    lookUpRefund: async ({ reference }) => {
      const outcome = await unknownWhenAway(doors[environment].lookUpPayout({ reference, environment }))
      return { ...outcome, exchange: exchangeOfLookUp({ reference }, outcome) }
    },
    readCallback: (raw) => readCallback(sign, raw),
    probe: async () => ({ kind: 'ok', theirTime: world.clock.now(), exchanges: [] }),
    cancel: ({ reference }) =>
      unknownWhenAway<Cancelled>(cancelPayment(world, sign, { reference, environment })),
  })
  return {
    liveProvider: provider('live'),
    sandboxProvider: provider('sandbox'),
    rehearsal: {
      collect: (order, wish) =>
        unknownWhenAway<Outcome>(
          doors.sandbox
            .accept({ ...order, environment: 'sandbox', wish })
            .then((taken) =>
              wish.endsAtOnce && taken.kind === 'pending' ? endPayment(world, sign, order.reference) : taken,
            ),
        ),
      approvalDelayMs: async (merchantId) => (await readProfile(world, merchantId)).approval_delay_ms,
      asksFirst,
      believePaid: (reference) => believePaid(world, reference),
      outlookOf: (references) => outlookOf(world, references),
    },
    hasWork: (among = environments) => isAnythingDue(world, among),
    advance: async (among = environments) =>
      (await playPayments(world, sign, among)) + (await playPayouts(world, sign, among)),
    teller: (take, among = environments) => callbackTeller(world, providerNames, take, among),
    hasten: (tx, ordered) => hastenPayment(tx, world, sign, ordered),
    answer: async (merchantId, reference, answer, within) => {
      const asked = { reach: { sandboxOf: merchantId }, reference }
      const act = (tx: Transaction) => answerPrompt(tx, world, sign, asked, answer)
      return (await (within ? act(within) : world.sql.begin(act))).state
    },
    payBill: (tx, wish, answer) => payBill(tx, world, sign, wish, answer),
    answerOnHandset: (asked, answer) => world.sql.begin((tx) => answerPrompt(tx, world, sign, asked, answer)),
  }
}

/** Each environment has its own: nobody in one shares a batch with somebody in the other. */
function openDoors(world: World) {
  return {
    accept: gather((orders: NetworkOrder[]) => acceptPayments(world, orders), batches),
    lookUp: gather((asked: NetworkQuestion[]) => lookUpPayments(world, asked), batches),
    acceptPayout: gather((orders: NetworkPayOut[]) => acceptPayouts(world, orders), batches),
    lookUpPayout: gather((asked: NetworkQuestion[]) => lookUpPayouts(world, asked), batches),
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
