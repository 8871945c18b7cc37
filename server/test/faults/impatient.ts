import type { Provider } from '../../src/providers/providers.ts'

/** The same provider, asked by somebody who hangs up after a while, so that a silence costs no quarter of a minute. */
export function impatient(provider: Provider, patienceMs: () => number): Provider {
  const within = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(patienceMs())])
  const { cancel } = provider
  return {
    ...provider,
    collect: (order, signal) => provider.collect(order, within(signal)),
    lookUp: (asked, signal) => provider.lookUp(asked, within(signal)),
    payOut: (order, signal) => provider.payOut(order, within(signal)),
    lookUpPayOut: (asked, signal) => provider.lookUpPayOut(asked, within(signal)),
    ...(cancel && { cancel: (asked, signal) => cancel(asked, within(signal)) }),
  }
}
