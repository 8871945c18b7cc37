import type { AdminMerchant } from '@malipo/contract'
import type { Static } from 'typebox'
import { closeAlerts } from '../alerts/alerts.ts'
import { recordAudit } from '../audit/audit.ts'
import { type Decider, type MerchantRow, refuseOwnMoney } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { showMerchant } from '../merchants/merchants.ts'
import { notify } from '../notifications/notifications.ts'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { noticesOf } from './merchant-notices.ts'

export type AdminMerchantRow = MerchantRow & { hold_threshold: bigint | null }

export type MerchantChange = {
  verification_status?: MerchantRow['verification_status']
  is_active?: boolean
  hold_threshold?: bigint | null
}

/**
 * Verifies, activates or suspends a merchant, with the audit entry in the same transaction. From which size on its payments are held, and
 * whether it may take money and have it paid out, is nothing to decide about one's own; anybody may stop their own.
 */
export async function changeMerchant(
  tx: Transaction,
  world: World,
  by: Decider & { note?: string | undefined },
  merchantId: string,
  change: MerchantChange,
): Promise<AdminMerchantRow> {
  const [before] = await tx<AdminMerchantRow[]>`
    select id, name, phone, verification_status, is_active, hold_threshold, created_at, updated_at
    from merchants where id = ${merchantId} for no key update`
  if (!before) throw new Refusal('not_found')
  const now = world.clock.now()
  if (change.hold_threshold !== undefined || givesPowers(before, change)) {
    await refuseOwnMoney(tx, world, by, { merchant_id: merchantId, api_key_id: null, created_at: now })
  }
  const after = { ...before, ...change, updated_at: now }
  await tx`
    update merchants set verification_status = ${after.verification_status}, is_active = ${after.is_active},
      hold_threshold = ${after.hold_threshold}, updated_at = ${now}
    where id = ${merchantId}`
  await tellMerchant(tx, world, before, after, by.note)
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'merchant.changed',
      subject: { kind: 'merchant', id: merchantId },
      merchantId,
      details: {
        before: powersOf(before),
        after: powersOf(after),
        ...(by.note !== undefined && { note: by.note }),
      },
      requestId: by.requestId,
    },
  ])
  return after
}

function givesPowers(
  before: AdminMerchantRow,
  { verification_status: status, is_active }: MerchantChange,
): boolean {
  const isVerified = status === 'verified' && before.verification_status !== 'verified'
  return isVerified || (is_active === true && !before.is_active)
}

function powersOf({ verification_status, is_active, hold_threshold: threshold }: AdminMerchantRow) {
  return {
    verification_status,
    is_active,
    hold_threshold: threshold === null ? null : textFromMinor(threshold),
  }
}

export function showToAdmin(row: AdminMerchantRow): Static<typeof AdminMerchant> {
  const { hold_threshold: threshold } = row
  return { ...showMerchant(row), hold_threshold: threshold === null ? null : textFromMinor(threshold) }
}

/** Once it is decided about, nobody has to look at its documents any more. */
async function tellMerchant(
  tx: Transaction,
  world: World,
  before: AdminMerchantRow,
  after: AdminMerchantRow,
  note: string | undefined,
): Promise<void> {
  const isDecided =
    before.verification_status !== after.verification_status && after.verification_status !== 'pending'
  if (isDecided) await closeAlerts(tx, world, [{ kind: 'documents_uploaded', subject: after.id }])
  await notify(tx, world, noticesOf(before, after, note))
}
