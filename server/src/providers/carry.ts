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
  { methods, currencies, amounts: usual, leastOn }: Carries<Method>,
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
  const network = pushedOn(wish)
  const own = network === null ? undefined : leastOn?.[network]
  const amounts = own !== undefined && own > usual.least ? { ...usual, least: own } : usual
  const limit = wish.amount === undefined ? null : limitMet(amounts, wish.amount)
  if (limit === null) return null
  const where = amounts === usual ? '' : ` on ${network}`
  return new Refusal('amount_not_supported', {
    message: `The provider cannot carry this amount${where}: it must be ${limit}.`,
    details: {
      smallest_unit: textFromMinor(amounts.smallest),
      minimum: textFromMinor(amounts.least),
      maximum: textFromMinor(amounts.most),
    },
  })
}

/** The network that a push goes to, by the number it was first given to. A code can be scanned on any. */
function pushedOn({ method, phone }: { method: string | null; phone?: string | null }): string | null {
  const isPush = method === 'USSD_PUSH' || method === 'STK_PUSH'
  return isPush && typeof phone === 'string' ? networkOf(phone) : null
}

function limitMet({ smallest, least, most }: Carries<string>['amounts'], amount: bigint): string | null {
  if (amount < least) return `${textFromMinor(least)} or more`
  if (amount > most) return `${textFromMinor(most)} or less`
  return amount % smallest === 0n ? null : `a multiple of ${textFromMinor(smallest)}`
}
