// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { OptionalNoteRequest } from './admin-records.ts'
import type { NetworkStatus } from './fields.ts'

export interface AdminChangeProviderRequest {
  low_float_at: string | null
}

export interface CarriedNetwork {
  network: string
  status: NetworkStatus
  /** Pushes of the last minutes that should have ended and did not. */
  silent: number
  last_hour: PushFigures
  /** This day and the seven before, in UTC. */
  last_week: PushFigures
}

export interface ProviderBreaker {
  call: string
  /** How many of ours leave it alone with such calls. */
  processes: number
  silences: number
  opened_at: string
  try_at: string
}

export interface ProviderCapabilities {
  methods: string[]
  currencies: string[]
  minimum: string
  maximum: string
}

export interface ProviderErrors {
  last_hour: number
  last_day: number
  by_call: ProviderErrorsOfCall[]
}

export interface ProviderErrorsOfCall {
  call: string
  last_hour: number
  last_day: number
}

export interface ProviderFault {
  at: string
  call: string
  said: string
}

export interface ProviderFigures {
  name: string
  /** Those of which anything is known. */
  networks: CarriedNetwork[]
  errors: ProviderErrors
}

/** What lies ready there for live payouts. */
export interface ProviderFloat {
  /** As the provider said last; null if it never did. */
  amount: string | null
  currency: string | null
  read_at: string | null
  /** Payouts that the figure may not know of yet. */
  sent_since: string
  /** Below this it is low. */
  low_at: string
  low_since: string | null
  /** Since when payouts have had to wait for it. */
  short_since: string | null
}

export interface ProviderStanding {
  name: string
  state: ProviderState
  /** When somebody last changed that; null if nobody ever did. */
  since: string | null
  /** Whether it gets what no list speaks of. */
  is_default: boolean
  collections: ProviderCapabilities
  payouts: ProviderCapabilities
  cancels: boolean
  tells_float: boolean
  /** Kinds of calls that it does not answer. Empty: none. */
  breakers: ProviderBreaker[]
  float: ProviderFloat
  /** At most 10000 are counted. */
  open_collections: number
  /** At most 10000 are counted. */
  open_withdrawals: number
  last_errors: ProviderFault[]
}

export type ProviderState = 'on' | 'draining' | 'paused'

/** Live pushes, by when they ended. */
export interface PushFigures {
  succeeded: number
  /** What payers decide themselves, like declining, is not among them. */
  failed: number
  /** Of those whose end is known; null where there are none. */
  success_share: number | null
  /** From the order to its success. */
  median_ms: number | null
}

export interface AdminListProvidersQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
}

export interface AdminProvidersCalls {
  /** See how the providers stand. All that are set up for live payments, by their names. */
  list(query?: AdminListProvidersQuery, options?: CallOptions): List<ProviderStanding>

  /** See how a provider does, by network. Counted as payments end; nothing is looked through. Float and breakers are in the list of providers. */
  figures(name: string, options?: CallOptions): Promise<ProviderFigures>

  /** Say from when on the float at a provider is low. Null: as the setting LOW_FLOAT says. */
  update(name: string, body: AdminChangeProviderRequest, options?: CallOptions): Promise<ProviderStanding>

  /** Give a provider nothing new. Whatever it carries already goes on. Again changes nothing. */
  drain(name: string, body?: OptionalNoteRequest, options?: CallOptions): Promise<ProviderStanding>

  /** Send a provider nothing. It gets nothing new either. Orders and payouts that were not sent yet wait; what was sent is looked up and believed. Again changes nothing. */
  pause(name: string, body?: OptionalNoteRequest, options?: CallOptions): Promise<ProviderStanding>

  /** Let a provider carry payments again. What waits for it is sent by itself. Again changes nothing. */
  resume(name: string, body?: OptionalNoteRequest, options?: CallOptions): Promise<ProviderStanding>
}

export const adminProvidersLines = {
  list: 'GET /v1/admin/providers query list',
  figures: 'GET /v1/admin/providers/{name}/figures',
  update: 'PATCH /v1/admin/providers/{name} body',
  drain: 'POST /v1/admin/providers/{name}/drain body key',
  pause: 'POST /v1/admin/providers/{name}/pause body key',
  resume: 'POST /v1/admin/providers/{name}/resume body key',
} as const
