import { type Environment, environments } from '@malipo/contract'
import type { World } from '../world/world.ts'
import { keepNetworkMemory } from './simulated/simulated.ts'

export { type Adapter, adapters, liveAdapterNames } from './adapters.ts'
export { askProvider } from './ask-provider.ts'
export { carrierFor, refuseUncarried } from './carry.ts'
export { chaseLeaseMs, chaseWaitMs, firstWaitMs } from './chase-schedule.ts'
export type { LaneCall, LaneName, LaneState, LaneWatcher } from './lanes.ts'
export type {
  Asked,
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
export {
  changeProfile,
  changeSubscriber,
  createSimulatedNetwork,
  type MobileNetwork,
  networkOf,
  type Profile,
  type PromptReaction,
  readProfile,
  readSubscriber,
  type SimulatedNetwork,
  type SimulatedPayment,
  type SimulatedSubscriber,
  simulatedNames,
  type TakeCallback,
  waitingPrompts,
} from './simulated/simulated.ts'

/** `play` lets the simulated network do what is due there, and takes its callbacks. */
export function chores({ world, play }: { world: World; play(environment: Environment): Promise<void> }) {
  return [
    ...environments.map((environment) => ({
      name: `network.play-${environment}`,
      everyMs: 100,
      work: () => play(environment),
    })),
    { name: 'network.keep', everyMs: 600_000, work: () => keepNetworkMemory(world) },
  ]
}
