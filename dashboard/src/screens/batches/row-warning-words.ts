import { teller } from '../../words/tell-written.ts'
import { bothLanguages } from '../../words/words.ts'

/** What tables of rows say, and what each kind of finding is called. */
export const foundWords = bothLanguages(
  {
    row: 'Row',
    field: 'Column',
    problem: 'What to do',
    finding: 'What was found',
    kinds: {
      twice: 'The same place more than once',
      paid_lately: 'Paid the same amount in the last 7 days',
      new: 'Never paid before',
      name_differs: 'Registered under another name',
      under_review: 'Under review: approved by itself',
      cooling: 'Recipient saved not long ago',
      blocked: 'Recipient blocked or removed',
    },
    countOf: (kind: string, count: number) => `${kind}: ${count}`,
  },
  {
    row: 'Mstari',
    field: 'Safu',
    problem: 'La kufanya',
    finding: 'Kilichoonekana',
    kinds: {
      twice: 'Mahali pale pale zaidi ya mara moja',
      paid_lately: 'Kiasi hicho hicho kilitumwa ndani ya siku 7',
      new: 'Hajawahi kulipwa',
      name_differs: 'Imesajiliwa kwa jina lingine',
      under_review: 'Inaangaliwa: huidhinishwa peke yake',
      cooling: 'Mpokeaji amehifadhiwa hivi karibuni',
      blocked: 'Mpokeaji amezuiwa au ameondolewa',
    },
    countOf: (kind: string, count: number) => `${kind}: ${count}`,
  },
)

/** What the service finds worth a second look in a row, word by word as it writes it in English. */
const rowWarningWords = bothLanguages(
  {
    twice: (row: string) => `Goes to the same place as row ${row}.`,
    paidLately: (amount: string, days: string) =>
      `${amount} went there in the last ${days} days, or is on its way.`,
    never: 'Nothing was ever paid there.',
    otherName: (name: string) => `It belongs to ${name}.`,
    underReview: 'A rule wants it looked at: it needs an approval of its own.',
    cooling: (until: string) => `Its recipient cools until ${until}.`,
    blocked: 'Its recipient is blocked or was removed.',
  },
  {
    twice: (row: string) => `Unaenda mahali pamoja na mstari ${row}.`,
    paidLately: (amount: string, days: string) =>
      `${amount} zilitumwa huko ndani ya siku ${days}, au ziko njiani.`,
    never: 'Hakuna kilichowahi kulipwa huko.',
    otherName: (name: string) => `Ni ya ${name}.`,
    underReview: 'Kanuni inataka uangaliwe: unahitaji idhini yake wenyewe.',
    cooling: (until: string) => `Mpokeaji wake yuko tayari kuanzia ${until}.`,
    blocked: 'Mpokeaji wake amezuiwa au ameondolewa.',
  },
)

export const tellWarning = teller(rowWarningWords)
