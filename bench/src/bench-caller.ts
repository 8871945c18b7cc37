import type { MerchantRow } from '../../server/src/auth/auth.ts'
import type { Actor } from '../../server/src/http/http.ts'

/** Somebody with a key of this merchant, where the doors are used without the way that leads to them. */
export function callerOf(merchant: MerchantRow, keyId: string, environment: Actor['environment']): Actor {
  const by = { kind: 'key', keyId, merchant, environment, scopes: new Set<never>() } as const
  return { kind: 'actor', merchantId: merchant.id, merchant, environment, role: null, by }
}
