import type { Outcome, Provider } from '../../src/providers/providers.ts'
import type { Defendant } from './defendant.ts'
import { plainDefendant } from './plain-defendant.ts'
import { toyDefendant } from './toy/toy-defendant.ts'

/** An adapter that breaks a promise, by one change to one that keeps them all. */
export type BadAdapter = { breaks: string; how: string; stand(): Promise<Defendant> }

export type Change = (provider: Provider) => Partial<Provider>

export const failed: Outcome & { kind: 'failed' } = {
  kind: 'failed',
  providerStatus: 'X',
  reason: 'refused',
  providerMessage: 'no',
}

/** One that speaks for itself, in memory. */
export const plain = (breaks: string, how: string, change: Change): BadAdapter => ({
  breaks,
  how,
  stand: async () => changed(await plainDefendant(), change),
})

/** One that speaks over the wire, also where its recordings are replayed. */
export const toy = (breaks: string, how: string, change: Change): BadAdapter => ({
  breaks,
  how,
  stand: async () => changed(await toyDefendant(), change),
})

function changed(defendant: Defendant, change: Change): Defendant {
  const spoil = (provider: Provider): Provider => ({ ...provider, ...change(provider) })
  const { recorded } = defendant
  return {
    ...defendant,
    provider: spoil(defendant.provider),
    ...(recorded && { recorded: { ...recorded, openAt: (url) => spoil(recorded.openAt(url)) } }),
  }
}
