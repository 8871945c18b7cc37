import { bothLanguages } from '../../words/words.ts'

/** What is said where nobody knows how a payout ended. */
export const unclearWords = bothLanguages(
  {
    resolve: 'Say how it ended',
    outcome: 'It ended as',
    outcomes: { SUCCESS: 'Paid out', FAILED: 'Not paid out' },
    posts: {
      SUCCESS: (amount: string) => `Posts: ${amount} that was set aside leaves the balance for good.`,
      FAILED: (amount: string) => `Posts: ${amount} that was set aside goes back to the business.`,
    },
    resolveNow: 'Say so',
    asked: 'The provider is asked once more before anything is booked.',
    retry: 'Send it again',
    retryText: 'Under the same reference: the provider cannot pay it twice.',
    retryNow: 'Send again',
    noRetry: 'Sending again is not offered: nobody knows whether it was paid.',
    resolved: 'Its end is written down.',
    retried: 'It is being sent again.',
  },
  {
    resolve: 'Sema yaliishaje',
    outcome: 'Yaliisha hivi',
    outcomes: { SUCCESS: 'Yalitumwa', FAILED: 'Hayakutumwa' },
    posts: {
      SUCCESS: (amount: string) => `Huandika: ${amount} zilizotengwa zinatoka kwenye salio moja kwa moja.`,
      FAILED: (amount: string) => `Huandika: ${amount} zilizotengwa zinarudi kwa biashara.`,
    },
    resolveNow: 'Sema hivyo',
    asked: 'Mtoa huduma huulizwa mara moja zaidi kabla ya chochote kuandikwa.',
    retry: 'Tuma tena',
    retryText: 'Kwa kumbukumbu ile ile: mtoa huduma hawezi kulipa mara mbili.',
    retryNow: 'Tuma tena',
    noRetry: 'Kutuma tena hakutolewi: hakuna anayejua kama yalilipwa.',
    resolved: 'Mwisho wake umeandikwa.',
    retried: 'Inatumwa tena.',
  },
)
