import { numberProblemWords } from './number-problem-words.ts'
import { payoutProblemWords } from './payout-problem-words.ts'
import { problemWords } from './problem-words.ts'
import { riskProblemWords } from './risk-problem-words.ts'
import { roomProblemWords } from './room-problem-words.ts'
import { teller } from './tell-written.ts'

/** What is wrong with a field, as the service says it, in the reader's language. */
export const tellProblem = teller({
  en: {
    ...problemWords.en,
    ...roomProblemWords.en,
    ...payoutProblemWords.en,
    ...numberProblemWords.en,
    ...riskProblemWords.en,
  },
  sw: {
    ...problemWords.sw,
    ...roomProblemWords.sw,
    ...payoutProblemWords.sw,
    ...numberProblemWords.sw,
    ...riskProblemWords.sw,
  },
})
