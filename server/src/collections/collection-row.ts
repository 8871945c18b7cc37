import type { collectionMethods, Environment } from '@malipo/contract'
import type { CollectionStatus } from './collection-lifecycle.ts'

export type CollectionMethod = (typeof collectionMethods)[number]

export type CollectionRow = {
  id: string
  merchant_id: string
  environment: Environment
  api_key_id: string | null
  family: 'A' | 'B'
  method: CollectionMethod | null
  status: CollectionStatus
  amount: bigint
  currency: string
  customer_id: string | null
  customer_name: string | null
  customer_phone: string | null
  customer_email: string | null
  reference: string | null
  description: string | null
  payment_link_id: string | null
  invoice_id: string | null
  redirect_url: string | null
  cancel_url: string | null
  callback_url: string | null
  page_token: string | null
  provider: string
  provider_reference: string
  provider_payment_status: string | null
  payment_token: string | null
  qr_payload: string | null
  qr_expires_at: Date | null
  simulate_status: string | null
  moves: number
  due_at: Date | null
  lease: number
  attempts: number
  hinted_at: Date | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

/** As the database reads it from JSON. What is null is left out, because most is, and all of it is sent and parsed. */
export function storable(row: CollectionRow): Record<string, unknown> {
  const set: Record<string, unknown> = {}
  for (const name in row) {
    const value = row[name as keyof CollectionRow]
    if (value !== null) set[name] = typeof value === 'bigint' ? String(value) : value
  }
  return set
}

/** What references of collections begin with. */
export const referencePrefix = 'MLP'
