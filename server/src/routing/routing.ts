import { operations } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { deciderOf, pageOfAll, type Route, readPage, route } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { Weather } from '../weather/weather.ts'
import type { World } from '../world/world.ts'
import { changeProvider, setLowFloat } from './change-provider.ts'
import { liveNames, routesOf, setRoute, showRoute } from './set-route.ts'
import { showFigures } from './show-figures.ts'
import { showProviders } from './show-providers.ts'

type Parts = { world: World; registry: Registry; weather: Weather; config: { lowFloat: bigint } }

/** Where Super Admins say who carries live payments, and see how those who do stand. */
export function routes({ world, registry, weather, config: { lowFloat } }: Parts): Route[] {
  const showOne = async (tx: Transaction, name: string) => {
    const [provider] = await showProviders(tx, registry, lowFloat, [name])
    if (!provider) throw new Error(`The provider ${name} is set up and is not shown.`)
    return provider
  }
  const change = (
    operation:
      | typeof operations.adminDrainProvider
      | typeof operations.adminPauseProvider
      | typeof operations.adminResumeProvider,
    state: Parameters<typeof changeProvider>[4],
  ) =>
    route(operation, async (call) => {
      const { name } = call.params
      refuseUnknown(registry, name)
      const shown = await call.idempotently(async (tx) => {
        await changeProvider(tx, world, deciderOf(call), name, state, call.body.note ?? null)
        return await showOne(tx, name)
      })
      await registry.renew()
      return shown
    })
  return [
    route(operations.adminListProviders, async ({ query, lists }) =>
      pageOfAll(
        query,
        await showProviders(lists, registry, lowFloat, liveNames(registry)),
        ({ name }) => name,
      ),
    ),
    route(operations.adminReadProviderFigures, async ({ params: { name }, lists }) => {
      refuseUnknown(registry, name)
      return await showFigures(lists, world.clock.now(), name, await weather.now())
    }),
    route(operations.adminChangeProvider, (call) => {
      const { name } = call.params
      refuseUnknown(registry, name)
      return world.sql.begin(async (tx) => {
        await setLowFloat(tx, world, deciderOf(call), name, call.body.low_float_at)
        return await showOne(tx, name)
      })
    }),
    change(operations.adminDrainProvider, 'draining'),
    change(operations.adminPauseProvider, 'paused'),
    change(operations.adminResumeProvider, 'on'),
    route(operations.adminSetProviderRoute, async (call) => {
      const shown = await setRoute(world, registry, deciderOf(call), call.body)
      await registry.renew()
      return shown
    }),
    route(operations.adminListProviderRoutes, ({ query, lists }) =>
      readPage(lists, query, { rows: routesOf(lists, query.merchant_id), show: showRoute }),
    ),
  ]
}

function refuseUnknown(registry: Registry, name: string): void {
  if (!liveNames(registry).includes(name)) throw new Refusal('not_found')
}
