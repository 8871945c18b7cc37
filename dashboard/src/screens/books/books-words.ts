import { bothLanguages } from '../../words/words.ts'

export const booksWords = bothLanguages(
  {
    title: 'Books',
    check: 'Check now',
    checking: 'Being checked',
    whole: {
      holds: 'The books hold.',
      red: 'Something in the books does not hold.',
      unknown: 'Nobody knows whether the books hold.',
    },
    checkedAt: 'All checked:',
    nextAt: 'next:',
    invariant: 'What must hold',
    state: 'State',
    states: { holds: 'Holds', red: 'Red', unknown: 'Unknown' },
    checked: 'Checked',
    redSince: 'Red since',
  },
  {
    title: 'Vitabu',
    check: 'Kagua sasa',
    checking: 'Inakaguliwa',
    whole: {
      holds: 'Vitabu viko sawa.',
      red: 'Kuna kitu kwenye vitabu hakiko sawa.',
      unknown: 'Haijulikani kama vitabu viko sawa.',
    },
    checkedAt: 'Vyote vilikaguliwa:',
    nextAt: 'ukaguzi ujao:',
    invariant: 'Kinachopaswa kuwa',
    state: 'Hali',
    states: { holds: 'Sawa', red: 'Si sawa', unknown: 'Haijulikani' },
    checked: 'Ilikaguliwa',
    redSince: 'Si sawa tangu',
  },
)
