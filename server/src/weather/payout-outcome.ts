import type { Environment, FailureCode, NetworkDirection } from '@malipo/contract'
import { endOf, type PushOutcome } from './push-outcome.ts'
import { nameOfRoad } from './road.ts'

/** Money that was sent to somebody. */
export type SentPayOut = {
  environment: Environment
  provider: string
  destination_code: string
  /** How a refund goes back; null for what is no refund. */
  way: 'native' | 'pay_out' | null
  sent_at: Date
}

/** Only what a provider returns of its own payments goes another way than payouts do. */
export function directionOf({ way }: Pick<SentPayOut, 'way'>): NetworkDirection {
  return way === 'native' ? 'refunds' : 'payouts'
}

/** What the end of a payout tells about where it went; null where that is nothing. The sandbox tells nothing, as with pushes. */
export function outcomeOfPayOut(sent: SentPayOut, failure: FailureCode | null, at: Date): PushOutcome | null {
  const { environment, provider, destination_code: code, sent_at: begunAt } = sent
  if (environment !== 'live') return null
  return endOf(
    { environment, provider, network: nameOfRoad({ direction: directionOf(sent), code }), begunAt },
    failure,
    at,
  )
}
