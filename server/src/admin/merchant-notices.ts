import type { MerchantRow } from '../auth/auth.ts'
import type { Notice } from '../notifications/notifications.ts'

type Changed = Pick<MerchantRow, 'id' | 'verification_status' | 'is_active'>

/** What a merchant reads about itself in the dashboard and by mail. */
export function noticesOf(before: Changed, after: Changed, note: string | undefined): Notice[] {
  const why = note === undefined ? '' : ` ${note}`
  const about = { merchantId: after.id, environment: 'live', withdrawalId: null } as const
  const told: Told[] = []
  if (before.verification_status !== after.verification_status)
    told.push(verification[after.verification_status])
  if (before.is_active !== after.is_active) told.push(after.is_active ? activated : suspended)
  return told.map(({ kind, title, text }) => ({ ...about, kind, title, text: text + why }))
}

type Told = Pick<Notice, 'kind' | 'title' | 'text'>

const verification: Record<MerchantRow['verification_status'], Told> = {
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
