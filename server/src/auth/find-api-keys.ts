import type { Environment, Scope } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import { matcherOf, plainAddress } from '../primitives/address-range.ts'
import type { Clock } from '../primitives/clock.ts'
import { gather } from '../primitives/gather.ts'
import { hashApiKey } from './api-key.ts'
import { type KeyPrincipal, merchantColumns, merchantOf, type PrefixedMerchant } from './principal.ts'

export type StoredApiKey = {
  principal: KeyPrincipal
  expiresAt: Date | null
  revokedAt: Date | null
  mayComeFrom(address: string): boolean
}

/** A key, and from where it came. */
type Presented = { key: string; address: string }

type Row = PrefixedMerchant & {
  hex: string
  id: string
  environment: Environment
  scopes: string
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  payout_caps_id: string | null
  allowed_ips: string
}

/** A minute: fine enough for "last used", and at most one write for each key and minute. */
const touchEveryMs = 60_000

/**
 * Looks keys up, with their merchants. Always asks the database, so that a revoked key is refused at once on every
 * instance; simultaneous look-ups share one query, and those of one key share one row of it, so asking stays cheap.
 */
export function apiKeyFinder(
  sql: Database,
  clock: Clock,
): (presented: Presented) => Promise<StoredApiKey | null> {
  const open = () =>
    gather((presented: Presented[]) => findEach(sql, clock, presented), { most: 500, atOnce: 2 })
  const finders = { live: open(), sandbox: open() }
  // A key says itself where it belongs, and callers of the sandbox share nothing with those who take real money.
  return (presented) => finders[presented.key.startsWith('mlp_live_') ? 'live' : 'sandbox'](presented)
}

async function findEach(
  sql: Database,
  clock: Clock,
  presented: Presented[],
): Promise<(StoredApiKey | null)[]> {
  const keys = new Set(presented.map(({ key }) => key))
  const hexOf = new Map([...keys].map((key) => [key, hashApiKey(key).toString('hex')]))
  const rows = await sql<Row[]>`
    select asked.hex, k.id, k.environment, array_to_string(k.scopes, ' ') as scopes, k.expires_at, k.revoked_at,
      k.last_used_at, k.payout_caps_id, array_to_string(k.allowed_ips, ' ') as allowed_ips, ${merchantColumns(sql)}
    from unnest(${[...hexOf.values()]}::text[]) as asked (hex)
    join api_keys k on k.key_hash = decode(asked.hex, 'hex')
    join merchants m on m.id = k.merchant_id`
  const found = new Map(rows.map((row) => [row.hex, { row, stored: storedKey(row) }]))
  const uses = new Map<Row, string>()
  const all = presented.map(({ key, address }) => {
    const one = found.get(hexOf.get(key) ?? '')
    if (one?.stored.mayComeFrom(address)) uses.set(one.row, address)
    return one?.stored ?? null
  })
  touchStale(sql, uses, clock.now())
  return all
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
  const mayComeFrom = matcherFor(row.allowed_ips)
  return { principal, expiresAt: row.expires_at, revokedAt: row.revoked_at, mayComeFrom }
}

type Matcher = (address: string) => boolean

/** To read fifty ranges costs more than to look the key up, and few keys have any. */
const matchers = new Map<string, Matcher>()
const mostMatchers = 1_000

/** Whether an address is among those that a key is for; a key for none is for all. */
export function matcherFor(allowedIps: string): Matcher {
  if (allowedIps === '') return () => true
  const known = matchers.get(allowedIps)
  if (known) return known
  const isListed = matcherOf(allowedIps.split(' '))
  const matcher: Matcher = (address) => isListed(plainAddress(address))
  if (matchers.size >= mostMatchers) matchers.clear()
  matchers.set(allowedIps, matcher)
  return matcher
}

/** Not awaited: nobody should wait for a remark, and a lost one is repeated by the next use. */
function touchStale(sql: Database, uses: Map<Row, string>, now: Date): void {
  const stale = [...uses].filter(
    ([{ last_used_at: usedAt }]) => !usedAt || now.getTime() - usedAt.getTime() > touchEveryMs,
  )
  if (stale.length === 0) return
  sql`
    update api_keys k set last_used_at = ${now}, last_used_ip = used.address
    from unnest(${stale.map(([{ id }]) => id)}::uuid[], ${stale.map(([, address]) => plainAddress(address))}::text[])
      as used (id, address)
    where k.id = used.id and k.revoked_at is null`.catch(() => {})
}
