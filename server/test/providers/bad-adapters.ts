import { randomUUID } from 'node:crypto'
import type { Provider, ProviderCallback, RawCallback } from '../../src/providers/providers.ts'
import { forEver } from './patient.ts'
import { plainDefendant } from './plain-defendant.ts'
import { type BadAdapter, type Change, failed, plain, toy } from './spoil-adapter.ts'
import { toyDefendant, toyOrder } from './toy/toy-defendant.ts'

const unmasked = ({ reference }: { reference: string }) => ({
  request: { reference, headers: { 'x-toy-signature': 'MTIz' } },
  response: null,
})

/** Reads as before, and then sees it otherwise. */
function rereads(
  provider: Provider,
  see: (read: ProviderCallback, raw: RawCallback) => Partial<ProviderCallback>,
): Pick<Provider, 'readCallback'> {
  return {
    readCallback(raw) {
      const read = provider.readCallback(raw)
      return read && { ...read, ...see(read, raw) }
    },
  }
}

const failsWhatItDoesNotKnow =
  (about: ProviderCallback['about']): Change =>
  (provider) =>
    rereads(provider, (read) =>
      read.about === about && read.outcome.kind === 'unknown' ? { outcome: failed } : {},
    )

const forgetsReasons =
  (about: ProviderCallback['about']): Change =>
  (provider) =>
    rereads(provider, (read) =>
      read.about === about && read.outcome.kind === 'failed'
        ? { outcome: { ...read.outcome, providerMessage: '' } }
        : {},
    )

const badPayments: BadAdapter[] = [
  plain('it says what it can carry', 'its limits are no multiples of its smallest unit', ({ can }) => ({
    can: { ...can, amounts: { smallest: 100n, least: 150n, most: 1_000n } },
  })),
  {
    breaks: 'it says what it can carry',
    how: 'it pays out, and is not judged for it',
    async stand() {
      const { payOuts: _, ...defendant } = await plainDefendant()
      return defendant
    },
  },
  plain('what it is judged with is what', 'it is judged with a method that it does not have', ({ can }) => ({
    can: { ...can, methods: ['STK_PUSH'] },
  })),
  plain('a payment that is asked for', 'it says paid for what is only asked for', () => ({
    collect: async () => ({ kind: 'succeeded', providerStatus: 'X' }),
  })),
  plain('a code is given', 'it shows no code', () => ({
    collect: async () => ({ kind: 'pending', providerStatus: 'X' }),
  })),
  plain('a code is given', 'it shows a code to whoever gets a push', () => ({
    collect: async () => ({ kind: 'pending', providerStatus: 'X', qr: { paymentToken: 'x', payload: 'x' } }),
  })),
  plain('the same reference sent twice is one payment', 'it makes a new code for each', () => ({
    collect: async () => ({
      kind: 'pending',
      providerStatus: 'X',
      qr: { paymentToken: randomUUID(), payload: 'x' },
    }),
  })),
  plain('many payments asked for at once', 'it gives all the same code', () => ({
    collect: async () => ({ kind: 'pending', providerStatus: 'X', qr: { paymentToken: 'x', payload: 'x' } }),
  })),
  plain('a payment that was never sent', 'it fails what it never saw', () => ({
    lookUp: async () => failed,
  })),
  {
    breaks: 'a payment is not seen by its sibling',
    how: 'its sibling sees everything',
    async stand() {
      const defendant = await plainDefendant()
      return { ...defendant, stranger: defendant.provider }
    },
  },
]

const badCallbacks: BadAdapter[] = [
  plain('a callback names its event', 'it does not believe its own signature', (provider) =>
    rereads(provider, () => ({ isGenuine: false })),
  ),
  plain('another event has another name', 'it names every event the same', (provider) =>
    rereads(provider, () => ({ eventId: 'x' })),
  ),
  plain('every word for failure', 'it fails without saying why', forgetsReasons('collection')),
  plain('a word it does not know', 'it fails what it does not know', failsWhatItDoesNotKnow('collection')),
  plain('what is no callback at all', 'it throws on garbage', ({ readCallback }) => ({
    readCallback(raw) {
      const read = readCallback(raw)
      if (read === null) throw new SyntaxError('Unexpected token')
      return read
    },
  })),
  plain('a callback that was cut short', 'it believes whatever carries a signature', (provider) =>
    rereads(provider, (_, { headers }) => ({ isGenuine: 'x-plain' in headers })),
  ),
  plain('a changed byte anywhere', 'it believes whatever carries a signature', (provider) =>
    rereads(provider, (_, { headers }) => ({ isGenuine: 'x-plain' in headers })),
  ),
  plain('a signature that is missing', 'it looks at the end of a signature only', (provider) =>
    rereads(provider, ({ isGenuine }, { headers }) => ({
      isGenuine: isGenuine || headers['x-plain']?.startsWith(' ') === true,
    })),
  ),
  toy('where nothing is signed', 'it believes a header that anybody can send', (provider) =>
    rereads(provider, (_, { headers }) => ({ isGenuine: headers['x-signature'] !== undefined })),
  ),
]

const badPayOuts: BadAdapter[] = [
  plain('the same reference sent twice is one payout', 'it says something new each time', () => ({
    payOut: async () => ({ kind: 'pending', providerStatus: randomUUID() }),
  })),
  plain('many payouts sent at once', 'it says paid for what is only sent', () => ({
    payOut: async () => ({ kind: 'succeeded', providerStatus: 'X' }),
  })),
  plain('a payout that was never sent', 'it fails what it never saw', () => ({
    lookUpPayOut: async () => failed,
  })),
  plain('a payout is seen neither', 'it sees payouts as collections', ({ lookUpPayOut }) => ({
    lookUp: async (payment, signal) =>
      (await lookUpPayOut({ ...payment, method: 'MOBILE_MONEY' }, signal)).kind === 'never_seen'
        ? { kind: 'never_seen' }
        : failed,
  })),
  toy('a payout that failed says why', 'it fails without saying why', () => ({
    lookUpPayOut: async () => ({ ...failed, providerMessage: '' }),
  })),
  plain('a callback says that it is about a payout', 'it takes payouts for collections', (provider) =>
    rereads(provider, () => ({ about: 'collection' })),
  ),
  plain('every word for a failed payout', 'it fails without saying why', forgetsReasons('disbursement')),
  plain('a word about a payout', 'it fails what it does not know', failsWhatItDoesNotKnow('disbursement')),
  toy('what went over the wire', 'it shows its signature', ({ payOut }) => ({
    payOut: async (order, signal) => ({ ...(await payOut(order, signal)), exchange: unmasked(order) }),
  })),
]

const badExtras: BadAdapter[] = [
  toy('what a payment sent over the wire', 'it shows its signature', ({ collect }) => ({
    collect: async (order, signal) => ({ ...(await collect(order, signal)), exchanges: [unmasked(order)] }),
  })),
  toy('what a payment sent over the wire', 'it keeps to itself what it cancelled', ({ cancel }) => ({
    cancel: async (asked, signal) => ({ ...((await cancel?.(asked, signal)) ?? failed), exchanges: [] }),
  })),
  toy('what it says is cancelled', 'it says cancelled, and does nothing', () => ({
    cancel: async () => ({ kind: 'cancelled', providerStatus: 'X' }),
  })),
  toy('cancelling what it never saw', 'it fails what it never saw', () => ({ cancel: async () => failed })),
  toy('its balance is money', 'it writes money in a number', () => ({
    balance: async () => ({ kind: 'known', amount: 5 as unknown as bigint, currency: 'TZS' }),
  })),
  toy('a probe says whether we are known', 'it shows its signature', () => ({
    probe: async () => ({ kind: 'ok', theirTime: null, exchanges: [unmasked(toyOrder())] }),
  })),
  toy('a probe says whether we are known', 'it tries an order', ({ probe, collect }) => ({
    async probe(signal) {
      await collect({ ...toyOrder(), reference: 'PROBE' }, signal)
      return (await probe?.(signal)) ?? { kind: 'ok', theirTime: null, exchanges: [] }
    },
  })),
  toy('a name is found', 'it finds nobody’s name', () => ({
    lookUpName: async () => ({ kind: 'found', name: '' }),
  })),
  toy('its own list has', 'it lists nothing', () => ({
    async *list() {},
  })),
  toy('its own list has', 'it lists payouts, and says that it does not', ({ can }) => ({
    can: { ...can, lists: ['collection'] },
  })),
  toy('its own list has', 'it says that it lists payouts, and leaves them out', ({ list }) => ({
    async *list(span, signal) {
      for await (const line of list?.(span, signal) ?? []) if (line.about === 'collection') yield line
    },
  })),
  plain('its own list has', 'it says what it lists, and has no list', ({ can }) => ({
    can: { ...can, lists: ['collection'] },
  })),
  toy('what is collected fills its float', 'it says so, and its balance stays', ({ can }) => ({
    can: { ...can, float: 'one_balance' },
  })),
  toy('what is collected fills its float', 'it says not, and its balance grows', ({ can }) => {
    let asked = 0n
    return {
      can: { ...can, float: 'separate' },
      async balance() {
        asked += 1n
        return { kind: 'known', amount: asked * 100n, currency: 'TZS' }
      },
    }
  }),
  toy('what a payer will see', 'it shows an empty name', () => ({
    describe: () => ({ payee_shown: '', menu_code: null, help: null, wallet: null }),
  })),
  toy('every call ends', 'it does not hang up', ({ lookUpPayOut }) => ({
    lookUpPayOut: (payment) => lookUpPayOut(payment, forEver),
  })),
  toy('every call ends', 'it fails what it hung up on', ({ payOut }) => ({
    payOut: async (order, signal) => {
      const outcome = await payOut(order, signal)
      return outcome.kind === 'unknown' ? failed : outcome
    },
  })),
]

const badRecordings: BadAdapter[] = [
  {
    breaks: 'its recordings tell of every call',
    how: 'it has recorded no callbacks',
    async stand() {
      const defendant = await toyDefendant()
      const recordings = defendant.recorded?.recordings.filter((recording) => 'call' in recording)
      if (defendant.recorded && recordings) defendant.recorded.recordings = recordings
      return defendant
    },
  },
  toy('it asks as it was recorded to ask', 'it asks for another amount', ({ collect }) => ({
    collect: (order, signal) => collect({ ...order, amount: order.amount * 100n }, signal),
  })),
  toy('it asks as it was recorded to ask', 'it takes never seen for failed', ({ lookUp }) => ({
    lookUp: async (payment, signal) => {
      const found = await lookUp(payment, signal)
      return found.kind === 'never_seen' ? failed : found
    },
  })),
  toy(
    'a recorded call that is answered by half',
    'it throws when the other side hangs up',
    ({ balance }) => ({
      async balance(signal) {
        const float = await balance?.(signal)
        if (float?.kind !== 'known') throw new Error('fetch failed')
        return float
      },
    }),
  ),
  toy('a recorded call that is answered by half', 'a list that was cut short looks whole', ({ list }) => ({
    async *list(span, signal) {
      try {
        yield* list?.(span, signal) ?? []
      } catch {}
    },
  })),
  toy('recorded callbacks are read', 'it takes every callback for a collection', (provider) =>
    rereads(provider, () => ({ about: 'collection' })),
  ),
]

export const badAdapters: readonly BadAdapter[] = [
  ...badPayments,
  ...badCallbacks,
  ...badPayOuts,
  ...badExtras,
  ...badRecordings,
]
