import { bothLanguages } from '../../words/words.ts'

/** What stands on every payment that can be given back: all else is brought with it only if it is wanted. */
export const refundButtonWords = bothLanguages(
  { refund: 'Refund', refundTest: 'Refund (test)', title: 'Refund this payment' },
  { refund: 'Rudisha pesa', refundTest: 'Rudisha (majaribio)', title: 'Rudisha pesa za malipo haya' },
)
