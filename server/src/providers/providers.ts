import { environments } from '@malipo/contract'
import { type Chore, runEvery } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'
import { keepNetworkMemory, type NetworkPlayer } from './simulated/simulated.ts'

export { type Adapter, adapters, liveAdapterNames, type ProviderSettings } from './adapters.ts'
export { askProvider } from './ask-provider.ts'
export { carrierFor, refuseUncarried } from './carry.ts'
export { chaseLeaseMs, chaseWaitMs, firstWaitMs } from './chase-schedule.ts'
export { type ClickpesaSettings, checksumVersions } from './clickpesa/clickpesa.ts'
export type { LaneCall, LaneName, LaneState, LaneWatcher } from './lanes.ts'
export type {
  Asked,
  AskedPayOut,
  Cancelled,
  Capabilities,
  CollectionMethod,
  CollectOrder,
  Exchange,
  FailureReason,
  Float,
  Listed,
  LookedUp,
  NameFound,
  Outcome,
  PayerView,
  PayOutLookedUp,
  PayOutMethod,
  PayOutOrder,
  PayOutOutcome,
  Provider,
  ProviderCallback,
  RawCallback,
} from './provider.ts'
export {
  type Carried,
  createRegistry,
  type Laned,
  type PayOutOutlook,
  type PlayWish,
  type Registry,
  type Rehearsal,
} from './registry.ts'
export type { SelcomSettings } from './selcom/selcom.ts'
export {
  type Answered,
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
  holdHandsets,
  leaseMs,
  lockBalance,
  lookAtHandsets,
  type MobileNetwork,
  type NetworkPlayer,
  networkOf,
  networkPlayer,
  networkPrefixes,
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

/** The simulated network does what is due there by itself, live and sandbox apart. */
export function chores({ world, player }: { world: World; player: NetworkPlayer }): Chore[] {
  return [
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
    { name: 'network.keep', everyMs: 600_000, work: () => keepNetworkMemory(world) },
  ]
}
