import type { Environment, PrivacyRequest } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment, Transaction } from '../database/database.ts'

type Shown = Static<typeof PrivacyRequest>

export type PrivacyRequestRow = {
  id: string
  merchant_id: string
  environment: Environment
  kind: Shown['kind']
  status: Shown['status']
  phone: string | null
  email: string | null
  account: string | null
  customer_id: string | null
  numbers: string[] | null
  emails: string[] | null
  customer_ids: string[] | null
  new_name: string | null
  new_phone: string | null
  new_email: string | null
  refused_because: Shown['refused_because']
  customers: number
  collections: number
  payouts: number
  invoices: number
  newest_at: Date | null
  erases_on: string | null
  stage: string
  last_id: string | null
  lease: number
  worked_at: Date | null
  asked_by: string
  created_at: Date
  done_at: Date | null
  file_ends_at: Date | null
}

/** Days are read as text: a date is no instant, and the driver would make it one. */
export function requestColumns(sql: Database | Transaction): Fragment {
  return sql`id, merchant_id, environment, kind, status, phone, email, account, customer_id, numbers, emails,
    customer_ids, new_name, new_phone, new_email,
    refused_because, customers, collections, payouts, invoices, newest_at, erases_on::text as erases_on, stage, last_id, lease,
    worked_at, asked_by, created_at, done_at,
    (select x.ends_at from data_exports x where x.privacy_request_id = privacy_requests.id) as file_ends_at`
}

export function showRequest(row: PrivacyRequestRow): Shown {
  const { id, merchant_id, kind, status, phone, email, account, customer_id, refused_because, erases_on } =
    row
  const { customers, collections, payouts, invoices } = row
  return {
    ...{ id, merchant_id, kind, status, phone, email, account, customer_id, refused_because },
    found: { customers, collections, payouts, invoices },
    erases_on,
    file_ends_at: row.file_ends_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
  }
}
