import type {
  Asked,
  Listed,
  PayOutLookedUp,
  Provider,
  ProviderCallback,
  RawCallback,
} from '../../../src/providers/providers.ts'
import { callToy, type ToyAnswer, type ToySettings } from './client.ts'
import { cancelledCode, lookedUpOfCode, outcomeOfCode, payOutOfCode, strangerCode } from './codes.ts'

/** Whole shillings, from a hundred to three million. */
const amounts = { smallest: 100n, least: 10_000n, most: 300_000_000n }

const toyPath = (kind: 'pushes' | 'sends', { reference }: Asked) =>
  `/${kind}/${encodeURIComponent(reference)}`

/** An adapter for a gateway that takes forms, answers JSON, tells of news without signing it, and knows no codes to scan. */
export function openToy(settings: ToySettings): Provider {
  const call = (path: string, signal: AbortSignal, form?: Record<string, string>) =>
    callToy(settings, { path, ...(form && { form }) }, signal)
  return {
    name: 'toy',
    can: {
      methods: ['USSD_PUSH', 'STK_PUSH'],
      currencies: ['TZS'],
      amounts,
      payOuts: { methods: ['MOBILE_MONEY'], currencies: ['TZS'], amounts },
      refunds: { way: 'pay_out' },
      knowsRepeats: false,
      signsCallbacks: false,
      callbackBytes: 16_384,
      weScreen: true,
    },
    async collect({ reference, amount, phone, merchantName }, signal) {
      const form = { ref: reference, amount: shillings(amount), msisdn: phone ?? '', payee: merchantName }
      return readPayment(await call('/pushes', signal, form), outcomeOfCode)
    },
    async lookUp(payment, signal) {
      return readPayment(await call(toyPath('pushes', payment), signal), lookedUpOfCode)
    },
    async payOut({ reference, amount, destinationCode, identifier, recipientName }, signal) {
      const to = { wallet: destinationCode, msisdn: identifier, name: recipientName }
      const answer = await call('/sends', signal, { ref: reference, amount: shillings(amount), ...to })
      const outcome = readPayOut(answer)
      if (outcome.kind !== 'never_seen') return outcome
      return { kind: 'unknown', because: 'The gateway has lost it.', exchange: answer.exchange }
    },
    async lookUpPayOut(payment, signal) {
      return readPayOut(await call(toyPath('sends', payment), signal))
    },
    async cancel(payment, signal) {
      const answer = await call(`${toyPath('pushes', payment)}/cancel`, signal, {})
      if (answer.fields?.code !== cancelledCode) return readPayment(answer, outcomeOfCode)
      return { kind: 'cancelled', providerStatus: cancelledCode, exchanges: [answer.exchange] }
    },
    async balance(signal) {
      const { fields, because } = await call('/balance', signal)
      const amount = minorOf(fields?.amount)
      return amount === null ? { kind: 'unknown', because } : { kind: 'known', amount, currency: 'TZS' }
    },
    async probe(signal) {
      const { fields, because, exchange } = await call('/balance', signal)
      const told = { theirTime: null, exchanges: [exchange] }
      if (fields?.code === strangerCode) return { kind: 'refused', because: 'It does not know us.', ...told }
      return fields === null ? { kind: 'unknown', because, ...told } : { kind: 'ok', ...told }
    },
    async lookUpName({ identifier }, signal) {
      const { fields, because } = await call(`/names/${encodeURIComponent(identifier)}`, signal)
      if (typeof fields?.name === 'string' && fields.name !== '') return { kind: 'found', name: fields.name }
      return fields?.name === null ? { kind: 'not_found' } : { kind: 'unknown', because }
    },
    async *list({ from, to }, signal) {
      const { fields, because } = await call(`/books?from=${from.getTime()}&to=${to.getTime()}`, signal)
      // An iterator has no word for not knowing, and one that ended early would look whole.
      if (!Array.isArray(fields?.lines)) throw new Error(because)
      for (const line of fields.lines) yield lineOf(line)
    },
    readCallback: readToyCallback,
    describe: ({ method }) => ({
      payee_shown: 'TOY PAY',
      menu_code: method === 'USSD_PUSH' ? '*150*99#' : null,
      help: { sw: 'Fungua app ya Toy.', en: 'Open the Toy app.' },
      wallet: method === 'PROVIDER_PESA_PUSH' ? 'ToyPesa' : null,
    }),
  }
}

type Word<Meaning> = (code: string, paid: { amount: bigint; currency: string } | null) => Meaning

function read<Meaning>({ fields, because }: ToyAnswer, meaningOf: Word<Meaning>) {
  if (typeof fields?.code !== 'string') return { kind: 'unknown', because } as const
  return meaningOf(fields.code, paidOf(fields))
}

function readPayment<Meaning extends object>(answer: ToyAnswer, meaningOf: Word<Meaning>) {
  return { ...read(answer, meaningOf), exchanges: [answer.exchange] }
}

function readPayOut(answer: ToyAnswer): PayOutLookedUp {
  return { ...read(answer, payOutOfCode), exchange: answer.exchange }
}

/** A form without any signature: who sends it proves nothing, so it is a reason to ask and no more. */
function readToyCallback({ body }: RawCallback): ProviderCallback | null {
  const form = Object.fromEntries(new URLSearchParams(Buffer.from(body).toString()))
  const { ref, code, kind, txn } = form
  if (!ref || code === undefined || !txn || (kind !== 'push' && kind !== 'send')) return null
  const isPayOut = kind === 'send'
  return {
    eventId: `${txn}:${code}`,
    reference: ref,
    about: isPayOut ? 'disbursement' : 'collection',
    outcome: outcomeOfCode(code, paidOf(form)),
    isGenuine: false,
  }
}

function lineOf({ ref, kind, code, amount, at }: Record<string, unknown>): Listed {
  return {
    reference: String(ref),
    about: kind === 'send' ? 'disbursement' : 'collection',
    outcome: outcomeOfCode(String(code), paidOf({ amount })),
    at: new Date(Number(at)),
  }
}

function paidOf({ amount }: Record<string, unknown>) {
  const minor = minorOf(amount)
  return minor === null ? null : { amount: minor, currency: 'TZS' }
}

function minorOf(amount: unknown): bigint | null {
  return typeof amount === 'string' && /^[0-9]{1,12}$/.test(amount) ? BigInt(amount) * 100n : null
}

function shillings(amount: bigint): string {
  return String(amount / 100n)
}
