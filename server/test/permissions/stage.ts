import assert from 'node:assert/strict'
import type { Operation } from '@malipo/contract'
import type { Service } from '../service.ts'
import type { Cast, Principal } from './cast.ts'

export type Stage = { service: Service; cast: Cast }

/** The settings of a provider that carries nothing, so that stopping it stops nobody else. */
export const spareProvider = {
  CLICKPESA_CLIENT_ID: 'spare',
  CLICKPESA_API_KEY: 'spare',
  CLICKPESA_CHECKSUM_KEY: 'spare',
}

/** What a good request consists of, beside the method, the path and the caller's credentials. */
export type Parts = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** A cookie besides the caller's own. */
  cookie?: string
}

/** Makes a request that must succeed for whoever is allowed, with a target of its own where it uses one up. */
export type Sample = (stage: Stage, principal: Principal) => Promise<Parts>

/** Where such a request goes. */
export function addressOf({ id, path }: Operation, { params, query }: Parts): string {
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => params?.[name] ?? assert.fail(`${id}: no ${name}`),
  )
  return query === undefined ? filled : `${filled}?${new URLSearchParams(query)}`
}
