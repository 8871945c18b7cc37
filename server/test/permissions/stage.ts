import type { Service } from '../service.ts'
import type { Cast } from './cast.ts'

export type Stage = { service: Service; cast: Cast }

/** What a good request consists of, beside the method, the path and the caller's credentials. */
export type Parts = {
  params?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** A cookie besides the caller's own. */
  cookie?: string
}
