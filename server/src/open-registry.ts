import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import {
  type Adapter,
  adapters,
  createRegistry,
  type ExchangeKeeper,
  keepBreakers,
  keepErrors,
  keepPlan,
  type LaneName,
  type Provider,
  type Registry,
  type Rehearsal,
  type SimulatedNetwork,
  simulatedNames,
} from './providers/providers.ts'
import { type Log, type Metrics, measureLanes } from './telemetry/telemetry.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { World } from './world/world.ts'

/** What a test puts in place of the installation's own. */
export type GivenProviders = {
  /** Adapters besides those of the house, or instead of them. */
  adapters?: Record<string, Adapter> | undefined
  /** Who gets new sandbox payments, and what callers may ask of whom. */
  sandbox?: string | undefined
  rehearsals?: Record<string, Rehearsal> | undefined
}

type Desk = {
  config: Config
  world: World
  work: Database
  log: Log
  metrics: Metrics
  exchanges: ExchangeKeeper
  tracing: Tracing | undefined
}

/** Opens the adapters that have settings, and the ways to them. */
export function openRegistry(
  { config, world, work, log, metrics, exchanges, tracing }: Desk,
  network: SimulatedNetwork,
  given: GivenProviders,
): Registry {
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const breakers = keepBreakers(
    { ...world, sql: work },
    warn('that a provider does not answer could not be told to other processes'),
  )
  const registry: Registry = createRegistry({
    clock: world.clock,
    watch: {
      answered: measureLanes([metrics.registry], () => registry.lanes()),
      opened: (lane, silences) =>
        log.warn(
          { ...nameOf(lane), silences },
          'a provider does not answer: it is asked no more for a while',
        ),
      failed: keepErrors({ ...world, sql: work }, warn('what a provider said could not be kept')),
      rests: breakers.rests,
      outlived: breakers.healed,
      healed(lane) {
        log.info(nameOf(lane), 'a provider answers again')
        breakers.healed(lane)
      },
    },
    providers: openAdapters(
      { ...adapters, ...given.adapters },
      { world, network, settings: config.providers },
    ),
    route: {
      live: config.liveProvider === 'none' ? null : config.liveProvider,
      sandbox: given.sandbox ?? 'sandbox',
    },
    rehearsals: { sandbox: network.rehearsal, ...given.rehearsals },
    played: [...simulatedNames, ...(config.gateways?.madeUp ?? [])],
    plan: keepPlan(work, warn('the routes could not be read')),
    exchanges,
  })
  return tracing ? tracedRegistry(tracing, registry) : registry
}

/**
 * Each question is a span in the trace of the payment, which the reference names. Nothing of it goes to the provider: a stranger has no use for our
 * traces, and some refuse what they do not know.
 */
function tracedRegistry(tracing: Tracing, registry: Registry): Registry {
  return {
    ...registry,
    ask: (carried, call, question) => {
      const { provider, environment, provider_reference: reference } = carried
      const attributes = {
        'malipo.provider': provider,
        'malipo.environment': environment,
        'malipo.call': call,
        'malipo.reference': reference,
      }
      const wishes = { name: `${provider} ${call}`, kind: 'client', of: reference, attributes } as const
      return tracing.span(wishes, async (span) => {
        const word = await registry.ask(carried, call, question)
        span.set({ 'malipo.answer': word.kind })
        span.end(word.kind === 'unknown' ? 'nobody knows the answer' : undefined)
        return word
      })
    },
  }
}

function nameOf({ provider, environment, call }: LaneName) {
  return { provider, environment, call }
}

function openAdapters(known: Record<string, Adapter>, parts: Parameters<Adapter>[0]): Provider[] {
  return Object.entries(known).flatMap(([name, open]) => {
    const provider = open(parts)
    if (provider && provider.name !== name)
      throw new Error(`The adapter ${name} calls itself ${provider.name}`)
    return provider ?? []
  })
}
