import type { FailureCode } from '@malipo/sdk'
import { bothLanguages, type Language } from '../words/words.ts'

/** What the service says of a failure where nobody has said it better, word by word as it says it in English. */
export const failureSentences = bothLanguages<Record<FailureCode, string>>(
  {
    declined: 'The payment was declined.',
    insufficient_funds: 'There was too little money.',
    wrong_pin: 'The PIN was wrong.',
    expired: 'Nobody paid in time.',
    cancelled: 'It was cancelled.',
    invalid_number: 'The number or account cannot be used for this.',
    limit: 'It is over a limit of the account.',
    refused: 'The provider refused it.',
    rejected: 'A Super Admin declined it.',
  },
  {
    declined: 'Malipo yalikataliwa.',
    insufficient_funds: 'Salio halikutosha.',
    wrong_pin: 'Namba ya siri haikuwa sahihi.',
    expired: 'Hakuna aliyelipa kwa wakati.',
    cancelled: 'Ilifutwa.',
    invalid_number: 'Namba au akaunti hii haiwezi kutumika kwa hili.',
    limit: 'Kiasi kimezidi kikomo cha akaunti.',
    refused: 'Mtoa huduma alikataa.',
    rejected: 'Msimamizi mkuu alikataa.',
  },
)

type Failed = { failure_code: FailureCode | null; failure_message: string | null }

/** Why it failed, in the reader's language; what a provider wrote stays as it came. Null where nothing has failed. */
export function tellFailure({ failure_code: code, failure_message: said }: Failed, language: Language) {
  return code !== null && said === failureSentences.en[code] ? failureSentences[language][code] : said
}
