import { type Environment, scopes as everyScope, type Scope } from '@malipo/contract'
import { type AuditAction, type AuditActor, recordAudit } from '../audit/audit.ts'
import { generateApiKey, hashApiKey, insertPayoutCaps, type PayoutCapsWish } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { type ApiKeyRow, selectApiKeys, showPayoutCaps } from './show-api-key.ts'

export type NewApiKey = {
  merchantId: string
  environment: Environment
  name?: string | undefined
  scopes?: readonly Scope[] | undefined
  expiresAt?: Date | null
  /** Each written in the one way in which they are kept; none: any. */
  allowedIps?: readonly string[]
  payoutCaps?: PayoutCapsWish | undefined
  /** Those of the key that it replaces: they count what both ask for. */
  payoutCapsId?: string | null
  rotatedFrom?: string
  /** The audit entry's verb: a key made by rotation is told apart. */
  action?: AuditAction
}

/** Who makes the change, for the audit log. */
export type ChangedBy = { actor: AuditActor; requestId: string | null }

export type CreatedApiKey = { row: ApiKeyRow; key: string }

export async function createApiKeys(
  tx: Transaction,
  world: World,
  by: ChangedBy,
  keys: NewApiKey[],
): Promise<CreatedApiKey[]> {
  const now = world.clock.now()
  const created: CreatedApiKey[] = []
  for (const wanted of keys) {
    const key = generateApiKey(wanted.environment)
    const createdBy = by.actor.kind === 'member' ? by.actor.id : null
    const id = world.newId()
    const { payoutCaps, payoutCapsId = null } = wanted
    const capsId = payoutCaps ? await insertPayoutCaps(tx, world, payoutCaps) : payoutCapsId
    await tx`
      insert into api_keys (id, merchant_id, name, environment, scopes, key_hash, last_four, expires_at, created_by,
        rotated_from, payout_caps_id, allowed_ips, addresses_kept_since, created_at)
      values (${id}, ${wanted.merchantId}, ${wanted.name?.trim() ?? `${wanted.environment} key`},
        ${wanted.environment}, ${[...(wanted.scopes ?? everyScope)]}, ${hashApiKey(key)}, ${key.slice(-4)},
        ${wanted.expiresAt ?? null}, ${createdBy}, ${wanted.rotatedFrom ?? null}, ${capsId}, ${[...(wanted.allowedIps ?? [])]}, null, ${now})`
    const [row] = await tx<ApiKeyRow[]>`${selectApiKeys(tx)} where k.id = ${id}`
    if (!row) throw new Error('The key was not written.')
    created.push({ row, key })
  }
  recordAudit(
    tx,
    world.vault,
    created.map(({ row }, position) => ({
      at: now,
      ...by,
      action: keys[position]?.action ?? 'api_key.created',
      subject: { kind: 'api_key', id: row.id },
      merchantId: keys[position]?.merchantId ?? null,
      details: {
        name: row.name,
        environment: row.environment,
        scopes: row.scopes,
        last_four: row.last_four,
        ...(row.allowed_ips.length > 0 && { allowed_ips: row.allowed_ips }),
        ...(row.caps_currency !== null && { payout_caps: showPayoutCaps(row) }),
        ...(keys[position]?.rotatedFrom && { rotated_from: keys[position]?.rotatedFrom }),
      },
    })),
  )
  return created
}
