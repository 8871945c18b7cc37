import type { Principal } from './cast.ts'

/** A success status, or `status code` of a refusal. */
export type Expected = number | `${number} ${string}`
export type Row = Record<Principal, Expected>

// Written by hand from the specification, not from the contract's access data: that is what is being tested.

export const noCredentials = {
  nobody: '401 unauthenticated',
  malformed_key: '401 invalid_api_key',
  unknown_key: '401 invalid_api_key',
  revoked_key: '401 invalid_api_key',
  expired_key: '401 invalid_api_key',
  strayed_key: '403 ip_not_allowed',
  ended_session: '401 unauthenticated',
} as const

export const noKeys = {
  live_key: '403 dashboard_session_required',
  sandbox_key: '403 dashboard_session_required',
  narrow_key: '403 dashboard_session_required',
  foreign_key: '403 dashboard_session_required',
} as const

/** The merchant is not theirs: neither owning another one nor the admin plane opens it. */
export const outsiders = {
  foreign_owner: '403 merchant_mismatch',
  no_merchants: '403 merchant_mismatch',
  super_admin: '403 merchant_mismatch',
} as const

export const everyone: Row = {
  nobody: 200,
  malformed_key: 200,
  unknown_key: 200,
  revoked_key: 200,
  expired_key: 200,
  strayed_key: 200,
  ended_session: 200,
  live_key: 200,
  sandbox_key: 200,
  narrow_key: 200,
  foreign_key: 200,
  owner: 200,
  admin: 200,
  finance: 200,
  developer: 200,
  viewer: 200,
  cashier: 200,
  foreign_owner: 200,
  no_merchants: 200,
  super_admin: 200,
}

export function everyPerson(status: number): Row {
  return {
    ...noCredentials,
    ...noKeys,
    owner: status,
    admin: status,
    finance: status,
    developer: status,
    viewer: status,
    cashier: status,
    foreign_owner: status,
    no_merchants: status,
    super_admin: status,
  }
}

export function superAdminOnly(status: number): Row {
  return {
    ...noCredentials,
    ...noKeys,
    owner: '403 forbidden',
    admin: '403 forbidden',
    finance: '403 forbidden',
    developer: '403 forbidden',
    viewer: '403 forbidden',
    cashier: '403 forbidden',
    foreign_owner: '403 forbidden',
    no_merchants: '403 forbidden',
    super_admin: status,
  }
}

/** Whoever looks at all of a merchant. Cashiers do not. */
export const everyRole = {
  owner: 200,
  admin: 200,
  finance: 200,
  developer: 200,
  viewer: 200,
  cashier: '403 forbidden',
} as const
