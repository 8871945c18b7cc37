import type { LookedUp, Outcome } from '../../../src/providers/providers.ts'
import { declined, succeeded } from '../money/own-provider.ts'

const failed: Outcome = { kind: 'failed', providerStatus: 'FAILED', reason: 'refused', providerMessage: 'no' }
const reversed: Outcome = { kind: 'reversed', providerStatus: 'REVERSED' }

/** Ours, what their list has of it, what they say when asked, what is found and proposed, and what accepting it does. */
export const differences: [
  about: 'push' | 'payout',
  ours: Outcome,
  theirs: Outcome | null,
  said: LookedUp,
  found: string,
  proposed: string,
  accepted: string,
][] = [
  ['push', succeeded(), null, { kind: 'never_seen' }, 'missing_there', 'accept_provider', 'reversed'],
  ['push', declined, succeeded(150_000n), unclear(), 'missing_here', 'accept_provider', 'successful'],
  ['push', declined, succeeded(10_000n), unclear(), 'different_amount', 'keep_ours', '422 validation_error'],
  ['push', succeeded(), reversed, unclear(), 'different_state', 'accept_provider', 'reversed'],
  ['push', succeeded(), failed, unclear(), 'different_state', 'keep_ours', 'reversed'],
  [
    'push',
    succeeded(),
    succeeded(150_100n),
    succeeded(),
    'different_amount',
    'keep_ours',
    '422 validation_error',
  ],
  ['payout', succeeded(), null, { kind: 'never_seen' }, 'missing_there', 'accept_provider', 'REVERSED'],
  ['payout', succeeded(), reversed, unclear(), 'different_state', 'accept_provider', 'REVERSED'],
  ['payout', failed, succeeded(1_000_000n), unclear(), 'missing_here', 'keep_ours', '409 invalid_state'],
]

export function unclear(): LookedUp {
  return { kind: 'unknown', because: 'no clear word', answered: true }
}
