// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { RoutedMethod } from './fields.ts'

export interface AdminSetProviderRouteRequest {
  merchant_id?: string | null | undefined
  method?: RoutedMethod | null | undefined
  providers: string[]
}

export interface ProviderRoute {
  /** Null: for all who have no list of their own. */
  merchant_id: string | null
  /** Null: for every method that has no list of its own. */
  method: RoutedMethod | null
  /** In the order in which they are asked. */
  providers: string[]
  changed_at: string
  changed_by: string
}

export interface AdminListProviderRoutesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  merchant_id?: string | undefined
}

export interface AdminProviderRoutesCalls {
  /** Set who carries live payments, in their order. For one merchant or all, and one method or all; the most specific list counts: of the merchant and the method, of the merchant, of the method, of all. An empty list takes it away. Acts on new payments, within seconds. */
  set(body: AdminSetProviderRouteRequest, options?: CallOptions): Promise<ProviderRoute>

  /** List who carries live payments. */
  list(query?: AdminListProviderRoutesQuery, options?: CallOptions): List<ProviderRoute>
}

export const adminProviderRoutesLines = {
  set: 'PUT /v1/admin/provider-routes body',
  list: 'GET /v1/admin/provider-routes query list',
} as const
