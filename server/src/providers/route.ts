import { type Environment, orderedMethods, withdrawalMethods } from '@malipo/contract'
import type { Clock } from '../primitives/clock.ts'
import { Refusal } from '../primitives/refusal.ts'
import {
  amountRefused,
  type Carriage,
  isDoubtful,
  type Limits,
  limitOf,
  limitsOfAll,
  networkOfWish,
} from './carry.ts'
import { type Hold, holdsOf, isHeld, type Outgoing } from './holds.ts'
import type { LaneName, Lanes } from './lanes.ts'
import { type Plan, type RoutedMethod, restsToldOf } from './plan.ts'
import type { Carries, OrderedMethod, Provider } from './provider.ts'
import type { MobileNetwork } from './simulated/simulated.ts'

/** What somebody wants carried, and for whom. Without a method: whatever a payer may pick. */
export type RouteWish = Partial<Carriage<RoutedMethod>> & {
  environment: Environment
  merchantId: string
}

/** Who carries what is asked for from now on. Never asked about what is there already: that names its provider. */
export type Router = {
  /** Who would carry it now; null where nobody is set up. For hints: it may be another when it is asked for. */
  routeFor(wish: RouteWish): Provider | null
  /** Who carries it, for a row that is made now; refused where nobody can. */
  carrierFor(wish: RouteWish): Provider
  /** Who may be asked after these have refused the order; null where the refusal stands. */
  carrierAfter(wish: RouteWish, refusedBy: readonly string[]): Provider | null
  /** The ways to pay that somebody carries. */
  waysFor(wish: Pick<RouteWish, 'environment' | 'merchantId'>): OrderedMethod[]
  /** What a payout that is not sent yet waits for at its provider; null where nothing is in its way. */
  payOutWaitsFor(payout: Outgoing): 'reconciliation' | 'provider' | 'network' | 'float' | null
  /** Where money that was approved is not sent now, because it would not arrive. */
  heldNetworks(environment: Environment): Hold[]
  /** Within what amounts such a wish can be carried for them, whoever of their list does; null where nobody can. */
  limitsFor(wish: RouteWish, network?: MobileNetwork | null): Limits | null
  /** Refuses what nobody could ever carry, whoever happens to answer now. */
  refuseUncarriable(wish: RouteWish): void
  /** The same as a question. */
  isCarriable(wish: RouteWish): boolean
}

export type RouterParts = {
  clock: Clock
  lanes: Pick<Lanes, 'restsUntil' | 'spokeAt'>
  named(name: string): Provider | null
  names(): readonly string[]
  plan(): Plan
  /** Who gets what no list speaks of. */
  route: Record<Environment, string | null>
}

/** Longer than our patience with one call: after this nobody has tried, or it was never told. */
const trialMs = 20_000

export function createRouter({ clock, lanes, named, names, plan, route }: RouterParts): Router {
  const trials = new Map<string, { tryAt: number; takenAt: number }>()

  /** The most specific list, of those who are set up. */
  function listFor(wish: RouteWish): Provider[] {
    const { environment, merchantId, method } = wish
    const usual = route[environment]
    const fallback = usual === null ? [] : [usual]
    if (environment === 'sandbox') return fallback.flatMap((name) => named(name) ?? [])
    const { listOf } = plan()
    const listed = (way: RoutedMethod | null) =>
      (way === null ? undefined : listOf(merchantId, way)) ??
      listOf(merchantId, null) ??
      (way === null ? undefined : listOf(null, way)) ??
      listOf(null, null) ??
      fallback
    const wanted = method ? listed(method) : [...listed(null), ...orderedMethods.flatMap(listed)]
    return doubtfulLast(
      [...new Set(wanted)].flatMap((name) => named(name) ?? []),
      wish,
    )
  }

  const isOn = (wish: RouteWish, { name }: Provider) =>
    wish.environment === 'sandbox' || plan().stateOf(name) === 'on'

  /** Until when the provider is left alone with such calls, here or in another process. */
  function restOf({ environment, method }: RouteWish, { name }: Provider): number | null {
    return restIn({ provider: name, environment, call: callOf(method) })
  }

  function restIn({ provider, environment, call }: LaneName): number | null {
    const lane = { provider, environment, call }
    const own = lanes.restsUntil(lane)
    const told = restsToldOf(plan(), lane, lanes.spokeAt(lane))
    const all = [...told.map(({ tryAtMs }) => tryAtMs), ...(own === null ? [] : [own])]
    return all.length === 0 ? null : Math.max(...all)
  }

  /** When the rest is over, one new row finds out for all. Without it nobody would ever ask again. */
  function isTrial(wish: RouteWish, provider: Provider, tryAt: number): boolean {
    const now = clock.now().getTime()
    if (now < tryAt) return false
    const name = `${provider.name} ${wish.environment} ${callOf(wish.method)}`
    const taken = trials.get(name)
    if (taken?.tryAt === tryAt && now - taken.takenAt < trialMs) return false
    trials.set(name, { tryAt, takenAt: now })
    return true
  }

  function answers(wish: RouteWish, provider: Provider): boolean {
    return restOf(wish, provider) === null
  }

  function takesNow(wish: RouteWish, provider: Provider): boolean {
    const tryAt = restOf(wish, provider)
    return tryAt === null || isTrial(wish, provider, tryAt)
  }

  const heldNetworks = (environment: Environment): Hold[] =>
    holdsOf({ ...plan(), providers: names() }, environment, clock.now().getTime())

  return {
    routeFor(wish) {
      const list = listFor(wish)
      const able = list.filter((provider) => limitFor(provider, wish) === null)
      const on = able.filter((provider) => isOn(wish, provider))
      return on.find((provider) => answers(wish, provider)) ?? on[0] ?? able[0] ?? list[0] ?? null
    },
    carrierFor(wish) {
      const list = listFor(wish)
      const able = ableOf(list, wish)
      const on = able.filter((provider) => isOn(wish, provider))
      const carrier = on.find((provider) => takesNow(wish, provider)) ?? on[0]
      if (carrier) return carrier
      // A payout waits for a person first, and then for its provider; but who is drained shall get nothing new.
      const waiting = able.find(({ name }) => plan().stateOf(name) === 'paused')
      if (waiting && callOf(wish.method) === 'payOut') return waiting
      throw new Refusal('unavailable', { message: nobodyTakesAny })
    },
    carrierAfter(wish, refusedBy) {
      const left = listFor(wish).filter(({ name }) => !refusedBy.includes(name))
      const able = left.filter((provider) => limitFor(provider, wish) === null && isOn(wish, provider))
      return able.find((provider) => answers(wish, provider)) ?? null
    },
    waysFor: (wish) =>
      orderedMethods.filter((method) =>
        listFor({ ...wish, method }).some(({ can }) => can.methods.includes(method)),
      ),
    payOutWaitsFor(payout) {
      const { provider, environment } = payout
      const isOnHold = isHeld(heldNetworks(environment), payout)
      if (environment === 'sandbox') return isOnHold ? 'network' : null
      const { stateOf, short, restored } = plan()
      if (restored.holdsPayouts) return 'reconciliation'
      const isStopped =
        stateOf(provider) === 'paused' || restIn({ provider, environment, call: 'payOut' }) !== null
      if (isStopped) return 'provider'
      if (isOnHold) return 'network'
      return short.has(provider) ? 'float' : null
    },
    heldNetworks,
    limitsFor: (wish, network = networkOfWish(wish)) =>
      limitsOfAll(
        listFor(wish)
          .filter((provider) => limitFor(provider, anyAmountOf(wish)) === null)
          .map((provider) => carriedBy(provider, wish)),
        network,
      ),
    refuseUncarriable: (wish) => void ableOf(listFor(wish), wish),
    isCarriable: (wish) => listFor(wish).some((provider) => limitFor(provider, wish) === null),
  }
}

/** In their order, but for those who would most likely say no to it. */
function doubtfulLast(list: Provider[], wish: RouteWish): Provider[] {
  const doubtful = list.filter(({ can }) => isDoubtful(can, wish))
  return [...list.filter((provider) => !doubtful.includes(provider)), ...doubtful]
}

/** Those who could carry it. Where nobody can, the first says why. */
function ableOf(list: Provider[], wish: RouteWish): Provider[] {
  const [first] = list
  if (!first) throw new Refusal('provider_error', { message: nobodyIsSetUp })
  const able = list.filter((provider) => limitFor(provider, wish) === null)
  const limit = able.length === 0 ? (tooMuchOrLittle(list, wish) ?? limitFor(first, wish)) : null
  if (limit) throw limit
  return able
}

/** Where only the amount is in the way: the limits of all who would carry another. */
function tooMuchOrLittle(list: Provider[], wish: RouteWish): Refusal | null {
  const { amount } = wish
  const carriers = list.filter((provider) => limitFor(provider, anyAmountOf(wish)) === null)
  const [first] = carriers
  if (amount === undefined || !first) return null
  const limits = limitsOfAll(
    carriers.map((provider) => carriedBy(provider, wish)),
    networkOfWish(wish),
  )
  // Between those of one and of another there may be what neither carries.
  return (limits && amountRefused(limits, amount)) ?? limitFor(first, wish)
}

function anyAmountOf({ amount: _any, ...wish }: RouteWish): RouteWish {
  return wish
}

function carriedBy({ can }: Provider, { method }: RouteWish): Carries<RoutedMethod> {
  return callOf(method) === 'payOut' ? can.payOuts : can
}

function limitFor(provider: Provider, wish: RouteWish): Refusal | null {
  const { method, amount, currency, destinationCode } = wish
  const carries = carriedBy(provider, wish)
  return limitOf(carries, {
    method: method ?? null,
    currency: currency ?? carries.currencies[0] ?? '',
    ...(amount !== undefined && { amount }),
    ...(destinationCode !== undefined && { destinationCode }),
  })
}

/** The names of ways out and of ways in are not the same. */
function callOf(method: RoutedMethod | null | undefined): 'collect' | 'payOut' {
  return withdrawalMethods.some((one) => one === method) ? 'payOut' : 'collect'
}

const nobodyIsSetUp =
  'No payment provider is set up for live traffic. Ask the operator to set LIVE_PROVIDER, or a route.'

const nobodyTakesAny =
  'The operator has stopped new payments of this kind for now. Nothing was made; try again later.'
