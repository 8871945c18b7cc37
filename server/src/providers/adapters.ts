import type { World } from '../world/world.ts'
import { type ClickpesaSettings, openClickpesa } from './clickpesa/clickpesa.ts'
import type { Provider } from './provider.ts'
import { openSelcom, type SelcomSettings } from './selcom/selcom.ts'
import type { SimulatedNetwork } from './simulated/simulated.ts'

/** How this installation is known to each provider; null where it is not. */
export type ProviderSettings = { clickpesa: ClickpesaSettings | null; selcom: SelcomSettings | null }

/** Opens an adapter, or answers null where this installation has no settings for it. */
export type Adapter = (parts: {
  world: World
  network: SimulatedNetwork
  settings: ProviderSettings
}) => Provider | null

/**
 * Every adapter there is: one folder and one line, under the name that its rows carry. `LIVE_PROVIDER` says who gets new
 * live payments. A line goes only when no installation has open rows of it any more.
 */
export const adapters: Readonly<Record<string, Adapter>> = {
  sandbox: ({ network }) => network.sandboxProvider,
  simulated: ({ network }) => network.liveProvider,
  clickpesa: ({ settings: { clickpesa } }) => clickpesa && openClickpesa(clickpesa),
  selcom: ({ world, settings: { selcom } }) => selcom && openSelcom(selcom, world),
}

/** Those that an operator may choose for live payments. */
export const liveAdapterNames: readonly string[] = Object.keys(adapters).filter((name) => name !== 'sandbox')
