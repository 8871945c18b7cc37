import { minorFromText } from '../../primitives/money.ts'
import type { Outcome, ProviderCallback, RawCallback } from '../provider.ts'
import { eventOfWord, outcomeOfWord } from './network-words.ts'
import { type SignCallback, signatureHeader, signatureHolds } from './sign-callback.ts'

/** Reads what claims to be a callback of the network. Whatever it cannot make sense of is null or unknown. */
export function readCallback(sign: SignCallback, { headers, body }: RawCallback): ProviderCallback | null {
  const fields = fieldsOf(body)
  const eventId = nameIn(fields?.event_id)
  const reference = nameIn(fields?.provider_reference)
  if (fields === null || eventId === null || reference === null) return null
  return {
    eventId,
    reference,
    outcome: outcomeOfFields(fields),
    isGenuine: signatureHolds(sign, body, headers[signatureHeader]),
  }
}

type Fields = Record<string, unknown>

function fieldsOf(body: Uint8Array): Fields | null {
  try {
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return read !== null && typeof read === 'object' && !Array.isArray(read) ? (read as Fields) : null
  } catch {
    return null
  }
}

/** Text that can be looked up and kept: the database takes no NUL. */
function nameIn(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || value.length > 200) return null
  return value.includes('\0') || !value.isWellFormed() ? null : value
}

function outcomeOfFields(fields: Fields): Outcome {
  const { event_type, payment_status, currency } = fields
  const amount = typeof fields.amount === 'string' ? minorFromText(fields.amount) : null
  if (typeof payment_status !== 'string' || typeof currency !== 'string' || amount === null) {
    return { kind: 'unknown', because: 'The callback lacks its status, amount or currency.' }
  }
  const outcome = outcomeOfWord(payment_status, {
    amount,
    currency,
    payer: nameIn(fields.payer),
    hold: nameIn(fields.hold),
  })
  if (outcome.kind === 'unknown' || eventOfWord(payment_status) === event_type) return outcome
  return { kind: 'unknown', because: `The event does not fit the status ${payment_status}.` }
}
