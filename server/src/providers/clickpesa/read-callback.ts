import type { Outcome, ProviderCallback, RawCallback } from '../provider.ts'
import { events, type Fields, fieldsOf, odd, outcomeOfPayment, outcomeOfPayOut } from './codes.ts'
import { type ChecksumVersion, isSigned } from './sign.ts'

/** `{ event, data }`, signed like our own requests. They give events no name, so it is made of what one says. */
export function readClickpesaCallback(
  { headers, body }: RawCallback,
  signing: { version: ChecksumVersion; key: string },
): ProviderCallback | null {
  const payload = parse(body)
  const told = fieldsOf(payload?.data)
  const { event } = payload ?? {}
  if (!payload || !told || typeof event !== 'string') return null
  const about = aboutOf(event)
  const { orderReference: reference, id, status } = told
  if (about === null || typeof reference !== 'string' || !/^[A-Za-z0-9]{1,64}$/.test(reference)) return null
  const words = [event, id, status].map((word) => (typeof word === 'string' ? word.slice(0, 64) : ''))
  return {
    eventId: [...words, reference].join(':'),
    reference,
    about,
    outcome: outcomeOfEvent(event, about === 'collection' ? outcomeOfPayment(told) : outcomeOfPayOut(told)),
    isGenuine: isSigned(signing, headers, payload),
  }
}

/** Events that are new to us are about what their first word says. Deposits are about nothing that we asked for. */
function aboutOf(event: string): ProviderCallback['about'] | null {
  const known = events.get(event)
  if (known) return known.about
  if (event.startsWith('PAYMENT ')) return 'collection'
  return event.startsWith('PAYOUT ') ? 'disbursement' : null
}

function outcomeOfEvent(event: string, outcome: Outcome): Outcome {
  if (outcome.kind === 'unknown' || events.get(event)?.says.includes(outcome.kind)) return outcome
  return odd(`ClickPesa says ${event.slice(0, 40)} and ${outcome.providerStatus}.`)
}

function parse(body: Uint8Array): Fields | null {
  try {
    return fieldsOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)))
  } catch {
    return null
  }
}
