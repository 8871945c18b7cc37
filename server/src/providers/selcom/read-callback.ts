import { minorFromText } from '../../primitives/money.ts'
import type { ProviderCallback, RawCallback } from '../provider.ts'
import { doneCode, notUnderstood, outcomeOfWord } from './codes.ts'
import { phoneOf } from './orders.ts'

/**
 * The news of an order: a reason to ask, and never more. None that was seen is signed, and the signature that is documented leaves out
 * the amount, so that whoever paid another one would have paid what was ordered.
 */
export function readCallback({ body }: RawCallback): ProviderCallback | null {
  const fields = fieldsOf(body)
  const { order_id: reference, payment_status: word, transid } = fields
  if (typeof reference !== 'string' || reference === '' || typeof word !== 'string') return null
  return {
    eventId: `${reference}:${word}:${String(transid)}`,
    reference,
    about: 'collection',
    outcome: outcomeOf(word, fields),
    isGenuine: false,
  }
}

function outcomeOf(word: string, told: Record<string, unknown>): ProviderCallback['outcome'] {
  const [amount, payer] = [minorFromText(String(told.amount)), phoneOf(told.phone)]
  const outcome = outcomeOfWord(word, {
    ...(amount !== null && { paid: { amount, currency: 'TZS' } }),
    ...(payer !== null && { payer }),
  })
  // A completed order whose call has failed is a contradiction, and no news.
  if (outcome.kind === 'succeeded' && told.resultcode !== doneCode) return notUnderstood(word)
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
