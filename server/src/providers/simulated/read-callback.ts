import { minorFromText } from '../../primitives/money.ts'
import type { BillPaid, Outcome, ProviderCallback, RawCallback } from '../provider.ts'
import { eventOfPayoutWord, eventOfWord, outcomeOfPayoutWord, outcomeOfWord } from './codes.ts'
import { type SignCallback, signatureHeader, signatureHolds } from './sign.ts'

/** Reads what claims to be a callback of the network. Whatever it cannot make sense of is null or unknown. */
export function readCallback(sign: SignCallback, { headers, body }: RawCallback): ProviderCallback | null {
  const fields = fieldsOf(body)
  const eventId = nameIn(fields?.event_id)
  const reference = nameIn(fields?.provider_reference)
  if (fields === null || eventId === null || reference === null) return null
  const about = aboutOf(fields)
  const bill = billIn(fields)
  return {
    eventId,
    reference,
    about,
    outcome: outcomeOfFields(fields, about),
    ...(bill && { bill }),
    isGenuine: signatureHolds(sign, body, headers[signatureHeader]),
  }
}

/** What was paid at a counter of the network, for a number. */
function billIn(fields: Fields): BillPaid | null {
  const number = nameIn(fields.bill_number)
  const amount = typeof fields.amount === 'string' ? minorFromText(fields.amount) : null
  const currency = nameIn(fields.currency)
  if (number === null || amount === null || currency === null) return null
  return { number, amount, currency, payer: nameIn(fields.payer), account: nameIn(fields.account) }
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

/** What names neither is taken for a collection, and its outcome for unknown. */
function aboutOf({ event_type }: Fields): ProviderCallback['about'] {
  const isPayout = typeof event_type === 'string' && event_type.startsWith('disbursement.')
  return isPayout ? 'disbursement' : 'collection'
}

function outcomeOfFields(fields: Fields, about: ProviderCallback['about']): Outcome {
  const { event_type, payment_status: word, currency } = fields
  const amount = typeof fields.amount === 'string' ? minorFromText(fields.amount) : null
  if (typeof word !== 'string' || typeof currency !== 'string' || amount === null) {
    return { kind: 'unknown', because: 'The callback lacks its status, amount or currency.' }
  }
  const [outcome, event] =
    about === 'disbursement'
      ? [outcomeOfPayoutWord(word, { amount, currency }), eventOfPayoutWord(word)]
      : [
          outcomeOfWord(word, {
            ...{ amount, currency, payer: nameIn(fields.payer), hold: nameIn(fields.hold) },
            payerName: nameIn(fields.payer_name),
          }),
          eventOfWord(word),
        ]
  if (outcome.kind === 'unknown' || event === event_type) return outcome
  return { kind: 'unknown', because: `The event does not fit the status ${word}.` }
}
