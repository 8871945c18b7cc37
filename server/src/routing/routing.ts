import { operations } from '@malipo/contract'
import { deciderOf, pageOfAll, type Route, readPage, route } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { changeProvider } from './change-provider.ts'
import { routesOf, setRoute, showRoute } from './set-route.ts'
import { showProviders } from './show-providers.ts'

type Parts = { world: World; registry: Registry }

/** Where Super Admins say who carries live payments, and see how those who do stand. */
export function routes({ world, registry }: Parts): Route[] {
  const change = (
    operation:
      | typeof operations.drainProvider
      | typeof operations.pauseProvider
      | typeof operations.resumeProvider,
    state: Parameters<typeof changeProvider>[4],
  ) =>
    route(operation, async (call) => {
      const { name } = call.params
      if (!liveNames(registry).includes(name)) throw new Refusal('not_found')
      const shown = await call.idempotently(async (tx) => {
        await changeProvider(tx, world, deciderOf(call), name, state, call.body.note ?? null)
        const [provider] = await showProviders(tx, registry, [name])
        if (!provider) throw new Error(`The provider ${name} is set up and is not shown.`)
        return provider
      })
      await registry.renew()
      return shown
    })
  return [
    route(operations.listProviders, async ({ query, lists }) =>
      pageOfAll(query, await showProviders(lists, registry, liveNames(registry)), ({ name }) => name),
    ),
    change(operations.drainProvider, 'draining'),
    change(operations.pauseProvider, 'paused'),
    change(operations.resumeProvider, 'on'),
    route(operations.setProviderRoute, async (call) => {
      const shown = await setRoute(world, registry, deciderOf(call), call.body)
      await registry.renew()
      return shown
    }),
    route(operations.listProviderRoutes, ({ query, lists }) =>
      readPage(lists, query, { rows: routesOf(lists, query.merchant_id), show: showRoute }),
    ),
  ]
}

/** Those that could carry live payments. What is played in the sandbox is always played there. */
function liveNames(registry: Registry): string[] {
  return registry
    .names()
    .filter((provider) => registry.environmentOf({ provider }) === 'live')
    .sort()
}
