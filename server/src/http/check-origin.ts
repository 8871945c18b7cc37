import type { FastifyRequest } from 'fastify'
import { Refusal } from '../primitives/refusal.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses what another site's page sends with our cookie. Without an Origin it is no browser page. */
export function checkOrigin(request: FastifyRequest, baseUrl: string): void {
  if (safeMethods.has(request.method)) return
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('bad_origin')
  const { origin, host } = request.headers
  if (origin === undefined || origin === new URL(baseUrl).origin) return
  // The browser sets Host itself, so a page of the same host is our own, by whatever name it was opened.
  if (URL.parse(origin)?.host === host) return
  throw new Refusal('bad_origin')
}
