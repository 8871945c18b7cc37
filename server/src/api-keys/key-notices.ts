import { type Environment, operations, type Role } from '@malipo/contract'
import type { Notice } from '../notifications/notifications.ts'

/** Those who keep keys are those who can do something about them. */
export const keepers: readonly Role[] = operations.changeApiKey.access.roles

type KeyOf = { merchant_id: string; name: string; last_four: string }

export function newAddressNotice(
  { merchant_id: merchantId, name, last_four: lastFour, address }: KeyOf & { address: string },
  now: Date,
): Notice {
  return {
    merchantId,
    environment: 'live',
    kind: 'api_key.new_address',
    title: 'A live key was used from a new address',
    text:
      `The live key "${name}" (…${lastFour}) was used from ${address} for the first time, at ${now.toISOString()}. If that is ` +
      'one of your servers, there is nothing to do. If it is not, somebody else has the key: rotate it now, and list the addresses ' +
      'that it may be used from.',
    withdrawalId: null,
    mailTo: keepers,
  }
}

type Ending = KeyOf & { environment: Environment; expires_at: Date; days: number }

export function expiryNotice({
  merchant_id: merchantId,
  environment,
  expires_at: end,
  days,
  ...key
}: Ending): Notice {
  const within = days === 1 ? 'within a day' : `in ${days} days`
  return {
    merchantId,
    environment,
    kind: 'api_key.expires',
    title: `A ${environment} key ends ${within}`,
    text:
      `The ${environment} key "${key.name}" (…${key.last_four}) works until ${end.toISOString()}, and after that its calls are refused. ` +
      'Rotate it, or make a new one, and put it where the old one is used.',
    withdrawalId: null,
    mailTo: keepers,
  }
}
