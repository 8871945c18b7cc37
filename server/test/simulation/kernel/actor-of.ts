import type { Environment } from '@malipo/contract'
import type { Actor } from '../../../src/http/http.ts'

/** A merchant's own program, as the doors see it. */
export function actorOf(id: string, name: string, environment: Environment, at: Date): Actor {
  const merchant = {
    id,
    name,
    phone: '255712000001',
    verification_status: 'verified',
    is_active: true,
    created_at: at,
    updated_at: at,
  } as const
  const by = { kind: 'key', keyId: id, merchant, environment, scopes: new Set<never>() } as const
  return { kind: 'actor', merchantId: id, merchant, environment, role: null, by }
}
