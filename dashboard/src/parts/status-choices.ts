import { bothLanguages, type Language, useLanguage } from '../words/words.ts'
import { statusWords } from './status-words.ts'

/** A list shows one word for states that are one to whoever reads it. What sets them apart is told where one of them is to be chosen. */
const apartWords = bothLanguages(
  {
    created: 'page not used yet',
    processing: 'for the payer',
    NEEDS_ADMIN_ATTENTION: 'needs a person',
    NEEDS_RECONCILIATION: 'end unknown',
    BLOCKED_IP_WHITELIST: 'turned away by the provider',
  },
  {
    created: 'ukurasa haujatumika',
    processing: 'mlipaji bado',
    NEEDS_ADMIN_ATTENTION: 'inahitaji mtu',
    NEEDS_RECONCILIATION: 'mwisho haujulikani',
    BLOCKED_IP_WHITELIST: 'imekataliwa mlangoni kwa mtoa huduma',
  },
)

type Chosen =
  | 'payment'
  | 'withdrawal'
  | 'batch'
  | 'recipient'
  | 'link'
  | 'number'
  | 'delivery'
  | 'verification'
export type StatusChoice = { value: string; label: string }

/** The states to choose from, no two of which read the same. */
export function useStatusChoices(of: Chosen): StatusChoice[] {
  return statusChoices(of, useLanguage())
}

export function statusChoices(of: Chosen, language: Language): StatusChoice[] {
  const apart: Record<string, string> = apartWords[language]
  return Object.entries(statusWords[language][of]).map(([value, [, label]]) => ({
    value,
    label: apart[value] ? `${label}: ${apart[value]}` : label,
  }))
}
