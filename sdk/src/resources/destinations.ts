// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { NameLookUpOutcome, NameMatch, WithdrawalMethod } from './fields.ts'

export interface Destination {
  destination_code: string
  name: string
  method: WithdrawalMethod
  /** Whether a provider that pays this merchant’s money out reaches it now. What is not available is refused. */
  available: boolean
}

export interface LookUpDestinationRequest {
  method: WithdrawalMethod
  destination_code: string
  destination_identifier: string
  name?: string | undefined
}

export interface NameLookUp {
  look_up_id: string
  method: WithdrawalMethod
  destination_code: string
  destination_identifier: string
  outcome: NameLookUpOutcome
  registered_name: string | null
  /** Case, accents, titles and the order of words do not count. `close` forgives one letter, a missing word, initials and masked letters. */
  match: NameMatch | null
  /** Where such a number was first given out, when that is another network. */
  suggested_destination_code: string | null
  expires_at: string
}

export interface ListDestinationsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  method?: WithdrawalMethod | undefined
}

export interface DestinationsCalls {
  /** List where money can go. Without `page_size`, a page holds 100: all there are. */
  list(query?: ListDestinationsQuery, options?: CallOptions): List<Destination>

  /** See whose number or account it is. Asks the provider that would pay there; moves and reserves nothing. `match` compares `name` with what it answers. Send `look_up_id` with the withdrawal within 24 hours, and whoever decides about it sees the answer. 1,000 a day. */
  lookUp(body: LookUpDestinationRequest, options?: CallOptions): Promise<NameLookUp>
}

export const destinationsLines = {
  list: 'GET /v1/destinations query as-merchant list',
  lookUp: 'POST /v1/destinations/look-up body as-merchant repeatable',
} as const
