import type { Environment } from '@malipo/contract'
import type { Actor } from '../../../src/http/http.ts'

type Named = { id: string; name: string; phone?: string }

/** A merchant's own program, as the doors see it. */
export function actorOf(
  { id, name, phone = '255712000001' }: Named,
  environment: Environment,
  at: Date,
): Actor {
  const merchant = {
    id,
    name,
    phone,
    verification_status: 'verified',
    is_active: true,
    created_at: at,
    updated_at: at,
  } as const
  const by = {
    kind: 'key',
    keyId: id,
    merchant,
    environment,
    scopes: new Set<never>(),
    payoutCapsId: null,
  } as const
  return { kind: 'actor', merchantId: id, merchant, environment, role: null, by }
}
