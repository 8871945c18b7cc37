import { findCarriers } from '../collections/collections.ts'
import type { Config } from '../config.ts'
import {
  adapters,
  askProvider,
  createSimulatedNetwork,
  type Probed,
  type Provider,
  simulatedNames,
} from '../providers/providers.ts'
import { findPayOutCarriers } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'

/** Opens the adapter of this name; null where this installation has no settings for it, or nobody is called so. */
export function openProvider(config: Config, world: World, name: string): Provider | null {
  const open = Object.hasOwn(adapters, name) ? adapters[name] : undefined
  return open?.({ world, network: createSimulatedNetwork(world), settings: config.providers }) ?? null
}

/** Whoever gets new live payments, and whoever still has open ones. The simulated network is this installation itself. */
export async function namesThatMatter({ liveProvider }: Config, { sql }: World): Promise<string[]> {
  const carriers = [...(await findCarriers(sql)), ...(await findPayOutCarriers(sql))]
  const names = new Set(liveProvider === 'none' ? carriers : [liveProvider, ...carriers])
  return [...names].filter((name) => !simulatedNames.includes(name)).sort()
}

/** What it makes of a harmless question, for as long as our patience lasts; null where it has none to be asked. */
export async function probe({ probe: ask }: Provider, patienceMs: number): Promise<Probed | null> {
  if (!ask) return null
  const silent = { theirTime: null, exchanges: [] }
  return { ...silent, ...(await askProvider((signal) => ask(signal), patienceMs)) }
}

/** Text of theirs, as far as a terminal can show it. */
export function plainly(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 300)
}
