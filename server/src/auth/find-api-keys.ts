import type { Environment, Scope } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import { gather } from '../primitives/gather.ts'
import { hashApiKey } from './api-key.ts'
import { type KeyPrincipal, merchantColumns, merchantOf, type PrefixedMerchant } from './principal.ts'

export type StoredApiKey = { principal: KeyPrincipal; expiresAt: Date | null; revokedAt: Date | null }

type Row = PrefixedMerchant & {
  hex: string
  id: string
  environment: Environment
  scopes: string
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  payout_caps_id: string | null
}

/** A minute: fine enough for "last used", and at most one write for each key and minute. */
const touchEveryMs = 60_000

/**
 * Looks keys up, with their merchants. Always asks the database, so that a revoked key is refused at once on every
 * instance; simultaneous look-ups share one query, and those of one key share one row of it, so asking stays cheap.
 */
export function apiKeyFinder(sql: Database, clock: Clock): (key: string) => Promise<StoredApiKey | null> {
  const open = () => gather((keys: string[]) => findEach(sql, clock, keys), { most: 500, atOnce: 2 })
  const finders = { live: open(), sandbox: open() }
  // A key says itself where it belongs, and callers of the sandbox share nothing with those who take real money.
  return (key) => finders[key.startsWith('mlp_live_') ? 'live' : 'sandbox'](key)
}

async function findEach(sql: Database, clock: Clock, keys: string[]): Promise<(StoredApiKey | null)[]> {
  const hexOf = new Map([...new Set(keys)].map((key) => [key, hashApiKey(key).toString('hex')]))
  const rows = await sql<Row[]>`
    select asked.hex, k.id, k.environment, array_to_string(k.scopes, ' ') as scopes, k.expires_at, k.revoked_at,
      k.last_used_at, k.payout_caps_id, ${merchantColumns(sql)}
    from unnest(${[...hexOf.values()]}::text[]) as asked (hex)
    join api_keys k on k.key_hash = decode(asked.hex, 'hex')
    join merchants m on m.id = k.merchant_id`
  touchStale(sql, rows, clock.now())
  const found = new Map(rows.map((row) => [row.hex, storedKey(row)]))
  return keys.map((key) => found.get(hexOf.get(key) ?? '') ?? null)
}

function storedKey(row: Row): StoredApiKey {
  const principal: KeyPrincipal = {
    kind: 'key',
    keyId: row.id,
    merchant: merchantOf(row),
    environment: row.environment,
    scopes: new Set(row.scopes.split(' ') as Scope[]),
    payoutCapsId: row.payout_caps_id,
  }
  return { principal, expiresAt: row.expires_at, revokedAt: row.revoked_at }
}

/** Not awaited: nobody should wait for a remark, and a lost one is repeated by the next use. */
function touchStale(sql: Database, rows: Row[], now: Date): void {
  const ids = rows
    .filter(({ last_used_at: usedAt }) => !usedAt || now.getTime() - usedAt.getTime() > touchEveryMs)
    .map(({ id }) => id)
  if (ids.length === 0) return
  sql`update api_keys set last_used_at = ${now} where id = any(${ids}::uuid[]) and revoked_at is null`.catch(
    () => {},
  )
}
