import { type Environment, mostCallbackBytes } from '@malipo/contract'
import { Refusal } from '../primitives/refusal.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import type { ExchangeKeeper } from './exchanges.ts'
import { createLanes, type LaneCall, type LaneName, type LaneOptions, type LaneState } from './lanes.ts'
import { emptyPlan, type Plan, type PlanKeeper, type ProviderState, restsToldOf } from './plan.ts'
import type { Provider, Traced, Unknown } from './provider.ts'
import type { Rehearsal } from './rehearsal.ts'
import { createRouter, type Router } from './route.ts'

/** Whatever names its provider: a try of a collection, a withdrawal. It does so for ever. */
export type Carried = { provider: string }

/** The same with its environment: what is asked about it goes through a lane of these two. */
export type Laned = Carried & { environment: Environment }

/** The same with the reference that is asked about; null where the question is about no payment. */
export type Referred = Laned & { provider_reference: string | null }

/** The adapters that are known here, and which of them new rows get. */
export type Registry = Router & {
  /** Ends when routes and states are known well enough; whoever is about to make a row waits for it. */
  ready(): Promise<void>
  /** The same, but fails where nobody can tell: before money leaves, which may have to wait since a restore. */
  certain(): Promise<void>
  /** Reads routes and states again, for whoever has just changed them. */
  renew(): Promise<void>
  stateOf(carried: Carried): ProviderState
  /** Who gets what no list speaks of. */
  defaultOf(environment: Environment): string | null
  /** The only one who is asked, told or believed about it, also when new rows have long gone to another. */
  providerOf(carried: Carried): Provider
  named(name: string): Provider | null
  names(): string[]
  /** Whether real money moves with it, or the provider is only played on this machine. */
  movesMoney(carried: Carried): boolean
  /** Where whatever this provider speaks of belongs. */
  environmentOf(carried: Carried): Environment
  rehearsalOf(carried: Carried): Rehearsal | null
  /** Asks whoever carries it, through the lane of such calls, for as long as our patience lasts. Never throws for an answer. */
  ask<Word extends Traced & { kind: string }>(
    carried: Referred,
    call: LaneCall,
    question: (provider: Provider, signal: AbortSignal) => Promise<Word>,
  ): Promise<Word | Unknown>
  /**
   * Whether there is room for such a call now; for orders and payouts there is none while a provider is paused, for payouts none while the
   * database was set back and is not reconciled. Without it nobody should wait for one, nor begin what needs it.
   */
  hasRoom(carried: Laned, call: LaneCall): boolean
  /** With whom there is room for such calls now, and for how many. */
  roomFor(environment: Environment, call: LaneCall): { provider: string; room: number }[]
  /** Whether it is older than the last restore: then it may have been sent, though nothing here says so, and is asked about first. */
  mayHaveBeenSent(row: { environment: Environment; created_at: Date }): boolean
  lanes(): LaneState[]
  /** Ends the start when rows that are open name somebody who is not there: nobody would ever ask about them. */
  refuseMissing(names: Iterable<string>): void
}

export type RegistryOptions = LaneOptions & {
  providers: readonly Provider[]
  /** Who gets what no list speaks of. Live has nobody until the operator names one. */
  route: Record<Environment, string | null>
  rehearsals?: Record<string, Rehearsal>
  /** Those through whom no money moves. */
  played?: readonly string[]
  /** Without it there are no lists, and everybody is on. */
  plan?: PlanKeeper
  /** Hears every question about a payment, and what went over the wire for it. */
  exchanges?: Pick<ExchangeKeeper, 'keep'>
}

/** A name stands in rows for ever, and in the path of its door in small letters. */
function refuseBadNames(names: string[]): void {
  const bad = names.filter((name, at) => !/^[a-z][a-z0-9-]*$/.test(name) || names.indexOf(name) !== at)
  if (bad.length > 0) throw new Error(`No provider can be called ${bad.join(', ')}, or two are`)
}

function refuseLongCallbacks(providers: readonly Provider[]): void {
  const greedy = providers.filter(({ can }) => can.callbackBytes > mostCallbackBytes).map(({ name }) => name)
  if (greedy.length > 0)
    throw new Error(`No callback has more than ${mostCallbackBytes} bytes, as ${greedy.join(', ')} wants`)
}

/** What is sent, and not only asked. */
const sendingCalls: readonly LaneCall[] = ['collect', 'payOut']

export function createRegistry({
  providers,
  route,
  rehearsals = {},
  played = [],
  plan,
  exchanges,
  ...options
}: RegistryOptions): Registry {
  const lanes = createLanes(options)
  const byName = new Map(providers.map((provider) => [provider.name, provider]))
  refuseBadNames(providers.map(({ name }) => name))
  refuseLongCallbacks(providers)
  const named = (name: string) => byName.get(name) ?? null
  function providerOf({ provider: name }: Carried): Provider {
    const provider = named(name)
    if (provider) return provider
    throw new Refusal('provider_error', {
      message: `The provider ${name}, which carries this payment, is not set up here. Ask the operator.`,
    })
  }
  const known = (): Plan => plan?.known() ?? emptyPlan
  const roomIn = (lane: LaneName) => {
    const { stateOf, restored } = known()
    const isHeld = sendingCalls.includes(lane.call) && stateOf(lane.provider) === 'paused'
    const isHeldBack = lane.call === 'payOut' && lane.environment === 'live' && restored.holdsPayouts
    return isHeld || isHeldBack ? 0 : lanes.roomIn(lane)
  }
  return {
    ...createRouter({
      clock: options.clock,
      lanes,
      named,
      names: () => [...byName.keys()],
      plan: known,
      route,
    }),
    ready: async () => await plan?.ready(),
    certain: async () => await plan?.certain(),
    movesMoney: ({ provider }) => !played.includes(provider),
    renew: async () => await plan?.renew(),
    defaultOf: (environment) => route[environment],
    stateOf: ({ provider }) => known().stateOf(provider),
    named,
    providerOf,
    names: () => [...byName.keys()],
    mayHaveBeenSent: ({ environment, created_at: createdAt }) =>
      environment === 'live' &&
      createdAt.getTime() <= (known().restored.lastAtMs ?? Number.NEGATIVE_INFINITY),
    lanes: lanes.states,
    hasRoom: ({ provider, environment }, call) => roomIn({ provider, environment, call }) > 0,
    roomFor: (environment, call) =>
      providers
        .map(({ name: provider }) => ({ provider, room: roomIn({ provider, environment, call }) }))
        .filter(({ room }) => room > 0),
    async ask(carried, call, question) {
      const provider = providerOf(carried)
      const { environment, provider_reference: reference } = carried
      const lane = { provider: provider.name, environment, call }
      const spokeBefore = lanes.spokeAt(lane)
      const word = await lanes.ask(lane, (signal) => {
        const answer = question(provider, signal)
        if (reference !== null) exchanges?.keep({ provider: provider.name, reference, call }, answer)
        return answer
      })
      const [told, left] = [spokeBefore, lanes.spokeAt(lane)].map(
        (at) => restsToldOf(known(), lane, at).length,
      )
      // Whoever told of it may be gone, and would never take it back.
      if (told !== left) options.watch?.outlived?.(lane)
      return word
    },
    environmentOf: ({ provider: name }) => (name === route.sandbox ? 'sandbox' : 'live'),
    rehearsalOf: ({ provider: name }) =>
      Object.hasOwn(rehearsals, name) ? (rehearsals[name] ?? null) : null,
    refuseMissing(names) {
      const missing = [...new Set(names)].filter((name) => !byName.has(name)).sort()
      if (missing.length === 0) return
      throw new StartRefused(
        `Open payments are carried by ${missing.join(', ')}, which is not set up here. ` +
          'Set it up again until nothing of it is open; LIVE_PROVIDER and the routes decide who gets new ones.',
      )
    },
  }
}
