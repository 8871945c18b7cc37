import type { Environment } from '@malipo/contract'
import { textFromMinor } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { Carries, Provider } from './provider.ts'
import type { Registry } from './registry.ts'
import { networkOf } from './simulated/simulated.ts'

/** Who carries what is asked for now; refused where there is nobody. */
export function carrierFor(registry: Registry, environment: Environment): Provider {
  const provider = registry.routeFor(environment)
  if (provider) return provider
  throw new Refusal('provider_error', {
    message: 'No payment provider is set up for live traffic. Ask the operator to set LIVE_PROVIDER.',
  })
}

/** Refuses what a provider cannot carry, with the limit that it meets. A method that nobody has picked yet is none. */
export function refuseUncarried<Method extends string>(
  { methods, currencies, amounts: usual, leastOn }: Carries<Method>,
  wish: { method: Method | null; amount: bigint; currency: string; phone?: string | null },
): void {
  if (wish.method !== null && !methods.includes(wish.method)) {
    throw invalid({
      field: 'method',
      problem: `${wish.method} is not carried by the provider here; it carries ${methods.join(', ')}`,
    })
  }
  if (!currencies.includes(wish.currency)) {
    throw new Refusal('unsupported_currency', {
      message: `This currency is not supported here. Use ${currencies.join(' or ')}.`,
      details: { supported: currencies },
    })
  }
  const network = pushedOn(wish)
  const own = network === null ? undefined : leastOn?.[network]
  const amounts = own !== undefined && own > usual.least ? { ...usual, least: own } : usual
  const limit = limitMet(amounts, wish.amount)
  if (limit === null) return
  const where = amounts === usual ? '' : ` on ${network}`
  throw new Refusal('amount_not_supported', {
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
