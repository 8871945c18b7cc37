import type {
  Asked,
  AskedPayOut,
  CollectOrder,
  PayOutOrder,
  Provider,
} from '../../src/providers/providers.ts'

/** A signal that never comes, for those who wait as long as it takes. */
export const forEver = new AbortController().signal

export type Patient = ReturnType<typeof patient>

/** The same provider, asked by somebody who never hangs up. */
export function patient(provider: Provider) {
  return {
    ...provider,
    collect: (order: CollectOrder) => provider.collect(order, forEver),
    lookUp: (payment: Asked) => provider.lookUp(payment, forEver),
    payOut: (order: PayOutOrder) => provider.payOut(order, forEver),
    lookUpPayOut: (payment: AskedPayOut) => provider.lookUpPayOut(payment, forEver),
  }
}
