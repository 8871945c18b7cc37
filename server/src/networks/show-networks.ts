import type {
  AdminNetwork,
  Environment,
  Network,
  NetworkLimits,
  PublicNetwork,
  PublicNetworkStanding,
} from '@malipo/contract'
import type { Static } from 'typebox'
import { textFromMinor } from '../primitives/money.ts'
import {
  type CollectionMethod,
  type Limits,
  networkOfCode,
  type Provider,
  type Registry,
  type RouteWish,
} from '../providers/providers.ts'
import { pushMethods } from '../weather/weather.ts'
import { type Destination, payOutCurrency } from '../withdrawals/withdrawals.ts'
import type { Standing, Standings } from './standing.ts'

type Shown = Static<typeof NetworkLimits>

/** Whose payments the limits are for. */
export type Holder = {
  environment: Environment
  merchantId: string
  /** The most that the caller's own key may ask to be paid out at once; null where nothing is said. */
  mostAtOnce: bigint | null
}

/** Who carries such money for them, and within what; null where nobody does. */
type Way = { provider: Provider; limits: Limits } | null

/** A network as it holds for one merchant: by whoever would carry its payments now. */
export function showNetwork(
  registry: Registry,
  standings: Pick<Standings, 'of'>,
  holder: Holder,
  destination: Destination,
): Static<typeof Network> {
  const { destination_code: code } = destination
  const collections = wayIn(registry, holder, destination)
  const payouts = wayOut(registry, holder, destination)
  const show = (way: Way, standing: (provider: string) => Standing): Shown | null =>
    way && { ...showLimits(way.limits), ...standing(way.provider.name) }
  const isNative = returnsItself(collections?.provider)
  return {
    ...destination,
    name_look_up: tellsNames(payouts?.provider, destination),
    collections: show(collections, (provider) => standings.of(code, 'collections', provider)),
    payouts: show(payouts, (provider) => standings.of(code, 'payouts', provider)),
    refunds: isNative
      ? show(returned(collections), (provider) => standings.of(code, 'refunds', provider))
      : show(payouts && wayOut(registry, { ...holder, mostAtOnce: null }, destination), (provider) =>
          paidBack(standings, code, provider),
        ),
  }
}

/** A refund that is paid out arrives where payouts arrive, unless somebody says otherwise of refunds. */
function paidBack(standings: Pick<Standings, 'of'>, code: string, provider?: string): Standing {
  const own = standings.of(code, 'refunds', provider)
  return own.since === null ? standings.of(code, 'payouts', provider) : own
}

function wayIn(registry: Registry, { environment, merchantId }: Holder, destination: Destination): Way {
  const { method, destination_code: code } = destination
  const methods: readonly CollectionMethod[] =
    method === 'MOBILE_MONEY' ? pushMethods : method === 'PROVIDER_PESA' ? ['PROVIDER_PESA_PUSH'] : []
  const network = networkOfCode(code)
  return methods
    .map((one) =>
      wayOf(registry, { environment, merchantId, method: one, currency: payOutCurrency }, network),
    )
    .reduce<Way>((found, one) => found ?? one, null)
}

function wayOut(registry: Registry, holder: Holder, { method, destination_code: code }: Destination): Way {
  const { environment, merchantId, mostAtOnce } = holder
  const wish = { environment, merchantId, method, currency: payOutCurrency, destinationCode: code }
  const way = wayOf(registry, wish, null)
  if (way === null || mostAtOnce === null || mostAtOnce >= way.limits.most) return way
  return { ...way, limits: { ...way.limits, most: mostAtOnce } }
}

function wayOf(registry: Registry, wish: RouteWish, network: ReturnType<typeof networkOfCode>): Way {
  const limits = registry.limitsFor(wish, network)
  const provider = limits && registry.routeFor(wish)
  return provider ? { provider, limits } : null
}

function returnsItself(provider: Provider | undefined): boolean {
  return provider?.refund !== undefined && provider.can.refunds.way === 'native'
}

function returned(way: Way): Way {
  const refunds = way?.provider.can.refunds
  return way && refunds?.way === 'native' ? { ...way, limits: { ...refunds.amounts, hours: null } } : null
}

function tellsNames(provider: Provider | undefined, { method }: Destination): boolean {
  return provider?.lookUpName !== undefined && (provider.can.tellsNamesOf?.includes(method) ?? true)
}

function showLimits({ least, most, smallest, hours }: Limits) {
  return {
    min_amount: textFromMinor(least),
    max_amount: textFromMinor(most),
    step: textFromMinor(smallest),
    hours,
  }
}

/** What strangers are told: nothing of any merchant, no limits, which are theirs, and nothing that a Super Admin wrote. */
export function showPublicNetwork(
  standings: Standings,
  destination: Destination,
): Static<typeof PublicNetwork> {
  const { destination_code: code, method } = destination
  return {
    ...destination,
    collections: method === 'BANK_ACCOUNT' ? null : statusAlone(standings.of(code, 'collections')),
    payouts: statusAlone(standings.of(code, 'payouts')),
    refunds: statusAlone(paidBack(standings, code)),
  }
}

function statusAlone({ status }: Standing): Static<typeof PublicNetworkStanding> {
  return { status }
}

export function showAdminNetwork(
  standings: Standings,
  destination: Destination,
): Static<typeof AdminNetwork> {
  const { destination_code: code, method } = destination
  return {
    ...destination,
    collections: method === 'BANK_ACCOUNT' ? null : standings.whole(code, 'collections'),
    payouts: standings.whole(code, 'payouts'),
    refunds: standings.whole(code, 'refunds'),
  }
}
