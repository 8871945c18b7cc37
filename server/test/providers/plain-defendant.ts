import { createHash, createHmac, randomUUID } from 'node:crypto'
import type {
  CollectOrder,
  Outcome,
  PayOutOrder,
  PayOutOutcome,
  Provider,
  RawCallback,
  RefundOrder,
} from '../../src/providers/providers.ts'
import type { Defendant } from './defendant.ts'
import { forEver } from './patient.ts'

const amounts = { smallest: 1n, least: 1n, most: 1_000_000n }
const waiting = { kind: 'pending', providerStatus: 'WAITING' } as const

export const signPlain = (body: Uint8Array) => createHmac('sha256', 'plain key').update(body).digest('hex')

/** Orders with this description are paid at once. */
const paidAtOnce = 'paid at once'

/** A provider in memory that keeps every promise: it signs, shows codes, knows repeats, returns payments, and has a sibling. */
export function plainProvider(): Provider {
  const [payments, payOuts] = [new Set<string>(), new Set<string>()]
  const [paid, refunds] = [new Map<string, bigint>(), new Map<string, bigint>()]
  return {
    name: 'plain',
    can: {
      methods: ['USSD_PUSH', 'DYNAMIC_QR'],
      currencies: ['TZS'],
      amounts,
      payOuts: { methods: ['MOBILE_MONEY'], currencies: ['TZS'], amounts },
      refunds: { way: 'native', partial: true, days: null, amounts },
      knowsRepeats: true,
      signsCallbacks: true,
      callbackBytes: 16_384,
      weScreen: false,
    },
    async collect({ reference, method, amount, description }) {
      payments.add(reference)
      if (description === paidAtOnce) paid.set(reference, amount)
      return method === 'DYNAMIC_QR' ? { ...waiting, qr: codeOf(reference) } : waiting
    },
    lookUp: async ({ reference }) => (payments.has(reference) ? waiting : { kind: 'never_seen' }),
    async payOut({ reference }) {
      payOuts.add(reference)
      return waiting
    },
    lookUpPayOut: async ({ reference }) => (payOuts.has(reference) ? waiting : { kind: 'never_seen' }),
    async refund({ reference, amount, paidAs }) {
      const most = paid.get(paidAs)
      if (most === undefined || amount > most) return notReturned
      refunds.set(reference, amount)
      return shown(reference, returnedWhole(amount))
    },
    lookUpRefund: async ({ reference }) => {
      const amount = refunds.get(reference)
      return amount === undefined ? { kind: 'never_seen' } : shown(reference, returnedWhole(amount))
    },
    readCallback: ({ headers, body }) => {
      const [eventId, about, reference, word] = Buffer.from(body).toString().split(' ')
      if (!eventId || !reference || (about !== 'in' && about !== 'out') || word === undefined) return null
      return {
        eventId,
        reference,
        about: about === 'in' ? 'collection' : 'disbursement',
        outcome: outcomeOf(word),
        isGenuine: headers['x-plain'] === signPlain(body),
      }
    },
  }
}

const notReturned: PayOutOutcome = {
  ...{
    kind: 'failed',
    providerStatus: 'NO',
    reason: 'refused',
    providerMessage: 'There is no such payment.',
  },
}

function returnedWhole(amount: bigint): PayOutOutcome {
  return { kind: 'succeeded', providerStatus: 'RETURNED', paid: { amount, currency: 'TZS' } }
}

const shown = (reference: string, outcome: PayOutOutcome): PayOutOutcome => ({
  ...outcome,
  exchange: { request: { reference }, response: outcome.kind },
})

export async function plainDefendant(): Promise<Defendant> {
  const provider = plainProvider()
  const refundOf = async (description: string | null): Promise<RefundOrder> => {
    const order = { ...plainOrder(), description }
    await provider.collect(order, forEver)
    return { ...plainPayOut(), amount: order.amount, paidAs: order.reference }
  }
  return {
    provider,
    stranger: plainProvider(),
    order: plainOrder,
    callback: (reference, word) => plainCallback('in', reference, word),
    words: { success: 'PAID', failures: ['NO'] },
    payOuts: {
      order: plainPayOut,
      news: {
        callback: (reference, word) => plainCallback('out', reference, word),
        words: { success: 'PAID', failures: ['NO'] },
      },
    },
    refunds: {
      ofPaid: () => refundOf(paidAtOnce),
      ofUnpaid: () => refundOf(null),
      secrets: ['plain key'],
    },
    close: async () => {},
  }
}

function codeOf(reference: string) {
  const paymentToken = createHash('sha256').update(reference).digest('hex')
  return { paymentToken, payload: `code ${paymentToken}` }
}

function outcomeOf(word: string): Outcome {
  if (word === 'PAID') return { kind: 'succeeded', providerStatus: word }
  if (word !== 'NO') return { kind: 'unknown', because: `It said ${word}.` }
  return { kind: 'failed', providerStatus: word, reason: 'declined', providerMessage: 'No.' }
}

function plainCallback(about: 'in' | 'out', reference: string, word: string): RawCallback {
  const body = Buffer.from(`${randomUUID()} ${about} ${reference} ${word}`)
  return { headers: { 'x-plain': signPlain(body) }, body }
}

function plainOrder(): CollectOrder {
  return {
    reference: `MLP${randomUUID()}`,
    merchantId: randomUUID(),
    merchantName: 'Duka la Asha',
    method: 'USSD_PUSH',
    amount: 150_000n,
    currency: 'TZS',
    phone: '255712345678',
    expiresAt: null,
    description: null,
  }
}

function plainPayOut(): PayOutOrder {
  return {
    reference: `MLW${randomUUID()}`,
    merchantId: randomUUID(),
    method: 'MOBILE_MONEY',
    amount: 100_000n,
    currency: 'TZS',
    destinationCode: 'MPESA',
    recipientName: 'Asha Juma',
    identifier: '255712345678',
  }
}
