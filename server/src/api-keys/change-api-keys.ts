import type { BodyOf, operations } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { instantFrom } from '../primitives/instant.ts'
import { type FieldProblem, invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { allowedIpsFrom } from './allowed-ips.ts'
import type { ChangedBy } from './create-api-keys.ts'
import { type KeyOfMerchant, lockApiKey } from './end-api-keys.ts'
import type { ApiKeyRow } from './show-api-key.ts'

type Change = BodyOf<typeof operations.changeApiKey>

/**
 * Changes what is given and leaves the rest. A key never comes to do more, or for longer, than its maker wished: whoever had it
 * copied would have more with it. Where it works is another matter, because servers move.
 */
export async function changeApiKey(
  tx: Transaction,
  world: World,
  by: ChangedBy,
  target: KeyOfMerchant,
  change: Change,
): Promise<ApiKeyRow> {
  const before = await lockApiKey(tx, target)
  const now = world.clock.now()
  if (before.revoked_at || (before.expires_at && before.expires_at <= now)) {
    throw new Refusal('invalid_state', {
      message: 'This key is revoked or has expired. Create a new one instead.',
    })
  }
  const after = applied(before, change, now)
  const changes = differencesOf(before, after)
  if (changes.length === 0) return before
  const endsElsewhen = changes.includes('expires_at')
  await tx`
    update api_keys set name = ${after.name}, scopes = ${after.scopes}, expires_at = ${after.expires_at},
      allowed_ips = ${after.allowed_ips}, expiry_set_at = ${endsElsewhen ? now : tx`expiry_set_at`}
    where id = ${before.id}`
  recordAudit(tx, world.vault, [
    {
      at: now,
      ...by,
      action: 'api_key.changed',
      subject: { kind: 'api_key', id: before.id },
      merchantId: target.merchantId,
      details: { last_four: before.last_four, before: only(before, changes), after: only(after, changes) },
    },
  ])
  return after
}

const changeable = ['name', 'scopes', 'expires_at', 'allowed_ips'] as const
type Changeable = (typeof changeable)[number]

function applied(before: ApiKeyRow, change: Change, now: Date): ApiKeyRow {
  const problems: FieldProblem[] = []
  const scopes = change.scopes ?? before.scopes
  const wider = scopes.filter((scope) => !before.scopes.includes(scope))
  if (wider.length > 0) {
    problems.push({ field: 'scopes', problem: `must not have what the key lacks: ${wider.join(', ')}` })
  }
  const expiresAt = change.expires_at === undefined ? before.expires_at : instantFrom(change.expires_at)
  const problem = change.expires_at === undefined ? null : problemOfEnd(before.expires_at, expiresAt, now)
  if (problem !== null) problems.push({ field: 'expires_at', problem })
  if (problems.length > 0) throw invalid(...problems)
  return {
    ...before,
    name: change.name?.trim() ?? before.name,
    // In the order in which they always were.
    scopes: before.scopes.filter((scope) => scopes.includes(scope)),
    expires_at: expiresAt,
    allowed_ips: change.allowed_ips === undefined ? before.allowed_ips : allowedIpsFrom(change.allowed_ips),
  }
}

function problemOfEnd(before: Date | null, wished: Date | null, now: Date): string | null {
  if (wished === null) return 'must be a time that exists'
  if (wished <= now) return 'must be in the future; revoke the key to end it now'
  if (before !== null && wished > before) return 'must not be later than it is'
  return null
}

function differencesOf(before: ApiKeyRow, after: ApiKeyRow): Changeable[] {
  return changeable.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

function only(key: ApiKeyRow, fields: Changeable[]): Partial<ApiKeyRow> {
  return Object.fromEntries(fields.map((field) => [field, key[field]]))
}
