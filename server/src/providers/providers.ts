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
  countPrompts,
  createSimulatedNetwork,
  forgetOldPayments,
  listPrompts,
  type MobileNetwork,
  networkOf,
  type Profile,
  type PromptReaction,
  readProfile,
  readSubscriber,
  type SimulatedNetwork,
  type SimulatedSubscriber,
  simulatedNames,
  type TakeCallback,
} from './simulated/simulated.ts'
