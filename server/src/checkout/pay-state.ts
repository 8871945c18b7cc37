import type { CollectionRow, PageTry } from '../collections/collections.ts'

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
  | 'lapsed'
  | 'paid'
  | 'held'
  | 'returned'
  | 'retry'
  | 'stale'
  | 'failed'
  | 'declined'
  | 'left'
  | 'expired'
  | 'closed'

/** What the state follows from. */
export type Judged = {
  collection: Pick<CollectionRow, 'status' | 'qr_payload' | 'failure_code'>
  /** In their order; the last is the one that may be open. */
  tries: Pick<PageTry, 'method' | 'state' | 'created_at'>[]
  /** When a code ends before its page does; null where both live equally long. */
  codeEndsAt: Date | null
  /** Whether another try may begin now. */
  may: { begin: boolean }
  /** Who ended it. */
  lastSource: Source
}

/** A prompt is there within seconds; whoever has none by then wants to know what to do. */
const helpAfterMs = 15_000

/** Prompts close by themselves in less, and codes come in less: from here on nobody knows, and saying so is all that is true. */
const unansweredAfterMs = 120_000

export function stateOf(judged: Judged, now: Date): PayState {
  switch (judged.collection.status) {
    case 'created':
      return judged.may.begin ? 'choose' : 'expired'
    case 'processing':
      return triedState(judged, now)
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

/** While a try is open no other is offered: that is how people pay twice. */
function triedState({ collection, tries, codeEndsAt, may }: Judged, now: Date): PayState {
  const last = tries.at(-1)
  if (last?.state === 'open')
    return waitingState(last, { isThere: collection.qr_payload !== null, codeEndsAt }, now)
  if (!may.begin) return 'failed'
  return last?.state === 'failed' ? 'retry' : 'choose'
}

type Code = Pick<Judged, 'codeEndsAt'> & { isThere: boolean }

/** Of an open try, how it is waited for. A code that has run out may have been paid until its provider says that it was not. */
export function waitingState(
  { method, created_at: since }: Pick<PageTry, 'method' | 'created_at'>,
  { isThere, codeEndsAt: end }: Code,
  now: Date,
): PayState {
  const waitedMs = now.getTime() - since.getTime()
  if (method !== 'DYNAMIC_QR') return promptedState(waitedMs)
  if (isThere) return end !== null && end <= now ? 'lapsed' : 'scan'
  return waitedMs < unansweredAfterMs ? 'preparing' : 'unanswered'
}

function promptedState(waitedMs: number): PayState {
  if (waitedMs < helpAfterMs) return 'waiting'
  return waitedMs < unansweredAfterMs ? 'help' : 'unanswered'
}

/** Whom a person turned down may have paid, and must not be told otherwise; where the last step is put aside, it may have been a person's. */
function failedState({ collection, lastSource }: Judged): PayState {
  if (collection.failure_code === 'rejected' || lastSource === 'super_admin') return 'declined'
  if (lastSource === '') return 'declined'
  if (lastSource === 'customer') return 'left'
  return lastSource === 'expiry' ? 'expired' : 'failed'
}

/** Where something may still happen by itself, so that the page should look again. */
export function isOpen(state: PayState): boolean {
  return openStates.has(state)
}

const openStates = new Set<PayState>(['waiting', 'help', 'unanswered', 'preparing', 'scan', 'lapsed'])
