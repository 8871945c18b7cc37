import { collectionMethods, withdrawalMethods } from '@malipo/contract'
import type {
  Cancelled,
  Outcome,
  PayOutOutcome,
  Provider,
  RawCallback,
} from '../../src/providers/providers.ts'
import { genuine, providerBytes, readWord } from '../simulation/kernel/callback-bytes.ts'
import { type Owner, refuseTheDead } from '../simulation/kernel/wire.ts'
import type { Answer, CancelAnswer } from './answers.ts'

type Entry = {
  reference: string
  amount: bigint
  currency: string
  isCode: boolean
  state: 'waiting' | 'paid' | 'declined'
}
type Order = { reference: string; amount: bigint; currency: string; method: string }

export type Gateway = ReturnType<typeof openGateway>

type Options = {
  name: string
  about: 'collection' | 'disbursement'
  answer: Answer
  knowsRepeats: boolean
  cancelling?: CancelAnswer
  /** Brings a callback to a process that lives. */
  call(raw: RawCallback): Promise<unknown>
}

const amounts = { smallest: 1n, least: 1n, most: 1_000_000_000n }
const silence = () => new Error('timed out')
const halfAnAnswer = { kind: 'unknown', because: 'half an answer' } as const

/** A provider with a book of its own. What it answers to the first order is its script; afterwards it is well. */
export function openGateway({ name, about, answer, knowsRepeats, cancelling, call }: Options) {
  const book: Entry[] = []
  let orders = 0
  let events = 0
  const knownAs = (reference: string) => book.find((entry) => entry.reference === reference)

  function bytesOf(entry: Entry, signature = genuine): RawCallback {
    events += 1
    const eventId = `${entry.reference} ${events}`
    return providerBytes(entry.reference, eventId, wordOf(entry), 'live', signature, name)
  }

  async function take(order: Order): Promise<PayOutOutcome> {
    orders += 1
    const known = knownAs(order.reference)
    if (known && knowsRepeats) return wordOf(known)
    const isScripted = orders === 1 || answer.says === 'refused'
    const { takesIn, says, when } = isScripted ? answer : ordinary
    const entry = takesIn ? accept(order) : null
    if (entry && when !== 'later') entry.state = answer.ends
    if (entry && when === 'at once, told before the answer') await call(bytesOf(entry))
    return say(says, entry)
  }

  function accept({ reference, amount, currency, method }: Order): Entry {
    const entry: Entry = { reference, amount, currency, isCode: method === 'DYNAMIC_QR', state: 'waiting' }
    book.push(entry)
    return entry
  }

  function cancel(reference: string): Cancelled {
    const entry = knownAs(reference)
    if (!entry) return { kind: 'unknown', because: 'nobody has heard of it' }
    const { does, says } = cancelling ?? { does: 'cancels', says: 'what it did' }
    if (entry.state !== 'waiting') return wordOf(entry)
    if (does === 'cancels' || does === 'has it declined') entry.state = 'declined'
    if (does === 'has it paid') entry.state = 'paid'
    if (says === 'nothing') throw silence()
    return does === 'cancels' ? { kind: 'cancelled', providerStatus: 'CANCELLED' } : wordOf(entry)
  }

  return {
    name,
    book,
    orders: () => orders,
    /** What has not ended there ends now. */
    end() {
      for (const entry of book) if (entry.state === 'waiting') entry.state = answer.ends
    },
    /** Of everything that has ended; each time as news of its own, as providers repeat themselves. */
    callbacks: (signature?: string) =>
      book.filter(({ state }) => state !== 'waiting').map((entry) => bytesOf(entry, signature)),
    providerFor(owner: Owner): Provider {
      return {
        name,
        can: {
          methods: collectionMethods,
          currencies: ['TZS'],
          amounts,
          refunds: { way: 'pay_out' },
          knowsRepeats,
          signsCallbacks: true,
          callbackBytes: 16_384,
          weScreen: true,
          payOuts: { methods: withdrawalMethods, currencies: ['TZS'], amounts },
        },
        async collect(order) {
          refuseTheDead(owner)
          const word = await take(order)
          return word.kind === 'blocked' ? halfAnAnswer : word
        },
        async payOut(order) {
          refuseTheDead(owner)
          return await take(order)
        },
        async lookUp({ reference }) {
          refuseTheDead(owner)
          const entry = knownAs(reference)
          return entry ? wordOf(entry) : { kind: 'never_seen' }
        },
        async lookUpPayOut({ reference }) {
          refuseTheDead(owner)
          const entry = knownAs(reference)
          return entry ? wordOf(entry) : { kind: 'never_seen' }
        },
        async cancel({ reference }) {
          refuseTheDead(owner)
          return cancel(reference)
        },
        readCallback(raw) {
          const read = readWord(raw)
          return read && { ...read, about }
        },
      }
    },
  }
}

const ordinary: Pick<Answer, 'takesIn' | 'says' | 'when'> = { takesIn: true, says: 'pending', when: 'later' }

function say(says: Answer['says'], entry: Entry | null): PayOutOutcome {
  if (says === 'nothing') throw silence()
  if (says === 'half an answer') return halfAnAnswer
  if (says === 'blocked')
    return { kind: 'blocked', providerStatus: '403', providerMessage: 'unknown address' }
  if (says === 'refused' || entry === null)
    return { kind: 'failed', providerStatus: 'REFUSED', reason: 'refused', providerMessage: 'not with us' }
  return says === 'pending' ? pendingOf(entry) : wordOf(entry)
}

function wordOf(entry: Entry): Outcome {
  const { state, amount, currency } = entry
  if (state === 'waiting') return pendingOf(entry)
  if (state === 'paid') return { kind: 'succeeded', providerStatus: 'COMPLETED', paid: { amount, currency } }
  return { kind: 'failed', providerStatus: 'DECLINED', reason: 'declined', providerMessage: 'no' }
}

function pendingOf({ isCode, reference }: Entry): Outcome {
  const qr = { paymentToken: reference.slice(-8), payload: `code of ${reference}` }
  return { kind: 'pending', providerStatus: 'PENDING', ...(isCode && { qr }) }
}
