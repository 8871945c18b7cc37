import type { Config } from '../config.ts'
import { liveAdapterNames } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { namesThatMatter, openProvider } from './ask-providers.ts'

export type ListedProvider = {
  name: string
  is_set_up: boolean
  is_live: boolean
  has_open_payments: boolean
}

/** Every provider that could carry live payments, and what this installation has to do with it. */
export async function listProviders(config: Config, world: World): Promise<ListedProvider[]> {
  const matter = await namesThatMatter({ ...config, liveProvider: 'none' }, world)
  return liveAdapterNames.map((name) => ({
    name,
    is_set_up: openProvider(config, world, name) !== null,
    is_live: config.liveProvider === name,
    has_open_payments: matter.includes(name),
  }))
}

export function tellProviders(providers: ListedProvider[]): string {
  return providers
    .map(({ name, ...is }) => {
      const words = [
        is.is_set_up ? 'set up' : 'not set up',
        ...(is.is_live ? ['gets new live payments'] : []),
        ...(is.has_open_payments ? ['has open payments'] : []),
      ]
      return `${name}: ${words.join(', ')}`
    })
    .join('\n')
}
