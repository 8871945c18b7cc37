import type { Environment, RefusalCode, Role, Scope } from '@malipo/contract'
import type { Database, Fragment } from '../database/database.ts'

/** Who is calling, as far as the credentials tell. */
export type Principal =
  | {
      kind: 'nobody'
      refusal: { code: RefusalCode; message?: string; details?: unknown }
      /** Whose key it is all the same, for those who ask what became of its calls. */
      refusedKey?: KeyPrincipal
    }
  | KeyPrincipal
  | PersonPrincipal

export type KeyPrincipal = {
  kind: 'key'
  keyId: string
  merchant: MerchantRow
  environment: Environment
  scopes: ReadonlySet<Scope>
  /** Which caps it has on what it may ask to be paid out, if any. */
  payoutCapsId: string | null
}

export type PersonPrincipal = {
  kind: 'person'
  /** The one that the request came with. */
  sessionId: string
  user: Person
  isSuperAdmin: boolean
  memberships: readonly Membership[]
}

export type Person = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  twoFactorEnabled: boolean
  language: 'sw' | 'en' | null
  createdAt: Date
}

export type Membership = { merchant: MerchantRow; role: Role }

/** The merchant as it stood when the credentials were read: its gates are needed by nearly every call. */
export type MerchantRow = {
  id: string
  name: string
  phone: string | null
  verification_status: 'unverified' | 'pending' | 'verified'
  is_active: boolean
  created_at: Date
  updated_at: Date
}

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
