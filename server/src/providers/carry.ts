import { textFromMinor } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { Carries } from './provider.ts'
import { networkOf } from './simulated/simulated.ts'

/** What is to be carried, as far as it is known yet. A method that nobody has picked yet is none. */
export type Carriage<Method extends string> = {
  method: Method | null
  amount?: bigint
  currency: string
  phone?: string | null
  destinationCode?: string
}

/** Refuses what a provider cannot carry, with the limit that it meets. */
export function refuseUncarried<Method extends string>(
  carries: Carries<Method>,
  wish: Carriage<NoInfer<Method>>,
): void {
  const refusal = limitOf(carries, wish)
  if (refusal) throw refusal
}

/** The limit that it would meet, or null. */
export function limitOf<Method extends string>(
  { methods, currencies, amounts, destinations }: Carries<Method>,
  wish: Carriage<NoInfer<Method>>,
): Refusal | null {
  if (wish.method !== null && !methods.includes(wish.method)) {
    return invalid({
      field: 'method',
      problem: `${wish.method} is not carried by the provider here; it carries ${methods.join(', ')}`,
    })
  }
  if (!currencies.includes(wish.currency)) {
    return new Refusal('unsupported_currency', {
      message: `This currency is not supported here. Use ${currencies.join(' or ')}.`,
      details: { supported: currencies },
    })
  }
  if (wish.destinationCode !== undefined && destinations?.includes(wish.destinationCode) === false) {
    return invalid({
      field: 'destination_code',
      problem: `${wish.destinationCode} is not paid to by the provider here; GET /v1/destinations says which are available`,
    })
  }
  const limit = wish.amount === undefined ? null : limitMet(amounts, wish.amount)
  if (limit === null) return null
  return new Refusal('amount_not_supported', {
    message: `The provider cannot carry this amount: it must be ${limit}.`,
    details: {
      smallest_unit: textFromMinor(amounts.smallest),
      minimum: textFromMinor(amounts.least),
      maximum: textFromMinor(amounts.most),
    },
  })
}

/**
 * Whether it is likely to refuse a push for being too small on the network that the number was first given to. Numbers are ported, so this is
 * a reason to ask somebody else first, and never one to refuse.
 */
export function isDoubtful(
  { leastOn }: Carries<string>,
  { method, phone, amount }: Partial<Carriage<string>>,
): boolean {
  const isPush = method === 'USSD_PUSH' || method === 'STK_PUSH'
  if (!isPush || typeof phone !== 'string' || amount === undefined) return false
  return amount < (leastOn?.[networkOf(phone) ?? ''] ?? 0n)
}

function limitMet({ smallest, least, most }: Carries<string>['amounts'], amount: bigint): string | null {
  if (amount < least) return `${textFromMinor(least)} or more`
  if (amount > most) return `${textFromMinor(most)} or less`
  return amount % smallest === 0n ? null : `a multiple of ${textFromMinor(smallest)}`
}
