import type { CollectionRow } from '../collections/collections.ts'

/** Who made the last step of a collection, as its history has it. */
export type Source = string

/** What a payer of a hosted page sees, and may do. Each is a page of its own. */
export type PayState =
  | 'choose'
  | 'waiting'
  | 'help'
  | 'unanswered'
  | 'preparing'
  | 'scan'
  | 'paid'
  | 'held'
  | 'returned'
  | 'failed'
  | 'declined'
  | 'left'
  | 'expired'

/** What the state follows from. */
export type Judged = Pick<CollectionRow, 'status' | 'method' | 'qr_payload' | 'failure_code'> & {
  /** When the open request was made. */
  since: Date
  /** Who ended it. */
  lastSource: Source
}

/** A prompt is there within seconds; whoever has none by then wants to know what to do. */
export const helpAfterMs = 15_000

/** Prompts close by themselves in less: from here on nobody knows, and saying so is all that is true. */
export const unansweredAfterMs = 120_000

export function stateOf(judged: Judged, now: Date): PayState {
  switch (judged.status) {
    case 'created':
      return 'choose'
    case 'processing':
      return waitingState(judged, now.getTime() - judged.since.getTime())
    case 'pending_clearance':
      return 'held'
    case 'successful':
      return 'paid'
    case 'reversed':
      return 'returned'
    case 'failed':
      return failedState(judged)
  }
}

function waitingState({ method, qr_payload: code }: Judged, waitedMs: number): PayState {
  if (method === 'DYNAMIC_QR') return code === null ? 'preparing' : 'scan'
  if (waitedMs < helpAfterMs) return 'waiting'
  return waitedMs < unansweredAfterMs ? 'help' : 'unanswered'
}

/** Whom a person turned down may have paid, and must not be told otherwise. */
function failedState({ failure_code: code, lastSource }: Judged): PayState {
  if (code === 'rejected' || lastSource === 'super_admin') return 'declined'
  if (lastSource === 'customer') return 'left'
  return lastSource === 'expiry' ? 'expired' : 'failed'
}

/** Where something may still happen by itself, so that the page should look again. */
export function isOpen(state: PayState): boolean {
  return openStates.has(state)
}

const openStates = new Set<PayState>(['waiting', 'help', 'unanswered', 'preparing', 'scan'])
