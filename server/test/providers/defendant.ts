import type {
  CollectOrder,
  PayOutOrder,
  Provider,
  RawCallback,
  RefundOrder,
} from '../../src/providers/providers.ts'
import type { Recording } from './recordings.ts'

/** A provider's words for how something ended. */
type Words = { success: string; failures: string[] }

/** What the judge needs to know of how an adapter's provider pays out. */
export type PayOutsOfDefendant = {
  /** A fresh order that the provider takes. */
  order(): PayOutOrder
  /** A fresh order that the provider takes and then fails, where a test can arrange it, and a way to let that happen. */
  failing?(): PayOutOrder
  settle?(): Promise<void>
  /** A callback as the provider itself would send it, about a payout. Absent where payouts are only ever asked about. */
  news?: { callback(reference: string, word: string): RawCallback; words: Words }
  /** Where the adapter shows what went over the wire: what must never be written down of it. */
  secrets?: string[]
}

/** What the judge needs to know of how an adapter's provider returns payments itself. */
export type RefundsOfDefendant = {
  /** A fresh order to return the whole of a payment that was paid, or of one that waits to be. */
  ofPaid(): Promise<RefundOrder>
  ofUnpaid(): Promise<RefundOrder>
  /** Lets what was taken be returned. */
  settle?(): Promise<void>
  /** Where the adapter shows what went over the wire: what must never be written down of it. */
  secrets?: string[]
}

/** An adapter with what the judge needs to speak its provider's tongue. */
export type Defendant = {
  provider: Provider
  /** The same provider for another environment, if it is one of several. */
  stranger?: Provider
  /** A fresh order that the provider takes. */
  order(): CollectOrder
  /** A callback as the provider itself would send it, about a reference, with one of its words for a status. */
  callback(reference: string, word: string): RawCallback
  words: Words
  /** Where the adapter shows what went over the wire of payments: what must never be written down of it. */
  secrets?: string[]
  /** Lets the customer pay an order, for those who say whether that fills their float. */
  pay?(order: CollectOrder): Promise<void>
  /** Absent for those who pay nobody. */
  payOuts?: PayOutsOfDefendant
  /** For those who return payments themselves. */
  refunds?: RefundsOfDefendant
  /** Lets the provider take every call and answer none, until it is told to end. */
  hang?(): { end(): void }
  /** What the real gateway said, and the adapter opened at an address that says it again. */
  recorded?: { recordings: Recording[]; openAt(url: string): Provider }
  close(): Promise<void>
}

/** A promise, and a function that throws where it is broken. It does not apply to those who never made it. */
export type Check = {
  promise: string
  applies?(defendant: Defendant): boolean
  hold(defendant: Defendant): Promise<void> | void
}

/** The part about news of payouts, for checks that apply only where there is any. */
export function newsOf(defendant: Defendant): NonNullable<PayOutsOfDefendant['news']> {
  const { news } = payOutsOf(defendant)
  if (!news) throw new Error('This provider does not call back about payouts.')
  return news
}

/** The part about payouts, for checks that apply only where there is one. */
export function payOutsOf({ payOuts }: Defendant): PayOutsOfDefendant {
  if (!payOuts) throw new Error('This provider pays nobody.')
  return payOuts
}
