/** How a provider answers an order, and what is true there meanwhile. */
export type Answer = {
  /** Whether it has the order in its book from then on, whatever it says. */
  takesIn: boolean
  says: 'pending' | 'how it ended' | 'refused' | 'blocked' | 'half an answer' | 'nothing'
  /** What becomes of it there; of one that was not taken in, when it is sent again. */
  ends: 'paid' | 'declined'
  /** Later is when the callback comes, or after everything else where it is lost. */
  when: 'later' | 'at once' | 'at once, told before the answer'
  /** Whether the list has somebody else to whom a refused order goes. */
  hasNext?: true
}

export const answersToOrders = {
  'accepted, paid later': { takesIn: true, says: 'pending', ends: 'paid', when: 'later' },
  'accepted, declined later': { takesIn: true, says: 'pending', ends: 'declined', when: 'later' },
  'paid at once': { takesIn: true, says: 'how it ended', ends: 'paid', when: 'at once' },
  'declined at once': { takesIn: true, says: 'how it ended', ends: 'declined', when: 'at once' },
  'paid, and the callback comes before the answer': {
    takesIn: true,
    says: 'how it ended',
    ends: 'paid',
    when: 'at once, told before the answer',
  },
  'paid, and the callback comes before an answer that is older': {
    takesIn: true,
    says: 'pending',
    ends: 'paid',
    when: 'at once, told before the answer',
  },
  'declined, and the callback comes before an answer that is lost': {
    takesIn: true,
    says: 'nothing',
    ends: 'declined',
    when: 'at once, told before the answer',
  },
  'taken in, the answer is lost, paid at once': {
    takesIn: true,
    says: 'nothing',
    ends: 'paid',
    when: 'at once',
  },
  'taken in, the answer is lost, paid later': { takesIn: true, says: 'nothing', ends: 'paid', when: 'later' },
  'taken in, the answer is lost, declined later': {
    takesIn: true,
    says: 'nothing',
    ends: 'declined',
    when: 'later',
  },
  'taken in, with half an answer': { takesIn: true, says: 'half an answer', ends: 'paid', when: 'later' },
  'silence before it is taken in': { takesIn: false, says: 'nothing', ends: 'paid', when: 'later' },
  'half an answer, and nothing is taken in': {
    takesIn: false,
    says: 'half an answer',
    ends: 'paid',
    when: 'later',
  },
  refused: { takesIn: false, says: 'refused', ends: 'declined', when: 'later' },
} as const satisfies Record<string, Answer>

export const onlyToCollections = {
  'refused, and another provider is next': {
    takesIn: false,
    says: 'refused',
    ends: 'paid',
    when: 'later',
    hasNext: true,
  },
} as const satisfies Record<string, Answer>

export const onlyToPayouts = {
  'not from this address': { takesIn: false, says: 'blocked', ends: 'paid', when: 'later' },
} as const satisfies Record<string, Answer>

/** How it answers when it is asked to cancel an order that it has. */
export type CancelAnswer = {
  does: 'cancels' | 'leaves it open' | 'has it paid' | 'has it declined'
  says: 'what it did' | 'nothing'
}

export const answersToCancelling = {
  cancelled: { does: 'cancels', says: 'what it did' },
  'cancelled, and the answer is lost': { does: 'cancels', says: 'nothing' },
  'it cannot be cancelled any more': { does: 'leaves it open', says: 'what it did' },
  'silence, and nothing is cancelled': { does: 'leaves it open', says: 'nothing' },
  'it was paid a moment before': { does: 'has it paid', says: 'what it did' },
  'it was paid, and the answer is lost': { does: 'has it paid', says: 'nothing' },
  'it was declined a moment before': { does: 'has it declined', says: 'what it did' },
} as const satisfies Record<string, CancelAnswer>
