// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { NetworkStatus, WithdrawalMethod } from './fields.ts'
import type { NetworkChangesRequest } from './records.ts'

export interface AdminNetwork {
  destination_code: string
  name: string
  method: WithdrawalMethod
  collections: AdminNetworkStanding | null
  payouts: AdminNetworkStanding | null
  refunds: AdminNetworkStanding | null
}

export interface AdminNetworkStanding {
  status: NetworkStatus
  /** Null where it was never anything else. */
  since: string | null
  /** What the operator says about it. */
  note: string | null
  /** What a Super Admin said, whatever is counted. */
  pinned: NetworkPin | null
  /** By what was counted, through each provider. */
  providers: JudgedNetwork[]
}

export interface JudgedNetwork {
  provider: string
  status: NetworkStatus
  since: string
}

export interface NetworkPin {
  status: NetworkStatus
  note: string | null
  /** Null: until somebody takes it back. */
  until: string | null
  pinned_at: string
  pinned_by: string
}

export interface AdminListNetworksQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  method?: WithdrawalMethod | undefined
}

export interface AdminNetworksCalls {
  /** See how networks do, and who has pinned that. */
  list(query?: AdminListNetworksQuery, options?: CallOptions): List<AdminNetwork>

  /** Pin how a network does. Whatever is counted, for all merchants, until `until` or until it is set to null. Payouts that are approved wait while theirs is `down`, and go by themselves after that. */
  pin(destination_code: string, body?: NetworkChangesRequest, options?: CallOptions): Promise<AdminNetwork>
}

export const adminNetworksLines = {
  list: 'GET /v1/admin/networks query list',
  pin: 'PATCH /v1/admin/networks/{destination_code} body',
} as const
