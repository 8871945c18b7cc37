import { textFromMinor } from '../primitives/money.ts'
import type { FailureReason, ProviderCallback } from '../providers/providers.ts'
import type { Play } from './plays.ts'

/** How something ends; what was paid may still be reversed. */
export type End = 'paid' | 'reversed' | FailureReason

/** One line of a gateway's book. `product` tells its counters apart: each knows only what came to it. */
export type Entry = {
  about: ProviderCallback['about']
  product: string
  /** The caller's own name for it. */
  reference: string
  amount: bigint
  currency: string
  /** A phone or an account; null while nobody was asked to pay. */
  party: string | null
  state: 'open' | 'paid' | 'failed' | 'reversed'
  reason: FailureReason | null
  paidAmount: bigint | null
  openedAt: Date
  /** When it was first paid or failed; what is taken back stays with that day. */
  settledAt: Date | null
  movedAt: Date | null
  play: Play | null
  /** Which call began it, for faults that are aimed at one. */
  call: string
  /** Since when somebody's phone has shown it and waits for them; null for whatever plays by itself. */
  promptedAt: Date | null
  due: { at: Date; end: End } | null
  /** What only its dialect knows of it. */
  notes: Record<string, string>
}

export type NewEntry = Pick<Entry, 'about' | 'product' | 'reference' | 'amount' | 'currency'> &
  Partial<Pick<Entry, 'party' | 'notes'>>

/** What a book has to remember: an entry as it stands now, or something that somebody came with for the first time. */
export type Kept = { entry: Entry } | { mark: string }

export type Book = ReturnType<typeof createBook>

/** One shilling too much, for those who pay another amount. */
const surplus = 100n

export type BookOptions = {
  now(): Date
  /** What lies ready for payouts, in minor units. Money that comes in does not fill it. */
  float: bigint
  /** How long it takes until somebody has paid or declined, and until what was paid is taken back. */
  endsAfterMs: number
  reversesAfterMs: number
  /** How long a prompt can be answered. */
  promptLivesForMs: number
}

/** What a gateway knows. It stands for a system elsewhere, and whoever wants it to outlive this process keeps its changes. */
export function createBook(options: BookOptions) {
  const { now, float: firstFloat, endsAfterMs, reversesAfterMs, promptLivesForMs } = options
  const entries = new Map<string, Entry>()
  const inOrder: Entry[] = []
  const open = new Set<Entry>()
  const waiting = new Set<Entry>()
  let float = firstFloat
  let collected = 0n
  /** Those that have moved since somebody asked. */
  let moved: Entry[] = []
  const marks = new Set<string>()
  /** What has changed since somebody kept it. */
  const changed = new Set<Entry>()
  let newMarks: string[] = []
  const after = (ms: number) => new Date(now().getTime() + ms)

  function awaitEnd(entry: Entry, due: Entry['due']): void {
    changed.add(entry)
    entry.due = due
    if (due === null) waiting.delete(entry)
    else waiting.add(entry)
  }

  /** Moves it now, whatever it was to do by itself. Answers whether it could. */
  function end(entry: Entry, how: End): boolean {
    const isReversal = how === 'reversed'
    if (entry.state !== (isReversal ? 'paid' : 'open')) return false
    awaitEnd(entry, null)
    open.delete(entry)
    entry.movedAt = now()
    entry.settledAt ??= entry.movedAt
    if (how === 'paid') {
      entry.state = 'paid'
      entry.paidAmount = entry.amount + (entry.play?.paysMore ? surplus : 0n)
      if (entry.about === 'collection') collected += entry.paidAmount
      if (entry.play?.reverses) awaitEnd(entry, { at: after(reversesAfterMs), end: 'reversed' })
    } else {
      entry.state = isReversal ? 'reversed' : 'failed'
      entry.reason = isReversal ? null : how
      if (entry.about === 'disbursement') float += entry.amount
      else if (isReversal) collected -= entry.paidAmount ?? entry.amount
    }
    moved.push(entry)
    return true
  }

  function enter(entry: Entry): void {
    entries.set(keyOf(entry), entry)
    inOrder.push(entry)
    if (entry.state === 'open') open.add(entry)
    if (entry.due !== null) waiting.add(entry)
  }

  function restoreEntry(entry: Entry): void {
    enter(entry)
    const isThere = entry.state === 'open' || entry.state === 'paid'
    if (entry.about === 'disbursement' && isThere) float -= entry.amount
    if (entry.about === 'collection' && entry.state === 'paid') collected += entry.paidAmount ?? entry.amount
  }

  return {
    end,
    /** Null when this counter has such a line already. What is paid out leaves the float at once. */
    open(wish: NewEntry): Entry | null {
      if (entries.has(keyOf(wish))) return null
      const entry: Entry = {
        party: null,
        notes: {},
        ...wish,
        state: 'open',
        reason: null,
        paidAmount: null,
        openedAt: now(),
        settledAt: null,
        movedAt: null,
        play: null,
        call: '*',
        promptedAt: null,
        due: null,
      }
      if (entry.about === 'disbursement') float -= entry.amount
      enter(entry)
      changed.add(entry)
      return entry
    },
    find: (product: string, reference: string): Entry | null =>
      entries.get(keyOf({ product, reference })) ?? null,
    /** From now on it plays by itself. */
    play(entry: Entry, play: Play, afterMs = endsAfterMs): void {
      entry.play = play
      entry.promptedAt = null
      awaitEnd(entry, play.end === null ? null : { at: after(afterMs), end: play.end })
    },
    /** From now on it waits for whoever holds the phone, for as long as a prompt lives. */
    prompt(entry: Entry, play: Play): void {
      entry.play = play
      entry.promptedAt = now()
      awaitEnd(entry, play.end === null ? null : { at: after(promptLivesForMs), end: 'expired' })
    },
    /** Moves whatever is due. */
    advance(): void {
      for (const entry of waiting) {
        if (entry.due && entry.due.at <= now()) end(entry, entry.due.end)
      }
    },
    /** Whether nobody has come with this before. */
    isFirst(mark: string): boolean {
      if (marks.has(mark)) return false
      marks.add(mark)
      newMarks.push(mark)
      return true
    },
    takeChanges(): Kept[] {
      const taken = [...[...changed].map((entry) => ({ entry })), ...newMarks.map((mark) => ({ mark }))]
      changed.clear()
      newMarks = []
      return taken
    },
    /** Goes on from what was kept. What fell due meanwhile happens now. */
    restore(kept: Kept[]): void {
      for (const one of kept) {
        if ('mark' in one) marks.add(one.mark)
        else restoreEntry(one.entry)
      }
    },
    takeMoved(): Entry[] {
      const taken = moved
      moved = []
      return taken
    },
    all: (): readonly Entry[] => inOrder,
    /** Those that are open, in the order in which they came. */
    stillOpen: (): Entry[] => [...open],
    float: () => float,
    /** All of it in plain words, to be compared with ours. */
    export: () => ({
      float: textFromMinor(float),
      collected: textFromMinor(collected),
      entries: inOrder.map(exported),
    }),
  }
}

function keyOf({ product, reference }: Pick<Entry, 'product' | 'reference'>): string {
  return `${product} ${reference}`
}

function exported({ play: _, due: __, call: ___, ...entry }: Entry) {
  return {
    ...entry,
    amount: textFromMinor(entry.amount),
    paidAmount: entry.paidAmount === null ? null : textFromMinor(entry.paidAmount),
  }
}
