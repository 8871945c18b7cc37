// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { WithdrawalMethod } from './fields.ts'

export interface Destination {
  destination_code: string
  name: string
  method: WithdrawalMethod
  /** Whether a provider that pays this merchant’s money out reaches it now. What is not available is refused. */
  available: boolean
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
}

export const destinationsLines = {
  list: 'GET /v1/destinations query as-merchant list',
} as const
