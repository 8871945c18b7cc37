import type { Environment } from '@malipo/contract'
import { textFromMinor } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { Carries, Provider } from './provider.ts'
import type { Registry } from './registry.ts'

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
  { methods, currencies, amounts }: Carries<Method>,
  wish: { method: Method | null; amount: bigint; currency: string },
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
  const limit = limitMet(amounts, wish.amount)
  if (limit === null) return
  throw new Refusal('amount_not_supported', {
    message: `The provider cannot carry this amount: it must be ${limit}.`,
    details: {
      smallest_unit: textFromMinor(amounts.smallest),
      minimum: textFromMinor(amounts.least),
      maximum: textFromMinor(amounts.most),
    },
  })
}

function limitMet({ smallest, least, most }: Carries<string>['amounts'], amount: bigint): string | null {
  if (amount < least) return `${textFromMinor(least)} or more`
  if (amount > most) return `${textFromMinor(most)} or less`
  return amount % smallest === 0n ? null : `a multiple of ${textFromMinor(smallest)}`
}
