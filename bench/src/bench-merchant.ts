import type { MerchantRow } from '../../server/src/auth/auth.ts'
import type { Draft } from '../../server/src/collections/draft-collection.ts'
import type { Actor } from '../../server/src/http/http.ts'
import { makeMerchant } from '../../server/src/operator/operator.ts'
import type { World } from '../../server/src/world/world.ts'

/** What every payment of a bench asks for, where nothing else is said. */
export const draft: Draft = {
  family: 'B',
  method: 'USSD_PUSH',
  amount: '1000.00',
  currency: 'TZS',
  phone: '255712345678',
  reference: 'order-1',
}

let made = 0

export function benchMerchant(world: World) {
  made += 1
  const email = `bench${made}-${process.pid}@malipo.test`
  const wish = { name: 'Bench', email, password: 'a password', isVerified: true }
  return world.sql.begin((tx) => makeMerchant(tx, world, wish))
}

/** Somebody with a key of this merchant, where the doors are used without the way that leads to them. */
export function callerOf(merchant: MerchantRow, keyId: string, environment: Actor['environment']): Actor {
  const by = {
    kind: 'key',
    keyId,
    merchant,
    environment,
    scopes: new Set<never>(),
    payoutCapsId: null,
  } as const
  return { kind: 'actor', merchantId: merchant.id, merchant, environment, role: null, by }
}

/** Without keys and people, which the lives of collections do not need and which take long to make. */
export async function benchMerchantId({ sql, newId, clock, vault }: World): Promise<string> {
  const [id, now] = [newId(), clock.now()]
  await sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${id}, 'Bench', 'verified', true, ${vault.seal('whsec_bench')}, ${now}, ${now})`
  return id
}

export function merchantOf(id: string): MerchantRow {
  const at = new Date()
  return {
    id,
    name: 'Bench',
    phone: null,
    verification_status: 'verified',
    is_active: true,
    created_at: at,
    updated_at: at,
  }
}
