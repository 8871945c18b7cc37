import type { Merchant } from '@malipo/contract'
import type { Static } from 'typebox'
import type { MerchantRow } from '../auth/auth.ts'

export function showMerchant(row: MerchantRow): Static<typeof Merchant> {
  return {
    merchant_id: row.id,
    name: row.name,
    phone: row.phone,
    verification_status: row.verification_status,
    is_active: row.is_active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
