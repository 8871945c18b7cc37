import type { Chore } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'
import { tellExpiry } from './tell-expiry.ts'

export { routes } from './api-key-routes.ts'
export { type ChangedBy, createApiKeys } from './create-api-keys.ts'
export { addressWatch } from './watch-addresses.ts'

export function chores({ world }: { world: World }): Chore[] {
  return [
    { name: 'api-keys.tell-expiry', everyMs: 60_000, work: () => tellExpiry(world) },
    { name: 'api-keys.forget-addresses', everyMs: 600_000, work: () => forgetAddresses(world) },
  ]
}

/** Of a key that nobody can use any more, nobody asks from where it was used. */
async function forgetAddresses({ sql, clock }: World): Promise<void> {
  await sql`
    delete from api_key_addresses a using api_keys k
    where k.id = a.api_key_id and (k.revoked_at is not null or k.expires_at <= ${clock.now()})`
}
