import type { RoutedMethod } from '@malipo/sdk'
import { useWords } from '../../words/words.ts'
import { paymentsWords } from '../payments/payments-words.ts'
import { pricingWords } from '../pricing/pricing-words.ts'

/** Everything that a provider can be given: the ways to be paid, then the ways to pay out. */
export const routedMethods: readonly RoutedMethod[] = [
  'USSD_PUSH',
  'STK_PUSH',
  'PROVIDER_PESA_PUSH',
  'DYNAMIC_QR',
  'BILL_PAY',
  'MOBILE_MONEY',
  'BANK_ACCOUNT',
  'PROVIDER_PESA',
]

/** What people call them, on either side. */
export function useMethodNames(): Record<RoutedMethod, string> {
  return { ...useWords(paymentsWords).methods, ...useWords(pricingWords).channels }
}
