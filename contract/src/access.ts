export const environments = ['live', 'sandbox'] as const
export type Environment = (typeof environments)[number]

export const roles = ['owner', 'admin', 'finance', 'developer', 'viewer', 'cashier'] as const
export type Role = (typeof roles)[number]

export const scopes = [
  'collections:read',
  'collections:write',
  'disbursements:read',
  'disbursements:write',
  'refunds:read',
  'refunds:write',
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

/** Every role that may look at all of a merchant. A cashier is not one of them: they see what they took today, and nothing else. */
export const everyRole: readonly Role[] = ['owner', 'admin', 'finance', 'developer', 'viewer']

/** Who may ask customers for money in any way. */
export const collectors: readonly Role[] = ['owner', 'admin', 'finance', 'developer']

/** Who may stand at a till: the same, and those who do nothing else. */
export const tillRoles: readonly Role[] = [...collectors, 'cashier']
