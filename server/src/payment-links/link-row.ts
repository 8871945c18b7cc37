import type { Environment, orderedMethods, PaymentLink, paymentLinkStatuses } from '@malipo/contract'
import type { Static } from 'typebox'
import { columnsOf } from '../database/database.ts'
import type { Metadata } from '../metadata/metadata.ts'
import { textFromMinor } from '../primitives/money.ts'

export type LinkStatus = (typeof paymentLinkStatuses)[number]
export type LinkMethod = (typeof orderedMethods)[number]

export type LinkRow = {
  id: string
  merchant_id: string
  environment: Environment
  token: string
  amount: bigint | null
  min_amount: bigint | null
  max_amount: bigint | null
  currency: string
  description: string | null
  metadata: Metadata | null
  methods: LinkMethod[]
  single_use: boolean
  is_closed: boolean
  expires_at: Date | null
  is_over: boolean
  invoice_id: string | null
  paid_count: number
  paid_amount: bigint
  /** How many payments the sum has: another number than the count means that it must be made anew. */
  paid_summed: number
  paid_by: string | null
  created_at: Date
  updated_at: Date
}

export const linkColumns = columnsOf<LinkRow>({
  id: 'not null',
  merchant_id: 'not null',
  environment: 'not null',
  token: 'not null',
  amount: 'null',
  min_amount: 'null',
  max_amount: 'null',
  currency: 'not null',
  description: 'null',
  metadata: 'null',
  methods: 'not null',
  single_use: 'not null',
  is_closed: 'not null',
  expires_at: 'null',
  is_over: 'not null',
  invoice_id: 'null',
  paid_count: 'not null',
  paid_amount: 'not null',
  paid_summed: 'not null',
  paid_by: 'null',
  created_at: 'not null',
  updated_at: 'not null',
})

/** Its time is over when it is, not when somebody has written it down. */
export function statusOf(row: LinkRow, now: Date): LinkStatus {
  if (row.paid_by !== null) return 'PAID'
  if (row.is_closed) return 'INACTIVE'
  return isOver(row, now) ? 'EXPIRED' : 'ACTIVE'
}

export function isOver({ is_over: isWritten, expires_at: end }: LinkRow, now: Date): boolean {
  return isWritten || (end !== null && end <= now)
}

/** What payers see of it, too. */
export function showTerms(row: LinkRow, now: Date) {
  return {
    amount: row.amount === null ? null : textFromMinor(row.amount),
    min_amount: row.min_amount === null ? null : textFromMinor(row.min_amount),
    max_amount: row.max_amount === null ? null : textFromMinor(row.max_amount),
    currency: row.currency,
    description: row.description,
    status: statusOf(row, now),
    methods: row.methods,
    single_use: row.single_use,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

export function showLink(row: LinkRow, now: Date, baseUrl: string): Static<typeof PaymentLink> {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    ...showTerms(row, now),
    invoice_id: row.invoice_id,
    metadata: row.metadata ?? {},
    public_url: `${baseUrl}/l/${row.token}`,
    paid_count: row.paid_count,
    paid_amount: row.paid_summed === row.paid_count ? textFromMinor(row.paid_amount) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
