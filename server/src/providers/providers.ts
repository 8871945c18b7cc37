export { type Adapter, adapters, liveAdapterNames } from './adapters.ts'
export { askProvider } from './ask-provider.ts'
export { carrierFor, refuseUncarried } from './carry.ts'
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
export { type Carried, createRegistry, type PlayWish, type Registry, type Rehearsal } from './registry.ts'
export {
  changeProfile,
  changeSubscriber,
  createSimulatedNetwork,
  forgetOldPayments,
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
