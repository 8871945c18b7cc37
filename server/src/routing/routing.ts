import { operations } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { deciderOf, pageOfAll, type Route, readPage, route } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { changeProvider, setLowFloat } from './change-provider.ts'
import { liveNames, routesOf, setRoute, showRoute } from './set-route.ts'
import { showProviders } from './show-providers.ts'

type Parts = { world: World; registry: Registry; config: { lowFloat: bigint } }

/** Where Super Admins say who carries live payments, and see how those who do stand. */
export function routes({ world, registry, config: { lowFloat } }: Parts): Route[] {
  const showOne = async (tx: Transaction, name: string) => {
    const [provider] = await showProviders(tx, registry, lowFloat, [name])
    if (!provider) throw new Error(`The provider ${name} is set up and is not shown.`)
    return provider
  }
  const change = (
    operation:
      | typeof operations.drainProvider
      | typeof operations.pauseProvider
      | typeof operations.resumeProvider,
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
    route(operations.listProviders, async ({ query, lists }) =>
      pageOfAll(
        query,
        await showProviders(lists, registry, lowFloat, liveNames(registry)),
        ({ name }) => name,
      ),
    ),
    route(operations.changeProvider, (call) => {
      const { name } = call.params
      refuseUnknown(registry, name)
      return world.sql.begin(async (tx) => {
        await setLowFloat(tx, world, deciderOf(call), name, call.body.low_float_at)
        return await showOne(tx, name)
      })
    }),
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

function refuseUnknown(registry: Registry, name: string): void {
  if (!liveNames(registry).includes(name)) throw new Refusal('not_found')
}
