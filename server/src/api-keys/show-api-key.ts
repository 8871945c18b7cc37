import type { ApiKey, Environment, Scope } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'

export type ApiKeyRow = {
  id: string
  name: string
  environment: Environment
  scopes: Scope[]
  allowed_ips: string[]
  last_four: string
  expires_at: Date | null
  last_used_at: Date | null
  last_used_ip: string | null
  revoked_at: Date | null
  created_at: Date
  payout_caps_id: string | null
  caps_currency: string | null
  caps_each: bigint | null
  caps_daily: bigint | null
}

/** Keys with what they may ask to be paid out. */
export function selectApiKeys(sql: Database | Transaction): Fragment {
  return sql`
    select k.id, k.name, k.environment, k.scopes, k.allowed_ips, k.last_four, k.expires_at, k.last_used_at, k.last_used_ip,
      k.revoked_at, k.created_at, k.payout_caps_id, c.currency as caps_currency, c.each as caps_each, c.daily as caps_daily
    from api_keys k left join payout_caps c on c.id = k.payout_caps_id`
}

export function showApiKey(row: ApiKeyRow): Static<typeof ApiKey> {
  return {
    id: row.id,
    name: row.name,
    environment: row.environment,
    scopes: row.scopes,
    payout_caps: showPayoutCaps(row),
    allowed_ips: row.allowed_ips,
    last_four: row.last_four,
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_ip: row.last_used_ip,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

export function showPayoutCaps({
  caps_currency: currency,
  caps_each: each,
  caps_daily: daily,
}: Pick<ApiKeyRow, 'caps_currency' | 'caps_each' | 'caps_daily'>) {
  if (currency === null) return null
  return { currency, each: amountOf(each), daily: amountOf(daily) }
}

export function amountOf(minor: bigint | null): string | null {
  return minor === null ? null : textFromMinor(minor)
}
