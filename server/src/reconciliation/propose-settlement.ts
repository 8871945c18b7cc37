import type { Proposal } from '../discrepancies/discrepancies.ts'
import type { FindingKind } from './compare-day.ts'
import type { About } from './reconciliation-row.ts'

/** What is known of a difference by the time that somebody proposes what to do. */
export type Known = {
  kind: Exclude<FindingKind, 'still_open' | 'settled'>
  about: About
  /** Null where nothing of ours has the reference. */
  ourState: string | null
  theirState: string | null
  /** What the provider said when it was asked during the run; null where it could not be. */
  said: string | null
  /** It is one of several tries, and another one pays the collection. */
  isPaidByAnother: boolean
}

/** What we would do, and why. Only a person does it, after the provider was asked once more. */
export function proposeSettlement(known: Known): Proposal {
  switch (known.kind) {
    case 'missing_there':
      return missingThere(known)
    case 'missing_here':
      return missingHere(known)
    case 'different_amount':
      return keep(
        'What was paid is not what was ordered. Have the difference returned or paid outside, and write how.',
      )
    case 'different_state':
      return differentState(known)
  }
}

function missingThere({ said }: Known): Proposal {
  if (said === 'succeeded')
    return keep(
      'The provider confirmed it when asked; only its books leave it out. Ask for a corrected list or statement.',
    )
  if (said === 'never_seen' || said === 'failed' || said === 'reversed')
    return accept(
      'Its books do not have it, and asked about it the provider does not know it as paid either.',
    )
  return keep(
    'Its books do not have it, and it could not be asked. Get its word in writing before anything is taken back.',
  )
}

function missingHere({ about, ourState, said, isPaidByAnother }: Known): Proposal {
  if (ourState === null)
    return keep(
      'Nothing here was ordered under this reference. Find out whose money it is, and have it returned.',
    )
  if (ourState === 'reversed')
    return keep(
      'It was taken back here. If the provider keeps the money, have it returned to the payer outside.',
    )
  if (isPaidByAnother)
    return keep('Another try has paid it. Whoever paid this one did so twice: have it returned.')
  if (about === 'disbursement')
    return keep(
      'A payout that failed here is not called paid on the word of a list: once the provider says so when asked, it waits for a decision by itself.',
    )
  if (said === 'failed' || said === 'never_seen')
    return keep(
      'Its books have it as paid, and asked about it the provider says otherwise. Ask which of the two holds.',
    )
  return accept('The provider has the money, and nobody was credited with it.')
}

function differentState({ theirState, ourState, said }: Known): Proposal {
  if (ourState === 'failed')
    return keep('No money is with anybody: it failed here, and was taken back there.')
  if (said === 'succeeded')
    return keep(
      'The provider confirmed it when asked; only its books say otherwise. Ask for a corrected list or statement.',
    )
  if (theirState === 'reversed' || said === 'failed' || said === 'reversed')
    return accept(
      'The provider does not have it as paid any more, and nothing that it said when asked speaks against that.',
    )
  return keep(
    'Its books have it as failed, and it could not be asked. Get its word in writing before anything is taken back.',
  )
}

const keep = (because: string): Proposal => ({ action: 'keep_ours', because })
const accept = (because: string): Proposal => ({ action: 'accept_provider', because })
