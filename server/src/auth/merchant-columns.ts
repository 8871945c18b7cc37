import type { Database, Fragment } from '../database/database.ts'
import type { MerchantRow } from './principal.ts'

/** A merchant's columns beside those of another table, told apart by their prefix. */
export type PrefixedMerchant = {
  merchant_id: string
  merchant_name: string
  merchant_phone: string | null
  merchant_verification_status: MerchantRow['verification_status']
  merchant_is_active: boolean
  merchant_created_at: Date
  merchant_updated_at: Date
}

export function merchantColumns(sql: Database): Fragment {
  return sql`m.id as merchant_id, m.name as merchant_name, m.phone as merchant_phone,
    m.verification_status as merchant_verification_status, m.is_active as merchant_is_active,
    m.created_at as merchant_created_at, m.updated_at as merchant_updated_at`
}

export function merchantOf(row: PrefixedMerchant): MerchantRow {
  return {
    id: row.merchant_id,
    name: row.merchant_name,
    phone: row.merchant_phone,
    verification_status: row.merchant_verification_status,
    is_active: row.merchant_is_active,
    created_at: row.merchant_created_at,
    updated_at: row.merchant_updated_at,
  }
}
