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
