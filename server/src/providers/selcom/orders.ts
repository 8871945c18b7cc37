import { minorFromText, textFromMinor } from '../../primitives/money.ts'
import type { Asked, Cancelled, CollectOrder, Listed, LookedUp, Outcome } from '../provider.ts'
import {
  creationDate,
  leastMixxPush,
  leastPush,
  mostListBytes,
  mostRemarkCharacters,
  neverMadeCode,
  offsetOfTanzania,
  pushLivesMs,
  unnamedBuyer,
} from './assumptions.ts'
import { type Answer, type Caller, callSelcom } from './client.ts'
import {
  doneCode,
  notUnderstood,
  outcomeOfCall,
  outcomeOfQuery,
  outcomeOfWord,
  withoutBlocks,
} from './codes.ts'
import type { Fields } from './sign.ts'

export type Shop = Caller & {
  /** The till that money comes to. */
  vendor: string
  buyerEmail: string
  /** Where we want to be told. Without it in the order nothing is ever told. */
  callbackUrl: string
}

const ordered = { kind: 'pending', providerStatus: 'PENDING' } as const

/** An order, and then the push for it; a code comes with the order. Nothing is pushed before the order surely exists. */
export async function collect(shop: Shop, order: CollectOrder, signal: AbortSignal): Promise<Outcome> {
  const fields = orderFields(shop, order)
  const made = await callSelcom(
    shop,
    { method: 'POST', path: '/v1/checkout/create-order-minimal', fields },
    signal,
  )
  const outcome = withoutBlocks(outcomeOfCall(made, ordered))
  if (outcome !== ordered) return outcome.kind === 'pending' ? notUnderstood(outcome.providerStatus) : outcome
  return order.method === 'DYNAMIC_QR' ? withCode(made) : await push(shop, order, signal)
}

/** Neither code of success means that money has moved: the prompt is on its way. */
async function push(
  shop: Shop,
  { reference, method, phone }: CollectOrder,
  signal: AbortSignal,
): Promise<Outcome> {
  const product = method === 'PROVIDER_PESA_PUSH' ? 'selcompesa-payment' : 'wallet-payment'
  const fields = { transid: reference, order_id: reference, msisdn: phone ?? '' }
  const pushed = await callSelcom(shop, { method: 'POST', path: `/v1/checkout/${product}`, fields }, signal)
  const outcome = withoutBlocks(outcomeOfCall(pushed, ordered))
  const isTooSmall = outcome.kind === 'failed' && outcome.reason === 'limit'
  return isTooSmall ? { ...outcome, providerMessage: limitsOfPushes } : outcome
}

/** Which network a number is on only they know, so both are told. */
const limitsOfPushes = `A payment needs ${wholeShillings(leastPush)} shillings at least, and ${wholeShillings(leastMixxPush)} on Mixx by Yas.`

/** The code is theirs, to be shown exactly as it came. */
function withCode({ envelope }: Answer): Outcome {
  const { qr: payload, payment_token: paymentToken } = envelope?.rows[0] ?? {}
  if (
    typeof payload !== 'string' ||
    typeof paymentToken !== 'string' ||
    payload === '' ||
    paymentToken === ''
  )
    return notUnderstood('nothing of the code')
  return { ...ordered, qr: { paymentToken, payload } }
}

/** In the order of the documentation, which is that of the signature. What we have nothing to say in is left out. */
function orderFields(shop: Shop, order: CollectOrder): Fields {
  const { reference, phone, amount, currency, merchantName, expiresAt } = order
  return {
    vendor: shop.vendor,
    order_id: reference,
    buyer_email: shop.buyerEmail,
    buyer_name: unnamedBuyer.name,
    buyer_phone: phone ?? unnamedBuyer.phone,
    amount: wholeShillings(amount),
    currency,
    webhook: Buffer.from(shop.callbackUrl).toString('base64'),
    merchant_remarks: plainText(merchantName),
    no_of_items: 1,
    expiry: minutesUntil(expiresAt, shop.clock.now()),
  }
}

export async function lookUpOrder(
  shop: Caller,
  { reference }: Asked,
  signal: AbortSignal,
): Promise<LookedUp> {
  const path = '/v1/checkout/order-status'
  const answer = await callSelcom(shop, { method: 'GET', path, fields: { order_id: reference } }, signal)
  const { envelope, status } = answer
  if (status === 200 && envelope?.resultcode === neverMadeCode) return { kind: 'never_seen' }
  const found = outcomeOfQuery(answer, ordered)
  // How the question went is one thing, and how the order stands another.
  if (found !== ordered) return found.kind === 'unknown' ? found : notUnderstood(found.providerStatus)
  const row = envelope?.rows[0]
  if (row?.order_id !== reference) return notUnderstood('something of another order')
  return outcomeOfRow(row)
}

/** Only `000` calls it back. Whatever else they say, the order itself tells how it stands. */
export async function cancelOrder(shop: Caller, asked: Asked, signal: AbortSignal): Promise<Cancelled> {
  const fields = { order_id: asked.reference }
  const answer = await callSelcom(
    shop,
    { method: 'DELETE', path: '/v1/checkout/cancel-order', fields },
    signal,
  )
  const { envelope, status, because } = answer
  if (envelope === null || status !== 200) return { kind: 'unknown', because }
  if (envelope.resultcode === doneCode) return { kind: 'cancelled', providerStatus: 'CANCELLED' }
  const found = await lookUpOrder(shop, asked, signal)
  return found.kind === 'never_seen' ? notUnderstood('that it has no such order') : found
}

/** Days of Dar es Salaam are what they list, and the span decides which lines of them are meant. */
export async function* listOrders(
  shop: Caller,
  { from, to }: { from: Date; to: Date },
  signal: AbortSignal,
): AsyncIterable<Listed> {
  const fields = { fromdate: dayOf(from), todate: dayOf(to) }
  const path = '/v1/checkout/list-orders'
  const answer = await callSelcom(shop, { method: 'GET', path, fields, mostBytes: mostListBytes }, signal)
  const { envelope, status, because } = answer
  // An iterator has no word for not knowing, and one that ended early would look whole.
  if (envelope === null || status !== 200) throw new Error(because)
  if (envelope.resultcode !== doneCode) throw new Error(`The gateway said ${envelope.resultcode}.`)
  for (const row of envelope.rows) {
    const at = instantOf(row.creation_date)
    if (at === null || typeof row.order_id !== 'string') throw new Error('A line of the list cannot be read.')
    if (at < from || at >= to) continue
    yield { reference: row.order_id, about: 'collection', outcome: outcomeOfRow(row), at }
  }
}

/** How an order stands, by a row about it. Money that cannot be read is not known to have come. */
function outcomeOfRow(row: Record<string, unknown>): Outcome {
  const { payment_status: word, amount } = row
  if (typeof word !== 'string') return notUnderstood('nothing of its status')
  const minor = typeof amount === 'string' ? minorFromText(amount) : null
  const payer = phoneOf(row.phone ?? row.msisdn)
  const outcome = outcomeOfWord(word, {
    ...(minor !== null && { paid: { amount: minor, currency: 'TZS' } }),
    ...(payer !== null && { payer }),
  })
  return outcome.kind === 'succeeded' && minor === null ? notUnderstood('nothing of the amount') : outcome
}

export function phoneOf(text: unknown): string | null {
  const digits = /^(?:\+?255|0)?([67][0-9]{8})$/.exec(String(text))?.[1]
  return digits === undefined ? null : `255${digits}`
}

/** Only what is whole gets here; the capabilities say so. */
export function wholeShillings(amount: bigint): number {
  if (amount % 100n !== 0n) throw new Error(`${textFromMinor(amount)} is no whole amount of shillings.`)
  return Number(amount / 100n)
}

/** Printable ASCII is what every part of their chain can write. */
export function plainText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
  return plain.slice(0, mostRemarkCharacters).trim() || 'Malipo'
}

/** Rounded down, because after its time nobody should pay any more. */
function minutesUntil(then: Date | null, now: Date): number {
  const ms = then === null ? pushLivesMs : then.getTime() - now.getTime()
  return Math.max(1, Math.floor(ms / 60_000))
}

function dayOf(instant: Date): string {
  return new Date(instant.getTime() + offsetOfTanzania.ms).toISOString().slice(0, 10)
}

function instantOf(text: unknown): Date | null {
  const [, day, time] = creationDate.exec(String(text)) ?? []
  const instant = new Date(`${day}T${time}${offsetOfTanzania.text}`)
  return Number.isNaN(instant.getTime()) ? null : instant
}
