import type { FastifyRequest } from 'fastify'

export const perMinute = 'minute'

/**
 * Requests a minute. A busy shop needs a hundred a second, and so does the provider that calls back about its payments,
 * from an address or two; a stranger needs a page now and then.
 */
const limits = { key: 6_000, person: 1_200, nobody: 300, provider: 6_000 }

export function limitFor(request: FastifyRequest): number {
  if (isProvidersDoor(request)) return limits.provider
  return limits[request.principal.kind]
}

function isProvidersDoor(request: FastifyRequest): boolean {
  return request.routeOptions.config.operation?.anyContentType ?? false
}

/** Who is counted: the key, the person, or for strangers the address, wrong keys included. */
export function limitKey(request: FastifyRequest): string {
  const { principal } = request
  if (principal?.kind === 'key') return `key:${principal.keyId}`
  if (principal?.kind === 'person') return `person:${principal.user.id}`
  return isProvidersDoor(request) ? `provider:${request.ip}` : `address:${request.ip}`
}
