import type { Environment } from '@malipo/contract'
import type { Malipo } from '@malipo/sdk'
import { useParams } from '@tanstack/react-router'
import { merchantClient } from '../calls/clients.ts'
import { type Role, useMe } from '../people/who.ts'

export type Merchant = {
  merchantId: string
  environment: Environment
  name: string
  role: Role
  malipo: Malipo
  /** The beginning of every query key of this merchant in this environment: nothing of another is ever shown. */
  key: readonly [string, Environment]
}

/** The merchant and environment that the address names. Only within routes below `/m/$merchantId/$environment`. */
export function useMerchant(): Merchant {
  const { merchantId = '', environment } = useParams({ strict: false })
  const { merchants } = useMe()
  const found = merchants.find(({ merchant_id }) => merchant_id === merchantId)
  if (!found || (environment !== 'live' && environment !== 'sandbox')) throw new NotYourMerchant()
  return {
    merchantId,
    environment,
    name: found.name,
    role: found.role,
    malipo: merchantClient(merchantId, environment),
    key: [merchantId, environment],
  }
}

/** Thrown where the address names a merchant that whoever is signed in does not act for. */
export class NotYourMerchant extends Error {
  override name = 'NotYourMerchant'
}

/** The merchant of the address where there is one; Super Admins look at no one's in particular. */
export function useMerchantId(): string {
  return useParams({ strict: false }).merchantId ?? 'admin'
}
