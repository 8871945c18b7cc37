import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { type ChangedBy, type CreatedApiKey, createApiKeys } from './create-api-keys.ts'
import { type ApiKeyRow, selectApiKeys } from './show-api-key.ts'
import { inheritAddresses } from './watch-addresses.ts'

export type KeyOfMerchant = { merchantId: string; keyId: string }

/** Ends a key at once. Ending it again changes nothing and answers the same. */
export async function revokeApiKey(
  tx: Transaction,
  world: World,
  by: ChangedBy,
  { merchantId, keyId }: KeyOfMerchant,
): Promise<ApiKeyRow> {
  const key = await lockApiKey(tx, { merchantId, keyId })
  if (key.revoked_at) return key
  const now = world.clock.now()
  await tx`update api_keys set revoked_at = ${now} where id = ${keyId}`
  recordAudit(tx, world.vault, [
    {
      at: now,
      ...by,
      action: 'api_key.revoked',
      subject: { kind: 'api_key', id: keyId },
      merchantId,
      details: { name: key.name, environment: key.environment, last_four: key.last_four },
    },
  ])
  return { ...key, revoked_at: now }
}

/** Makes a key like the old one, which goes on working until the overlap ends and not a moment longer. */
export async function rotateApiKey(
  tx: Transaction,
  world: World,
  by: ChangedBy,
  { merchantId, keyId, overlapSeconds }: KeyOfMerchant & { overlapSeconds: number },
): Promise<CreatedApiKey> {
  const old = await lockApiKey(tx, { merchantId, keyId })
  const now = world.clock.now()
  if (old.revoked_at || (old.expires_at && old.expires_at <= now)) {
    throw new Refusal('invalid_state', {
      message: 'This key is revoked or has expired. Create a new one instead.',
    })
  }
  const [successor] = await tx`
    select from api_keys where merchant_id = ${merchantId} and rotated_from = ${keyId}`
  if (successor)
    throw new Refusal('invalid_state', { message: 'This key was rotated already. Rotate its successor.' })
  const overlapEnds = new Date(now.getTime() + overlapSeconds * 1000)
  if (overlapSeconds === 0) {
    await tx`update api_keys set revoked_at = ${now} where id = ${keyId}`
  } else {
    await tx`
      update api_keys set expires_at = least(expires_at, ${overlapEnds}), expiry_set_at = ${now} where id = ${keyId}`
  }
  const [fresh] = await createApiKeys(tx, world, by, [
    {
      merchantId,
      environment: old.environment,
      name: old.name,
      scopes: old.scopes,
      expiresAt: old.expires_at,
      allowedIps: old.allowed_ips,
      payoutCapsId: old.payout_caps_id,
      rotatedFrom: keyId,
      action: 'api_key.rotated',
    },
  ])
  if (!fresh) throw new Error('No key was made.')
  await inheritAddresses(tx, keyId, fresh.row.id)
  return fresh
}

export async function lockApiKey(tx: Transaction, { merchantId, keyId }: KeyOfMerchant): Promise<ApiKeyRow> {
  const [key] = await tx<ApiKeyRow[]>`
    ${selectApiKeys(tx)} where k.id = ${keyId} and k.merchant_id = ${merchantId} for update of k`
  if (!key) throw new Refusal('not_found')
  return key
}
