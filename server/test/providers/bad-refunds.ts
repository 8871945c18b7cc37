import { randomUUID } from 'node:crypto'
import { plainDefendant } from './plain-defendant.ts'
import { type BadAdapter, failed, plain } from './spoil-adapter.ts'

const returned = { kind: 'pending', providerStatus: 'X' } as const
const native = 'it says whether it returns payments itself'

/** Those who break a promise about payments that they return themselves. */
export const badRefunds: readonly BadAdapter[] = [
  plain(native, 'it returns payments, and cannot be asked about it', ({ lookUpRefund: _, ...provider }) => ({
    ...provider,
    lookUpRefund: undefined as never,
  })),
  plain(native, 'its limits are no multiples of its smallest unit', ({ can }) => ({
    can: {
      ...can,
      refunds: {
        ...{ way: 'native', partial: true, days: null },
        amounts: { smallest: 100n, least: 150n, most: 1_000n },
      },
    },
  })),
  {
    breaks: native,
    how: 'it returns payments, and is not judged for it',
    async stand() {
      const { refunds: _, ...defendant } = await plainDefendant()
      return defendant
    },
  },
  plain('the same return sent twice', 'it says something new each time', () => ({
    refund: async () => ({ kind: 'pending', providerStatus: randomUUID() }),
  })),
  plain('a return that was never sent', 'it fails what it never saw', () => ({
    lookUpRefund: async () => failed,
  })),
  plain('what was never paid', 'it returns what it never had', () => ({ refund: async () => returned })),
  plain('what was never paid', 'it does not say whether it did', () => ({
    refund: async () => ({ kind: 'unknown', because: 'no' }),
  })),
  plain('what waits to be paid', 'it returns what nobody has paid', () => ({ refund: async () => returned })),
  plain('more than was paid', 'it returns whatever is asked', () => ({ refund: async () => returned })),
  plain('a part is returned', 'it returns only what is whole', ({ refund }) => ({
    refund: async (order, signal) =>
      order.amount === 150_000n ? ((await refund?.(order, signal)) ?? failed) : failed,
  })),
  plain('a part is returned', 'it returns all of it', ({ lookUpRefund }) => ({
    lookUpRefund: async (asked, signal) => ({
      ...((await lookUpRefund?.(asked, signal)) ?? failed),
      paid: { amount: 150_000n, currency: 'TZS' },
    }),
  })),
  plain('a return is seen neither', 'it sees returns as collections', ({ lookUpRefund, lookUp }) => ({
    lookUp: async (asked, signal) =>
      (await lookUpRefund?.(asked, signal))?.kind === 'never_seen' ? lookUp(asked, signal) : failed,
  })),
  plain('what a return sent over the wire', 'it shows its key', ({ refund }) => ({
    refund: async (order, signal) => ({
      ...((await refund?.(order, signal)) ?? failed),
      exchange: { request: { reference: order.reference, key: 'plain key' }, response: null },
    }),
  })),
]
