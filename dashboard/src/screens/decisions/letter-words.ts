import { bothLanguages } from '../../words/words.ts'

export const letterWords = bothLanguages(
  {
    title: (provider: string) => `A callback of ${provider}`,
    letter: 'Callback',
    fault: 'Why it could not be carried out',
    received: 'Received',
    attempts: 'Tries',
    body: 'What came',
    choice: 'What to do about it',
    actions: { retry: 'Take it up again', dismiss: 'Dismiss it' },
    effects: {
      retry: 'It is carried out as if it had just come. Should it fail again, it is back here.',
      dismiss: 'Nothing is done about it. Posts nothing.',
    },
    settle: 'Settle',
    settledAs: (action: string) => `Settled: ${action}`,
    settled: 'Settled',
  },
  {
    title: (provider: string) => `Taarifa kutoka ${provider}`,
    letter: 'Taarifa',
    fault: 'Kwa nini haikuweza kutekelezwa',
    received: 'Ilipokelewa',
    attempts: 'Majaribio',
    body: 'Kilichokuja',
    choice: 'La kufanya',
    actions: { retry: 'Ijaribu tena', dismiss: 'Iache' },
    effects: {
      retry: 'Itatekelezwa kama imekuja sasa hivi. Ikishindikana tena, itarudi hapa.',
      dismiss: 'Hakuna kinachofanyika. Haiandiki chochote.',
    },
    settle: 'Imalize',
    settledAs: (action: string) => `Imemalizwa: ${action}`,
    settled: 'Imemalizwa',
  },
)
