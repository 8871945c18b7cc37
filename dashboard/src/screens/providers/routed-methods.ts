import type { RoutedMethod } from '@malipo/sdk'

/** Everything that a provider can be given: the ways to be paid, then the ways to pay out. */
export const routedMethods: readonly RoutedMethod[] = [
  'USSD_PUSH',
  'STK_PUSH',
  'PROVIDER_PESA_PUSH',
  'DYNAMIC_QR',
  'MOBILE_MONEY',
  'BANK_ACCOUNT',
  'PROVIDER_PESA',
]
