// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'

export interface CreateCustomerRequest {
  name: string
  phone?: string | undefined
  email?: string | undefined
}

export interface Customer {
  id: string
  merchant_id: string
  name: string
  phone: string | null
  email: string | null
  created_at: string
}

export interface ListCustomersQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  phone?: string | undefined
}

export interface CustomersCalls {
  /** Save a customer. */
  create(body: CreateCustomerRequest, options?: CallOptions): Promise<Customer>

  /** List saved customers. */
  list(query?: ListCustomersQuery, options?: CallOptions): List<Customer>

  /** Read a saved customer. */
  get(customer_id: string, options?: CallOptions): Promise<Customer>
}

export const customersLines = {
  create: 'POST /v1/customers body as-merchant key',
  list: 'GET /v1/customers query as-merchant list',
  get: 'GET /v1/customers/{customer_id} as-merchant',
} as const
