import type { AdminMerchant } from '@malipo/contract'
import type { Static } from 'typebox'
import { closeAlerts } from '../alerts/alerts.ts'
import { recordAudit } from '../audit/audit.ts'
import { type Decider, type MerchantRow, refuseOwnMoney } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { showMerchant } from '../merchants/merchants.ts'
import { type Notice, notify } from '../notifications/notifications.ts'
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

/** What a merchant reads about itself in the dashboard and by mail. Once it is decided about, nobody has to look at its documents any more. */
async function tellMerchant(
  tx: Transaction,
  world: World,
  before: AdminMerchantRow,
  after: AdminMerchantRow,
  note: string | undefined,
): Promise<void> {
  const why = note === undefined ? '' : ` ${note}`
  const about = { merchantId: after.id, environment: 'live', withdrawalId: null } as const
  const notices: Notice[] = []
  if (before.verification_status !== after.verification_status) {
    const told = verification[after.verification_status]
    notices.push({ ...about, ...told, text: told.text + why })
    if (after.verification_status !== 'pending')
      await closeAlerts(tx, world, [{ kind: 'documents_uploaded', subject: after.id }])
  }
  if (before.is_active !== after.is_active) {
    const told = after.is_active ? activated : suspended
    notices.push({ ...about, ...told, text: told.text + why })
  }
  await notify(tx, world, notices)
}

type Told = Pick<Notice, 'kind' | 'title' | 'text'>

const verification: Record<AdminMerchantRow['verification_status'], Told> = {
  verified: {
    kind: 'merchant.verified',
    title: 'Your business is verified',
    text: 'You can withdraw money now.',
  },
  pending: {
    kind: 'merchant.verification_pending',
    title: 'Your business is being looked at',
    text: 'We look at your documents, and tell you.',
  },
  unverified: {
    kind: 'merchant.not_verified',
    title: 'Your business is not verified',
    text: 'Send in documents again, or ask us.',
  },
}

const activated: Told = {
  kind: 'merchant.activated',
  title: 'Your business is active again',
  text: 'Payments are taken as before.',
}

const suspended: Told = {
  kind: 'merchant.suspended',
  title: 'Your business is suspended',
  text: 'Live payments and withdrawals are refused until it is active again.',
}
