import type { Environment, RefusalCode, Role, Scope } from '@malipo/contract'

/** Who is calling, as far as the credentials tell. */
export type Principal =
  | { kind: 'nobody'; refusal: { code: RefusalCode; message?: string } }
  | KeyPrincipal
  | PersonPrincipal

export type KeyPrincipal = {
  kind: 'key'
  keyId: string
  merchant: MerchantRow
  environment: Environment
  scopes: ReadonlySet<Scope>
}

export type PersonPrincipal = {
  kind: 'person'
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
