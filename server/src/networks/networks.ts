import { operations } from '@malipo/contract'
import { readPayoutCaps } from '../auth/auth.ts'
import type { Database } from '../database/database.ts'
import { type Actor, deciderOf, pageOfAll, type Route, route } from '../http/http.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { Refusal } from '../primitives/refusal.ts'
import { codeOfNetwork, networkOf, type Registry } from '../providers/providers.ts'
import type { Weather } from '../weather/weather.ts'
import { type Destination, destinations, payOutCurrency } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { changeSandboxNetwork, pinNetwork } from './change-networks.ts'
import { type Holder, showAdminNetwork, showNetwork, showPublicNetwork } from './show-networks.ts'
import { readSandboxStandings, readStandings, type Standings } from './standing.ts'

type Parts = { world: World; registry: Registry; weather: Weather }

/** Where money comes from and goes to: within what, as it holds for whoever asks, and how each network does. */
export function routes({ world, registry, weather }: Parts): Route[] {
  const { sql, clock } = world
  return [
    route(operations.listNetworks, async ({ query, caller, lists }) => {
      await registry.ready()
      const holder = await holderOf(lists, caller)
      const standings = await standingsFor(lists, clock.now(), holder)
      return page(query, (one) => showNetwork(registry, standings, holder, one))
    }),
    route(operations.predictNetwork, async ({ body }) => {
      const phone = canonicalPhone(body.phone)
      const network = networkOf(phone)
      return { phone, destination_code: network && codeOfNetwork(network), name: network }
    }),
    route(operations.listPublicNetworks, async ({ query, lists }) => {
      const standings = await readStandings(lists, clock.now())
      return page(query, (one) => showPublicNetwork(standings, one))
    }),
    route(operations.changeSandboxNetwork, async ({ params, body, caller }) => {
      const destination = find(params.destination_code)
      await registry.ready()
      const shown = await sql.begin(async (tx) => {
        await changeSandboxNetwork(tx, world, caller.merchantId, destination, body)
        const standings = await readSandboxStandings(tx, clock.now(), caller.merchantId)
        return showNetwork(registry, standings, await holderOf(tx, caller), destination)
      })
      await registry.renew()
      return shown
    }),
    route(operations.adminListNetworks, async ({ query, lists }) => {
      const standings = await readStandings(lists, clock.now())
      return page(query, (one) => showAdminNetwork(standings, one))
    }),
    route(operations.adminPinNetwork, async (call) => {
      const destination = find(call.params.destination_code)
      const shown = await sql.begin(async (tx) => {
        await pinNetwork(tx, world, deciderOf(call), destination, call.body)
        return showAdminNetwork(await readStandings(tx, clock.now()), destination)
      })
      await Promise.all([registry.renew(), weather.renew()])
      return shown
    }),
  ]
}

function page<Shown extends { method: string; destination_code: string }>(
  query: Parameters<typeof pageOfAll>[0] & { method?: string },
  show: (destination: Destination) => Shown,
) {
  const wanted = destinations.filter(({ method }) => query.method === undefined || method === query.method)
  return pageOfAll(query, wanted.map(show), ({ method, destination_code: code }) => `${method} ${code}`)
}

/** What stands in a path is read without regard to case. */
function find(code: string): Destination {
  const found = destinations.find((one) => one.destination_code === code.toUpperCase())
  if (!found) throw new Refusal('not_found')
  return found
}

async function standingsFor(
  sql: Database,
  now: Date,
  { environment, merchantId }: Holder,
): Promise<Pick<Standings, 'of'>> {
  return environment === 'sandbox'
    ? await readSandboxStandings(sql, now, merchantId)
    : await readStandings(sql, now)
}

/** A key may be allowed less than its merchant. */
async function holderOf(sql: Parameters<typeof readPayoutCaps>[0], caller: Actor): Promise<Holder> {
  const { environment, merchantId, by } = caller
  const capsId = by.kind === 'key' ? by.payoutCapsId : null
  const caps = capsId === null ? null : await readPayoutCaps(sql, capsId)
  return { environment, merchantId, mostAtOnce: caps?.currency === payOutCurrency ? caps.each : null }
}
