import { textFromMinor } from '../primitives/money.ts'
import type { Book, End, Entry } from './book.ts'
import type { Dialect } from './dialect.ts'

/** Phones that somebody has in their hands. What asks them to pay waits for them; all others play by themselves. */
export type Handsets = { isHeld(phone: string): boolean }

/** What a phone shows. */
export type Prompt = {
  reference: string
  product: string
  phone: string
  amount: bigint
  currency: string
  payee: string
  /** In English; whoever speaks Swahili has all of it beside this. */
  says: string
  since: Date
  /** When it ends by itself as `expired`; null for one that never does. */
  until: Date | null
}

/** What can be scanned. */
export type Code = {
  reference: string
  product: string
  code: string
  amount: bigint
  currency: string
  payee: string
  since: Date
  until: Date | null
}

/** What the owner of a phone can do with a prompt. */
export const promptEnds = [
  'paid',
  'declined',
  'wrong_pin',
  'insufficient_funds',
  'expired',
  'cancelled',
  'limit',
] as const satisfies End[]
export type PromptEnd = (typeof promptEnds)[number]

export type Phones = ReturnType<typeof createPhones>

/** The phones at the other end of a gateway: those that the page of handsets holds, and those held at `/_handsets`. */
export function createPhones(dialect: Dialect, book: Book, now: () => Date, handsets?: Handsets) {
  const held = new Set<string>()
  const waiting = (): Entry[] => book.stillOpen().filter(({ promptedAt }) => promptedAt !== null)
  return {
    held,
    isHeld: (phone: string | null) =>
      phone !== null && (held.has(phone) || (handsets?.isHeld(phone) ?? false)),
    /** All that wait for an answer, or those on one phone. */
    prompts: (phone?: string): Prompt[] =>
      waiting()
        .filter(({ party }) => phone === undefined || party === phone)
        .map((entry) => promptOf(dialect, entry)),
    /** Answers what was answered, or null where nothing waits under this reference. */
    answer(reference: string, end: PromptEnd): Entry | null {
      const entry = waiting().find((one) => one.reference === reference)
      return entry && book.end(entry, end) ? entry : null
    },
    codes: (): Code[] =>
      (dialect.codes?.(book, now()) ?? []).map(({ entry, code, until }) => {
        const { reference, product, amount, currency, openedAt: since } = entry
        return { reference, product, code, amount, currency, payee: dialect.payeeOf(entry), since, until }
      }),
  }
}

function promptOf(dialect: Dialect, entry: Entry): Prompt {
  const { reference, product, party, amount, currency, promptedAt, due } = entry
  const payee = dialect.payeeOf(entry)
  return {
    reference,
    product,
    phone: party ?? '',
    amount,
    currency,
    payee,
    says: `Pay ${currency} ${textFromMinor(amount)} to ${payee}? Enter your PIN.`,
    since: promptedAt ?? entry.openedAt,
    until: due?.at ?? null,
  }
}
