import type { ApiKey, Environment, Scope } from '@malipo/contract'
import type { Static } from 'typebox'

export type ApiKeyRow = {
  id: string
  name: string
  environment: Environment
  scopes: Scope[]
  last_four: string
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
  created_at: Date
}

export function showApiKey(row: ApiKeyRow): Static<typeof ApiKey> {
  return {
    id: row.id,
    name: row.name,
    environment: row.environment,
    scopes: row.scopes,
    last_four: row.last_four,
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
