import { bothLanguages } from '../words/words.ts'

export const networkWords = bothLanguages(
  {
    statuses: { up: 'Up', slow: 'Slow', down: 'Down', unknown: 'Unknown' },
    directions: { collections: 'Payments', payouts: 'Payouts', refunds: 'Refunds' },
    since: 'since',
  },
  {
    statuses: { up: 'Uko hewani', slow: 'Unachelewa', down: 'Hauko hewani', unknown: 'Haijulikani' },
    directions: { collections: 'Malipo', payouts: 'Kutoa pesa', refunds: 'Kurudisha pesa' },
    since: 'tangu',
  },
)
