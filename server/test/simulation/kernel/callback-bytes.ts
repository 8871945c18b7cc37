import { createHmac } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import type { CallbackTaker } from '../../../src/callbacks/callbacks.ts'
import type { Outcome, ProviderCallback, RawCallback } from '../../../src/providers/providers.ts'

/** A callback on its way to us, and the step before which it does not arrive. */
export type SentCallback = { label: string; kind: string; raw: RawCallback; fromStep: number }

export const genuine = 'genuine'
const signature = 'x-scripted-signature'
const sender = 'x-scripted-sender'

/** The sandbox has the name of the one that callbacks at the interface's own door are about. */
export const providerNames: Record<Environment, string> = { live: 'scripted', sandbox: 'sandbox' }

/** At the door of the provider that sends it, or at the interface's, where merchants play. */
export function takeRaw({ take, takeAtInterface }: CallbackTaker, raw: RawCallback) {
  const name = raw.headers[sender]
  return name === undefined ? takeAtInterface(raw) : take(name, raw)
}

export function providerBytes(
  reference: string,
  eventId: string,
  outcome: Outcome,
  from: Environment,
  signed: string = genuine,
  name: string = providerNames[from],
): RawCallback {
  const word = JSON.stringify(outcome, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  const body = JSON.stringify({ event_id: eventId, provider_reference: reference, word: JSON.parse(word) })
  return { headers: { [signature]: signed, [sender]: name }, body: Buffer.from(body) }
}

/** As a merchant's developer signs in the sandbox. */
export function merchantBytes(
  secret: string,
  fields: { event_id: string; event_type: string; provider_reference: string },
): RawCallback {
  const body = Buffer.from(JSON.stringify(fields))
  const signed = createHmac('sha256', secret).update(body).digest('hex')
  return { headers: { 'x-provider-signature': signed }, body }
}

type Body = {
  event_id: string
  provider_reference: string
  word?: Outcome & { paid?: { amount: string; currency: string } }
}

export function readWord({ headers, body }: RawCallback): ProviderCallback | null {
  const {
    event_id: eventId,
    provider_reference: reference,
    word,
  } = JSON.parse(String(Buffer.from(body))) as Body
  if (word === undefined) return null
  const paid = word.paid && { amount: BigInt(word.paid.amount), currency: word.paid.currency }
  const outcome = { ...word, ...(paid && { paid }) } as Outcome
  return { eventId, reference, about: 'collection', outcome, isGenuine: headers[signature] === genuine }
}
