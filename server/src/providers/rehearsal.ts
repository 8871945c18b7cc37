import type { CollectOrder, Outcome } from './provider.ts'

/** How a caller wants a payment to play in the sandbox: with this end, or as its family plays by itself. */
export type PlayWish = {
  status: string | null
  family: 'A' | 'B'
  /** Whoever asks waits for the end, so there is no handset to wait for. */
  endsAtOnce?: boolean
}

/** The sandbox's own door beside the port: what no real provider does. */
export type Rehearsal = {
  collect(order: CollectOrder, wish: PlayWish, signal: AbortSignal): Promise<Outcome>
  /** How long a played approval takes for this merchant. */
  approvalDelayMs(merchantId: string): Promise<number>
  /** Whether a played Super Admin has a question about this recipient. */
  asksFirst(identifier: string): boolean
  /** A merchant's developer has said in its place that this was paid: from now on it has the money, and can return it. */
  believePaid(reference: string): Promise<void>
  /** What will become of payouts by themselves. Those that are not among the answers were never seen. */
  outlookOf(references: string[]): Promise<Map<string, PayOutOutlook>>
}

export type PayOutOutlook = 'ends' | 'stays_open' | 'never_seen'
