import { teller } from '../../words/tell-written.ts'
import { bothLanguages } from '../../words/words.ts'

/** What the service finds worth a second look in a row, word by word as it writes it in English. */
const rowWarningWords = bothLanguages(
  {
    twice: (row: string) => `Goes to the same place as row ${row}.`,
    paidLately: (amount: string, days: string) =>
      `${amount} went there in the last ${days} days, or is on its way.`,
    never: 'Nothing was ever paid there.',
    otherName: (name: string) => `It belongs to ${name}.`,
  },
  {
    twice: (row: string) => `Unaenda mahali pamoja na mstari ${row}.`,
    paidLately: (amount: string, days: string) =>
      `${amount} zilitumwa huko ndani ya siku ${days}, au ziko njiani.`,
    never: 'Hakuna kilichowahi kulipwa huko.',
    otherName: (name: string) => `Ni ya ${name}.`,
  },
)

export const tellWarning = teller(rowWarningWords)
