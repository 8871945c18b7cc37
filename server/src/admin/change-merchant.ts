import { recordAudit } from '../audit/audit.ts'
import { type Decider, type MerchantRow, refuseOwnMoney } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

export type AdminMerchantRow = MerchantRow & { hold_threshold: bigint | null }

export type MerchantChange = {
  verification_status?: MerchantRow['verification_status']
  is_active?: boolean
  hold_threshold?: bigint | null
}

/**
 * Verifies, activates or suspends a merchant, with the audit entry in the same transaction. From which size on its payments are held is
 * about money, and so nothing to decide about one's own.
 */
export async function changeMerchant(
  tx: Transaction,
  world: World,
  by: Decider,
  merchantId: string,
  change: MerchantChange,
): Promise<AdminMerchantRow> {
  const [before] = await tx<AdminMerchantRow[]>`
    select id, name, phone, verification_status, is_active, hold_threshold, created_at, updated_at
    from merchants where id = ${merchantId} for no key update`
  if (!before) throw new Refusal('not_found')
  const now = world.clock.now()
  if (change.hold_threshold !== undefined) {
    await refuseOwnMoney(tx, world, by, { merchant_id: merchantId, api_key_id: null, created_at: now })
  }
  const after = { ...before, ...change, updated_at: now }
  await tx`
    update merchants set verification_status = ${after.verification_status}, is_active = ${after.is_active},
      hold_threshold = ${after.hold_threshold}, updated_at = ${now}
    where id = ${merchantId}`
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'merchant.changed',
      subject: { kind: 'merchant', id: merchantId },
      merchantId,
      details: { before: powersOf(before), after: powersOf(after) },
      requestId: by.requestId,
    },
  ])
  return after
}

function powersOf({ verification_status, is_active, hold_threshold: threshold }: AdminMerchantRow) {
  return {
    verification_status,
    is_active,
    hold_threshold: threshold === null ? null : textFromMinor(threshold),
  }
}
