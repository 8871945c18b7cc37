import type { MerchantRow } from '../../server/src/auth/auth.ts'
import type { Actor } from '../../server/src/http/http.ts'
import { makeMerchant } from '../../server/src/operator/operator.ts'
import type { World } from '../../server/src/world/world.ts'

let made = 0

export function benchMerchant(world: World) {
  made += 1
  const email = `bench${made}-${process.pid}@malipo.test`
  const wish = { name: 'Bench', email, password: 'a password', isVerified: true }
  return world.sql.begin((tx) => makeMerchant(tx, world, wish))
}

/** Somebody with a key of this merchant, where the doors are used without the way that leads to them. */
export function callerOf(merchant: MerchantRow, keyId: string, environment: Actor['environment']): Actor {
  const by = { kind: 'key', keyId, merchant, environment, scopes: new Set<never>() } as const
  return { kind: 'actor', merchantId: merchant.id, merchant, environment, role: null, by }
}
