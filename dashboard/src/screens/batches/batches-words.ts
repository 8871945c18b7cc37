import { bothLanguages } from '../../words/words.ts'

/** What the list of batches says, and what every screen of one does. */
export const batchesWords = bothLanguages(
  {
    title: 'Batches',
    new: 'Pay many at once',
    newTest: 'Pay many at once (test)',
    name: 'Name',
    status: 'Status',
    rows: 'Rows',
    amount: 'Amount',
    progress: 'Progress',
    made: 'Asked for',
    from: 'From',
    to: 'To',
    ended: (ended: number, all: number) => `${ended} of ${all} rows have ended`,
    empty: 'No batches yet',
    emptyText: 'Salaries, suppliers, winnings: up to 5,000 people from one spreadsheet, with one approval.',
    noneFit: 'No batch fits these filters',
  },
  {
    title: 'Makundi ya malipo',
    new: 'Lipa wengi kwa pamoja',
    newTest: 'Lipa wengi kwa pamoja (jaribio)',
    name: 'Jina',
    status: 'Hali',
    rows: 'Mistari',
    amount: 'Kiasi',
    progress: 'Maendeleo',
    made: 'Liliombwa',
    from: 'Kuanzia',
    to: 'Hadi',
    ended: (ended: number, all: number) => `Mistari ${ended} kati ya ${all} imemalizika`,
    empty: 'Bado hakuna makundi',
    emptyText: 'Mishahara, wauzaji, washindi: hadi watu 5,000 kutoka jedwali moja, kwa idhini moja.',
    noneFit: 'Hakuna kundi linalolingana na vichujio hivi',
  },
)
