// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { ChangeMetadataRequest } from './records.ts'

export interface CreateCustomerRequest {
  name: string
  phone?: string | undefined
  email?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
}

export interface Customer {
  id: string
  merchant_id: string
  name: string
  phone: string | null
  email: string | null
  /** Your own words beside it. */
  metadata: Record<string, string>
  created_at: string
}

export interface ListCustomersQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  phone?: string | undefined
  /** What has exactly this: `metadata[order_id]=A-17`. Up to three, and all must hold; several are looked for among the newest 100,000 that have the rarest of them. */
  metadata?: Record<string, string> | undefined
}

export interface CustomersCalls {
  /** Save a customer. */
  create(body: CreateCustomerRequest, options?: CallOptions): Promise<Customer>

  /** List saved customers. */
  list(query?: ListCustomersQuery, options?: CallOptions): List<Customer>

  /** Read a saved customer. */
  get(customer_id: string, options?: CallOptions): Promise<Customer>

  /** Change the metadata of a saved customer. */
  update(customer_id: string, body?: ChangeMetadataRequest, options?: CallOptions): Promise<Customer>
}

export const customersLines = {
  create: 'POST /v1/customers body as-merchant key',
  list: 'GET /v1/customers query as-merchant list',
  get: 'GET /v1/customers/{customer_id} as-merchant',
  update: 'PATCH /v1/customers/{customer_id} body as-merchant',
} as const
