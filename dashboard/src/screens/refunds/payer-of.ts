import type { MerchantCollection, RefundQuoteRequest } from '@malipo/sdk'
import { networkOf } from '../../parts/network-of.ts'
import { codeOf, lookUpOf, problemsWith, type Wish, type WishProblem } from '../withdrawals/wish.ts'

/** Whether a refund finds its payer by itself, needs to be told the network of the number that paid, or all of where it goes. */
export type Payer = 'known' | 'without_network' | 'unknown'

/** As the service sees it: whoever scanned a code has told nobody who they are, whatever number stands beside it. */
export function payerOf({
  method,
  customer_phone: phone,
}: Pick<MerchantCollection, 'method' | 'customer_phone'>): Payer {
  if (!phone || method === null || method === 'DYNAMIC_QR') return 'unknown'
  return method === 'PROVIDER_PESA_PUSH' || networkOf(phone) ? 'known' : 'without_network'
}

const asked: Record<Payer, readonly WishProblem[]> = {
  known: ['amount'],
  without_network: ['code', 'amount'],
  unknown: ['code', 'phone', 'account', 'name', 'amount'],
}

/** What is still missing of what this payer makes one fill in. */
export function problemsBack(wish: Wish, payer: Payer): WishProblem[] {
  return problemsWith(wish).filter((problem) => asked[payer].includes(problem))
}

type Destination = Omit<RefundQuoteRequest, 'collection_id' | 'amount'>

/** Where it goes, as far as that is not known already. `bankName` is the name of the bank that was chosen. */
export function destinationOf(wish: Wish, payer: Payer, bankName: string): Destination {
  if (payer === 'known') return {}
  if (payer === 'without_network') return { destination_code: codeOf(wish) }
  const place = lookUpOf(wish)
  if (place === null) return {}
  const { method, name, ...where } = place
  return {
    ...where,
    destination_method: method,
    destination_name: name,
    ...(method === 'BANK_ACCOUNT' && { bank_name: bankName }),
  }
}
