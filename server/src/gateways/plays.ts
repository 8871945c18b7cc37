import { type FailureReason, playOfPayer, playOfRecipient } from '../providers/providers.ts'

/** How an entry of a gateway's book plays by itself. */
export type Play = {
  /** Null: nobody ever answers. */
  end: 'paid' | FailureReason | null
  reverses: boolean
  paysMore: boolean
  news: 'once' | 'lost' | 'late' | 'twice' | 'unsigned'
  /** How a payout is taken in: as usual, without an answer, not at all and without one, or refused for our address. */
  reception: 'answers' | 'silent' | 'deaf' | 'turns_away'
}

/** As everybody does whose number says nothing else. */
export const plainPlay: Play = {
  end: 'paid',
  reverses: false,
  paysMore: false,
  news: 'once',
  reception: 'answers',
}

/** What the sandbox calls an ending, in words of a gateway. */
const ends: ReadonlyMap<string, Partial<Play>> = new Map(
  Object.entries({
    reverse: { reverses: true },
    other_amount: { paysMore: true },
    decline: { end: 'declined' },
    insufficient_funds: { end: 'insufficient_funds' },
    wrong_pin: { end: 'wrong_pin' },
    expire: { end: 'expired' },
    cancel: { end: 'cancelled' },
    invalid_number: { end: 'invalid_number' },
    limit: { end: 'limit' },
    refuse: { end: 'refused' },
  } satisfies Record<string, Partial<Play>>),
)

const newsOfMishap: ReadonlyMap<string, Play['news']> = new Map([
  ['lost', 'lost'],
  ['late', 'late'],
  ['twice', 'twice'],
  ['badly_signed', 'unsigned'],
])

/** The same numbers choose the outcome here as on the simulated network; everybody else pays. */
export function playOfPhone(phone: string): Play {
  return playOf(playOfPayer(phone))
}

/** The same recipients, too; everybody else is paid. */
export function playOfAccount(identifier: string): Play {
  const { reception, ...play } = playOfRecipient(identifier)
  return { ...playOf(play), reception }
}

function playOf({ ending, mishap }: { ending: string | null; mishap: string | null }): Play {
  const news = newsOfMishap.get(mishap ?? '') ?? 'once'
  return ending === null ? { ...plainPlay, end: null, news } : { ...plainPlay, ...ends.get(ending), news }
}
