import { environments } from '@malipo/contract'
import { type Chore, runEvery } from '../jobs/jobs.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { World } from '../world/world.ts'
import { forgetBreakers } from './breakers.ts'
import { forgetErrorCounts } from './count-errors.ts'
import { exchangeChore } from './exchanges.ts'
import { floatChore } from './floats.ts'
import type { Registry } from './registry.ts'
import { keepNetworkMemory, type NetworkPlayer } from './simulated/simulated.ts'

export { type Adapter, adapters, liveAdapterNames, type ProviderSettings } from './adapters.ts'
export { askProvider } from './ask-provider.ts'
export { keepBreakers } from './breakers.ts'
export { type Limits, refuseUncarried } from './carry.ts'
export { chaseLeaseMs, chaseWaitMs, firstWaitMs } from './chase-schedule.ts'
export { type ClickpesaSettings, checksumVersions } from './clickpesa/clickpesa.ts'
export { type ErrorsOfCall, readErrorCounts } from './count-errors.ts'
export { keepErrors } from './errors.ts'
export { type ExchangeKeeper, exchangeKeeper } from './exchanges.ts'
export { readFloats, readToldFloats } from './floats.ts'
export { type Hold, leavingOf } from './holds.ts'
export type { LaneCall, LaneName, LaneState, LaneWatcher } from './lanes.ts'
export { codeOfNetwork, networkOfCode } from './network-codes.ts'
export { keepPlan, type PlanKeeper, type ProviderState, planOf, type RoutedMethod } from './plan.ts'
export type {
  AnswerBill,
  Asked,
  AskedPayOut,
  BillAnswer,
  BillPaid,
  BillQuestion,
  Cancelled,
  Capabilities,
  CollectionMethod,
  CollectOrder,
  Exchange,
  FailureReason,
  Float,
  Hours,
  Listed,
  LookedUp,
  NameFound,
  OrderedMethod,
  Outcome,
  PayerView,
  PayOutLookedUp,
  PayOutMethod,
  PayOutOrder,
  PayOutOutcome,
  Probed,
  Provider,
  ProviderCallback,
  RawCallback,
  RefundOrder,
  Refunds,
  Traced,
} from './provider.ts'
export {
  type Carried,
  createRegistry,
  type Laned,
  type Registry,
} from './registry.ts'
export type { PayOutOutlook, PlayWish, Rehearsal } from './rehearsal.ts'
export { isHeldBack, noticeRestore, readRestored, refuseHeldBack, restoreSettings } from './restores.ts'
export type { RouteWish } from './route.ts'
export { readSelcomSigning, type SelcomSettings } from './selcom/selcom.ts'
export {
  type Answered,
  beginningsOf,
  changeHandset,
  changeProfile,
  changeSubscriber,
  choosers,
  crc16,
  createSimulatedNetwork,
  firstBalance,
  type Handset,
  type HandsetChange,
  type HandsetMessage,
  type HandsetView,
  hasReached,
  hastenPayout,
  holdHandsets,
  leaseMs,
  lockBalance,
  lookAtHandsets,
  type MobileNetwork,
  type NetworkPlayer,
  networkOf,
  networkPlayer,
  networkPrefixes,
  numbersOf,
  ordinarySubscriber,
  type Profile,
  type PromptReaction,
  paymentTokenOf,
  playOfPayer,
  playOfRecipient,
  promptMs,
  type Reach,
  readHandsets,
  readProfile,
  readSubscriber,
  renewalMs,
  type SetFault,
  type ShownCode,
  type ShownPrompt,
  type SimulatedNetwork,
  type SimulatedPayment,
  type SimulatedSubscriber,
  simulatedNames,
  type TakeCallback,
  type TakenUp,
  tellHandsets,
  waitingPrompts,
} from './simulated/simulated.ts'

type Parts = {
  world: World
  registry: Registry
  player: NetworkPlayer
  log: Log
  config: { lowFloat: bigint }
}
type Log = { warn(details: object, text: string): void }

/** The simulated network does what is due there by itself, live and sandbox apart; and real ones are asked what lies ready there. */
export function chores({ world, registry, player, log, config: { lowFloat } }: Parts): Chore[] {
  return [
    floatChore({
      world,
      registry,
      lowFloat,
      onLow: ({ provider, amount, currency, lowAt }) =>
        log.warn(
          { provider, currency, float: textFromMinor(amount), low_at: textFromMinor(lowAt) },
          'the float at a provider is low: payouts will wait when it is used up',
        ),
    }),
    ...environments.map(
      (environment): Chore => ({
        name: `network.play-${environment}`,
        start(onError) {
          const looking = runEvery(100, () => player.look(environment), onError)
          return {
            async stop() {
              await looking.stop()
              await player.settled(environment)
            },
          }
        },
      }),
    ),
    exchangeChore(world),
    { name: 'errors.keep', everyMs: 600_000, work: () => forgetErrorCounts(world) },
    { name: 'breakers.keep', everyMs: 60_000, work: () => forgetBreakers(world) },
    { name: 'network.keep', everyMs: 600_000, work: () => keepNetworkMemory(world) },
  ]
}
