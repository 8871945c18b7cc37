import type { Environment, Invoice, invoiceStatuses } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import type { Metadata } from '../metadata/metadata.ts'
import { dayAt } from '../primitives/instant.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { World } from '../world/world.ts'
import { figuresOf } from './invoice-figures.ts'
import type { InvoiceState } from './invoice-lifecycle.ts'
import type { InvoiceItem } from './invoice-totals.ts'

export type InvoiceStatus = (typeof invoiceStatuses)[number]

export type InvoiceRow = {
  id: string
  merchant_id: string
  environment: Environment
  number: bigint
  token: string
  status: InvoiceState
  customer_name: string
  customer_phone: string
  customer_email: string | null
  items: InvoiceItem[]
  subtotal: bigint
  tax: bigint
  total: bigint
  currency: string
  allow_part_payment: boolean
  /** The least that a part may be. */
  minimum_payment: bigint | null
  /** What payments come to, less what was given back; null where nobody who knows parts has moved it. */
  amount_paid: bigint | null
  amount_credited: bigint
  /** The place of its last event. */
  moves: number
  /** A day as it stands on a calendar, without a time zone. */
  due_date: string
  notes: string | null
  metadata: Metadata | null
  payment_link_id: string | null
  paid_by: string | null
  sent_on: string | null
  sends: number
  sent_at: Date | null
  paid_at: Date | null
  voided_at: Date | null
  created_at: Date
  updated_at: Date
}

export function invoiceColumns(sql: Database | Transaction): Fragment {
  return sql`id, merchant_id, environment, number, token, status, customer_name, customer_phone, customer_email, items, subtotal,
    tax, total, currency, allow_part_payment, minimum_payment, amount_paid, amount_credited, moves, due_date::text as due_date, notes, metadata, payment_link_id, paid_by, sent_on::text as sent_on, sends, sent_at,
    paid_at, voided_at, created_at, updated_at`
}

/** What was sent is overdue once its day is over in Dar es Salaam; nobody has to write that down. */
export function statusAt({ status, due_date: dueDate }: InvoiceRow, now: Date): InvoiceStatus {
  return status === 'SENT' && dueDate < dayAt(now) ? 'OVERDUE' : status
}

/** Of one that is paid in part it is told beside its state. */
export function isOverdue({ status, due_date: dueDate }: InvoiceRow, now: Date): boolean {
  return (status === 'SENT' || status === 'PARTIALLY_PAID') && dueDate < dayAt(now)
}

/** As merchants and their customers read it: `INV-000123`, and longer when a million were written. */
export function numberOf({ number }: Pick<InvoiceRow, 'number'>): string {
  return `INV-${String(number).padStart(6, '0')}`
}

export function publicUrlOf(
  { baseUrl }: Pick<World, 'baseUrl'>,
  { token }: Pick<InvoiceRow, 'token'>,
): string {
  return `${baseUrl}/i/${token}`
}

export function showInvoice(
  world: Pick<World, 'baseUrl' | 'clock'>,
  row: InvoiceRow,
): Static<typeof Invoice> {
  const { subtotal, tax, total } = row
  const { paid, credited, due, overpaid } = figuresOf(row)
  const now = world.clock.now()
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    number: numberOf(row),
    status: statusAt(row, now),
    customer_name: row.customer_name,
    customer_phone: row.customer_phone,
    customer_email: row.customer_email,
    items: row.items,
    subtotal: textFromMinor(subtotal),
    tax: textFromMinor(tax),
    total: textFromMinor(total),
    currency: row.currency,
    allow_part_payment: row.allow_part_payment,
    minimum_payment: row.minimum_payment === null ? null : textFromMinor(row.minimum_payment),
    amount_paid: textFromMinor(paid),
    amount_credited: textFromMinor(credited),
    amount_due: textFromMinor(due),
    amount_overpaid: textFromMinor(overpaid),
    due_date: row.due_date,
    is_overdue: isOverdue(row, now),
    notes: row.notes,
    payment_link_id: row.payment_link_id,
    metadata: row.metadata ?? {},
    public_url: publicUrlOf(world, row),
    sent_at: row.sent_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    voided_at: row.voided_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
