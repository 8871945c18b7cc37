import type { FastifyRequest } from 'fastify'
import { subscriberOf } from '../primitives/subscriber.ts'

export const perMinute = 'minute'

/**
 * Requests a minute. A busy shop needs a hundred a second, and so does a provider that calls back about its payments,
 * from an address or two; a stranger needs a page now and then.
 */
const limits = { key: 6_000, person: 1_200, nobody: 300, provider: 6_000 }

/** Whether a provider of this name calls us from outside; at any other door whoever comes is a stranger. */
export type CallsFromOutside = (provider: string) => boolean

export function limitFor(request: FastifyRequest, callsFromOutside: CallsFromOutside): number {
  return isProvidersDoor(request, callsFromOutside) ? limits.provider : limits[request.principal.kind]
}

/** Who is counted: the key, the person, or for strangers whoever is behind the address, wrong keys included. */
export function limitKey(request: FastifyRequest, callsFromOutside: CallsFromOutside = () => false): string {
  const { principal } = request
  if (principal?.kind === 'key') return `key:${principal.keyId}`
  if (principal?.kind === 'person') return `person:${principal.user.id}`
  // Whoever has cut the connection before we looked has none.
  const subscriber = subscriberOf(request.ip ?? 'gone')
  return `${isProvidersDoor(request, callsFromOutside) ? 'provider' : 'address'}:${subscriber}`
}

function isProvidersDoor({ routeOptions, params }: FastifyRequest, callsFromOutside: CallsFromOutside) {
  if (!routeOptions.config.operation?.anyContentType) return false
  return callsFromOutside(String((params as { name?: string } | undefined)?.name).toLowerCase())
}
