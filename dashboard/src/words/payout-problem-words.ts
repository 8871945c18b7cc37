import { bothLanguages } from './words.ts'

/** What the service says of the rows of a batch, of their CSV, and of amounts that nobody carries. */
export const payoutProblemWords = bothLanguages(
  {
    rows: (least: string, most: string) => `must be a list of ${least} to ${most} rows`,
    contentHash: 'must be the content_hash of the batch that you have looked at',
    rowNumber: 'must be the number of a row',
    rowsOfBatch: (count: string) => `must be rows of the batch, which has ${count}`,
    rowLeft: 'must leave a row to be approved; reject the batch instead',
    referenceTwice: (row: string) => `is that of row ${row} already`,
    shortened: (text: string) =>
      `${text} was shortened by a spreadsheet: format the column as text, and write all digits`,
    columnTwice: 'is the name of two columns',
    providerLimit: (limit: string) => `The provider cannot carry this amount: it must be ${limit}.`,
    orMore: (amount: string) => `${amount} or more`,
    orLess: (amount: string) => `${amount} or less`,
    multipleOf: (amount: string) => `a multiple of ${amount}`,
    savedOnly: 'is required: this merchant pays saved recipients only',
    blockedOrRemoved: 'is that of a recipient who is blocked or was removed',
    notCollectedThere: 'must be left out: no payments are collected there',
    withDestination: (choice: string) => `must be ${choice} where a destination is given`,
  },
  {
    rows: (least: string, most: string) => `Iwe mistari ${least} hadi ${most}.`,
    contentHash: 'Iwe alama ya kundi uliloangalia.',
    rowNumber: 'Iwe namba ya mstari.',
    rowsOfBatch: (count: string) => `Iwe mistari ya kundi hili, lenye ${count}.`,
    rowLeft: 'Ubaki angalau mstari mmoja wa kuidhinisha; la sivyo likatae kundi.',
    referenceTwice: (row: string) => `Tayari ni ya mstari ${row}.`,
    shortened: (text: string) =>
      `${text} imefupishwa na jedwali: weka safu kuwa maandishi, kisha andika tarakimu zote.`,
    columnTwice: 'Ni jina la safu mbili.',
    providerLimit: (limit: string) => `Mtoa huduma hawezi kubeba kiasi hiki: lazima kiwe ${limit}.`,
    orMore: (amount: string) => `${amount} au zaidi`,
    orLess: (amount: string) => `${amount} au pungufu`,
    multipleOf: (amount: string) => `kigawe cha ${amount}`,
    savedOnly: 'Inahitajika: biashara hii hulipa wapokeaji waliohifadhiwa tu.',
    blockedOrRemoved: 'Ni ya mpokeaji aliyezuiwa au aliyeondolewa.',
    notCollectedThere: 'Iachwe: hakuna malipo yanayokusanywa hapo.',
    withDestination: (choice: string) => `Iwe ${choice} mahali pa kutuma pakitajwa.`,
  },
)
