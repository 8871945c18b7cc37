export const environments = ['live', 'sandbox'] as const
export type Environment = (typeof environments)[number]

export const roles = ['owner', 'admin', 'finance', 'developer', 'viewer'] as const
export type Role = (typeof roles)[number]

export const scopes = [
  'collections:read',
  'collections:write',
  'disbursements:read',
  'disbursements:write',
  'payment_links:read',
  'payment_links:write',
  'invoices:read',
  'invoices:write',
  'transactions:read',
  'balance:read',
  'events:read',
] as const
export type Scope = (typeof scopes)[number]

/** Who may call an operation. The server enforces exactly this, and the reference shows it. */
export type Access =
  | { who: 'anyone' }
  | { who: 'person' }
  | { who: 'super_admin' }
  | {
      who: 'merchant'
      /** Where the merchant is named: in the path, body or query, or by the key or session itself. */
      merchant: 'path' | 'body' | 'query' | 'caller'
      /** The only environment it is for, if there is one. */
      environment?: Environment
      roles: readonly Role[]
      /** The scope a key needs; `any` for each valid key; `none` where only people may call. */
      keys: Scope | 'any' | 'none'
    }

export const everyRole: readonly Role[] = roles
