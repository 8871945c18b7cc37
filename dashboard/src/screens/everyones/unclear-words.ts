import { bothLanguages } from '../../words/words.ts'

export const unclearWords = bothLanguages(
  {
    NEEDS_ADMIN_ATTENTION: 'Needs a person',
    NEEDS_RECONCILIATION: 'End unknown',
    BLOCKED_IP_WHITELIST: 'Turned away by the provider',
  },
  {
    NEEDS_ADMIN_ATTENTION: 'Inahitaji mtu',
    NEEDS_RECONCILIATION: 'Mwisho haujulikani',
    BLOCKED_IP_WHITELIST: 'Imekataliwa mlangoni kwa mtoa huduma',
  },
)
