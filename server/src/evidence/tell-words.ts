import { textFromMinor } from '../primitives/money.ts'
import type { PayOutLookedUp } from '../providers/providers.ts'

export type ToldWord = {
  kind: PayOutLookedUp['kind']
  /** In plain words that do not depend on how it was told, so that the same word is always one. */
  told: string
  providerStatus: string | null
  /** What the provider added in its own words. */
  note: string | null
}

/** What was ordered of the provider. */
export type Ordered = { amount: bigint; currency: string }

/**
 * What a word comes to: two of one gist say the same. Why it failed makes no other; nor does success of which one does not say how
 * much, unless it is another amount than was ordered.
 */
export function gistOf(word: PayOutLookedUp, ordered: Ordered): string {
  if (word.kind !== 'succeeded' || word.paid === undefined) return word.kind
  const { amount, currency } = word.paid
  const isAsOrdered = amount === ordered.amount && currency === ordered.currency
  return isAsOrdered ? word.kind : `${word.kind} ${currency} ${textFromMinor(amount)}`
}

const definite: readonly string[] = ['succeeded', 'failed', 'reversed', 'never_seen']
export const definiteKinds = [...definite]

/** Whether it says how things stand. That something is on its way, or that nobody knows, leaves open what was said before. */
export function isDefinite({ kind }: { kind: string }): boolean {
  return definite.includes(kind)
}

/** A provider's word as it is kept and shown. */
export function tellWord(word: PayOutLookedUp): ToldWord {
  const providerStatus = 'providerStatus' in word ? word.providerStatus : null
  const tell = (told: string, note: string | null = null): ToldWord => ({
    kind: word.kind,
    told,
    providerStatus,
    note,
  })
  switch (word.kind) {
    case 'succeeded': {
      const { paid, hold } = word
      const money = paid === undefined ? '' : ` ${paid.currency} ${textFromMinor(paid.amount)}`
      return tell(`successful${money}`, hold ?? null)
    }
    case 'failed':
      return tell(`failed: ${word.reason}`, word.providerMessage)
    case 'unknown':
      return tell('no clear answer', word.because)
    case 'blocked':
      return tell('does not talk to our address', word.providerMessage)
    case 'never_seen':
      return tell('has never seen it')
    default:
      return tell(word.kind)
  }
}
