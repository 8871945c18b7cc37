// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { NetworkStatus, WithdrawalMethod } from './fields.ts'

export interface Network {
  destination_code: string
  name: string
  method: WithdrawalMethod
  /** Whether names can be asked for before money is sent there. */
  name_look_up: boolean
  collections: NetworkLimits | null
  payouts: NetworkLimits | null
  refunds: NetworkLimits | null
}

/** Of each day, in Dar es Salaam. */
export interface NetworkHours {
  from: string
  to: string
}

export interface NetworkLimits {
  min_amount: string
  max_amount: string
  /** Amounts are multiples of it. */
  step: string
  /** When it takes orders; null: always. */
  hours: NetworkHours | null
  status: NetworkStatus
  /** Null where it was never anything else. */
  since: string | null
  /** What the operator says about it. */
  note: string | null
}

export interface PredictNetworkRequest {
  phone: string
}

export interface PredictedNetwork {
  /** As it is written here: 255 and nine digits. */
  phone: string
  /** Null where the number tells nothing. */
  destination_code: string | null
  name: string | null
}

export interface PublicNetwork {
  destination_code: string
  name: string
  method: WithdrawalMethod
  collections: PublicNetworkStanding | null
  payouts: PublicNetworkStanding | null
  refunds: PublicNetworkStanding | null
}

export interface PublicNetworkStanding {
  status: NetworkStatus
}

export interface ListNetworksQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  method?: WithdrawalMethod | undefined
}

export interface ListPublicNetworksQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  method?: WithdrawalMethod | undefined
}

export interface NetworksCalls {
  /** List networks with limits and status. As it holds for you: by the providers that carry your payments. A direction is null where nothing is carried there. Without `page_size`, a page holds 100: all there are. */
  list(query?: ListNetworksQuery, options?: CallOptions): List<Network>

  /** Guess the network of a number. By whom the number was first given out. Numbers are ported, so it is a hint: let people change it. Nobody is asked. */
  predict(body: PredictNetworkRequest, options?: CallOptions): Promise<PredictedNetwork>

  /** List how networks do. Live, over all providers together; the status alone. */
  listPublic(query?: ListPublicNetworksQuery, options?: CallOptions): List<PublicNetwork>
}

export const networksLines = {
  list: 'GET /v1/networks query as-merchant list',
  predict: 'POST /v1/networks/predict body as-merchant',
  listPublic: 'GET /v1/public/networks query list',
} as const
