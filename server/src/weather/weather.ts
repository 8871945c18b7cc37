import type { Chore } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'
import { judgeNetworks } from './judge-networks.ts'
import { forgetPins } from './network-pins.ts'
import { sumUpOutcomes } from './sum-up-outcomes.ts'

export { everyProvider, judgeNetworks, readStatuses, type StatusRow } from './judge-networks.ts'
export type { NetworkStatus } from './judge-weather.ts'
export { keepWeather, type Weather } from './keep-weather.ts'
export { type PinRow, readPins, readSandboxNetworks, type SandboxNetworkRow } from './network-pins.ts'
export { outcomeOfPayOut, type SentPayOut } from './payout-outcome.ts'
export { counting, networkOfPush, outcomeOf, type PushOutcome, pushMethods } from './push-outcome.ts'
export { type NetworkPushFigures, type PushFigures, readPushFigures } from './read-push-figures.ts'
export { type NetworkWeather, readWeather } from './read-weather.ts'

export function chores({ world: { sql, clock } }: { world: World }): Chore[] {
  return [
    { name: 'weather.sum-up', everyMs: 10_000, work: () => sumUpOutcomes(sql, clock.now()) },
    { name: 'weather.judge', everyMs: 10_000, work: () => judgeNetworks(sql, clock.now()) },
    { name: 'weather.forget-pins', everyMs: 60_000, work: () => forgetPins(sql, clock.now()) },
  ]
}
