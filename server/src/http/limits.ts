import type { FastifyRequest } from 'fastify'

export const perMinute = 'minute'

/** Requests a minute. A busy shop needs a hundred a second; a stranger needs a page now and then. */
const limits = { key: 6_000, person: 1_200, nobody: 300 }

export function limitFor(request: FastifyRequest): number {
  return limits[request.principal.kind]
}

/** Who is counted: the key, the person, or for strangers the address, wrong keys included. */
export function limitKey(request: FastifyRequest): string {
  const { principal } = request
  if (principal?.kind === 'key') return `key:${principal.keyId}`
  if (principal?.kind === 'person') return `person:${principal.user.id}`
  return `address:${request.ip}`
}
