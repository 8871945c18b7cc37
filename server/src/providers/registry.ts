import type { Environment } from '@malipo/contract'
import { Refusal } from '../primitives/refusal.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import type { CollectOrder, Outcome, Provider } from './provider.ts'

/** How a caller wants a payment to play in the sandbox: with this end, or as its family plays by itself. */
export type PlayWish = { status: string | null; family: 'A' | 'B' }

/** The sandbox's own door beside the port: what no real provider does. */
export type Rehearsal = {
  collect(order: CollectOrder, wish: PlayWish, signal: AbortSignal): Promise<Outcome>
  /** How long a played approval takes for this merchant. */
  approvalDelayMs(merchantId: string): Promise<number>
}

/** Whatever names its provider: a try of a collection, a withdrawal. It does so for ever. */
export type Carried = { provider: string }

/** The adapters that are known here, and which of them new rows get. */
export type Registry = {
  /** Who carries what is asked for from now on. Live has nobody until the operator names one. */
  routeFor(environment: Environment): Provider | null
  /** The only one who is asked, told or believed about it, also when new rows have long gone to another. */
  providerOf(carried: Carried): Provider
  named(name: string): Provider | null
  rehearsalOf(carried: Carried): Rehearsal | null
  /** Ends the start when rows that are open name somebody who is not there: nobody would ever ask about them. */
  refuseMissing(names: Iterable<string>): void
}

export type RegistryOptions = {
  providers: readonly Provider[]
  route: Record<Environment, string | null>
  rehearsals?: Record<string, Rehearsal>
}

/** A name stands in rows for ever, and in the path of its door in small letters. */
function refuseBadNames(names: string[]): void {
  const bad = names.filter((name, at) => !/^[a-z][a-z0-9-]*$/.test(name) || names.indexOf(name) !== at)
  if (bad.length > 0) throw new Error(`No provider can be called ${bad.join(', ')}, or two are`)
}

export function createRegistry({ providers, route, rehearsals = {} }: RegistryOptions): Registry {
  const byName = new Map(providers.map((provider) => [provider.name, provider]))
  refuseBadNames(providers.map(({ name }) => name))
  const named = (name: string) => byName.get(name) ?? null
  return {
    named,
    routeFor(environment) {
      const name = route[environment]
      return name === null ? null : named(name)
    },
    providerOf({ provider: name }) {
      const provider = named(name)
      if (provider) return provider
      throw new Refusal('provider_error', {
        message: `The provider ${name}, which carries this payment, is not set up here. Ask the operator.`,
      })
    },
    rehearsalOf: ({ provider: name }) =>
      Object.hasOwn(rehearsals, name) ? (rehearsals[name] ?? null) : null,
    refuseMissing(names) {
      const missing = [...new Set(names)].filter((name) => !byName.has(name)).sort()
      if (missing.length === 0) return
      throw new StartRefused(
        `Open payments are carried by ${missing.join(', ')}, which is not set up here. ` +
          'Set it up again until nothing of it is open; LIVE_PROVIDER alone decides who gets new ones.',
      )
    },
  }
}
