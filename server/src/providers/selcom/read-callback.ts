import { minorFromText } from '../../primitives/money.ts'
import type { ProviderCallback, RawCallback } from '../provider.ts'
import { fieldsToBelieve } from './assumptions.ts'
import { doneCode, notUnderstood, outcomeOfWord } from './codes.ts'
import { phoneOf } from './orders.ts'
import { type Credentials, provenFields } from './sign.ts'

/**
 * The news of an order. Unsigned, as all that were seen are, it is a reason to ask. Signed, it is believed in the fields that are signed,
 * and nothing else of it is told on: what somebody paid may be written by anybody, since the documented signature leaves it out.
 */
export function readCallback(
  credentials: Credentials,
  signsCallbacks: boolean,
  { headers, body }: RawCallback,
): ProviderCallback | null {
  const fields = fieldsOf(body)
  const { order_id: reference, payment_status: word, transid } = fields
  if (typeof reference !== 'string' || reference === '' || typeof word !== 'string') return null
  const proven = signsCallbacks ? provenFields(credentials, headers, fields) : null
  const isGenuine = proven !== null && fieldsToBelieve.every((name) => proven.has(name))
  const tells = (name: string) => (isGenuine && !proven.has(name) ? undefined : fields[name])
  return {
    eventId: `${reference}:${word}:${String(transid)}`,
    reference,
    about: 'collection',
    outcome: outcomeOf(word, tells),
    isGenuine,
  }
}

function outcomeOf(word: string, tells: (name: string) => unknown): ProviderCallback['outcome'] {
  const [amount, payer] = [minorFromText(String(tells('amount'))), phoneOf(tells('phone'))]
  const outcome = outcomeOfWord(word, {
    ...(amount !== null && { paid: { amount, currency: 'TZS' } }),
    ...(payer !== null && { payer }),
  })
  // A completed order whose call has failed is a contradiction, and no news.
  if (outcome.kind === 'succeeded' && tells('resultcode') !== doneCode) return notUnderstood(word)
  return outcome
}

function fieldsOf(body: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString())
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
