import type { EventType } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { announce } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { figuresOf } from './invoice-figures.ts'
import { type InvoiceState, type Mover, mayMove } from './invoice-lifecycle.ts'
import { type InvoiceRow, invoiceColumns, showInvoice } from './invoice-row.ts'

/** One invoice, locked by the caller, and what becomes of it. */
export type InvoiceMove = {
  invoice: InvoiceRow
  to: InvoiceState
  by: Mover
  at: Date
  /** The collection that pays it, where one does, and since when. */
  paidBy?: { id: string; at: Date }
  /** What was paid and credited by now, where that has changed. */
  paid?: bigint
  credited?: bigint
}

/** In the order of their ids, so that two who lock several never wait for each other in a circle. */
export async function lockInvoices(tx: Transaction, ids: string[]): Promise<InvoiceRow[]> {
  return await tx<InvoiceRow[]>`
    select ${invoiceColumns(tx)} from invoices where id = any(${ids}::uuid[]) order by id for update`
}

/** Those that nobody else holds: for batches, in which nobody waits for somebody outside. */
export async function lockFreeInvoices(tx: Transaction, ids: string[]): Promise<InvoiceRow[]> {
  return await tx<InvoiceRow[]>`
    select ${invoiceColumns(tx)} from invoices where id = any(${ids}::uuid[]) for update skip locked`
}

/**
 * The one place where invoices change their state and figures, and where that is told. A step that the lifecycle does not know is a
 * fault of ours.
 */
export async function moveInvoices(
  tx: Transaction,
  world: World,
  moves: InvoiceMove[],
): Promise<InvoiceRow[]> {
  if (moves.length === 0) return []
  const told = moves.map((move) => ({ move, events: eventsOf(move) }))
  const moved = await write(tx, told)
  const eventsById = new Map(told.map(({ move, events }) => [move.invoice.id, events]))
  await announce(
    tx,
    world.newId,
    moved.flatMap((row) => announcementsOf(world, row, eventsById.get(row.id) ?? [])),
  )
  return moved
}

async function write(
  tx: Transaction,
  told: { move: InvoiceMove; events: EventType[] }[],
): Promise<InvoiceRow[]> {
  const rows = told.map(({ move, events }) => {
    const { invoice, to, by, at, paidBy } = move
    if (!mayMove(invoice.status, to, by)) {
      throw new Error(`${by} may not move invoice ${invoice.id} from ${invoice.status} to ${to}`)
    }
    const paid = move.paid ?? invoice.amount_paid
    return {
      id: invoice.id,
      status: to,
      paid_by: paidBy?.id ?? null,
      paid_at: paidBy?.at ?? null,
      amount_paid: paid === null ? null : String(paid),
      amount_credited: String(move.credited ?? invoice.amount_credited),
      // Each event has a place of its own.
      moves: invoice.moves + Math.max(1, events.length),
      sent_at: to === 'SENT' ? (invoice.sent_at ?? at) : invoice.sent_at,
      voided_at: to === 'VOID' ? at : null,
      updated_at: at,
    }
  })
  const history = told.flatMap(({ move, events }, place) => stepsOf(move, events, rows[place]))
  return await tx<InvoiceRow[]>`
    with told as (
      insert into invoice_history
        (merchant_id, invoice_id, seq, from_status, to_status, mover, event, amount_paid, amount_credited, at)
      select merchant_id, invoice_id, seq, from_status, to_status, mover, event, amount_paid, amount_credited, at
      from json_populate_recordset(null::invoice_history, ${JSON.stringify(history)}::json)
    ), moved as (
      update invoices i
      set status = m.status, paid_by = m.paid_by, paid_at = m.paid_at, amount_paid = m.amount_paid,
        amount_credited = m.amount_credited, moves = m.moves, sent_at = m.sent_at, voided_at = m.voided_at, updated_at = m.updated_at
      from json_populate_recordset(null::invoices, ${JSON.stringify(rows)}::json) m
      where i.id = m.id
      returning i.*)
    select ${invoiceColumns(tx)} from moved order by id`
}

/** Told twice, it has two places in the history, and each event that of its own. */
function stepsOf(
  { invoice, to, by, at }: InvoiceMove,
  events: EventType[],
  after: { amount_paid: string | null; amount_credited: string } | undefined,
) {
  const told = events.length === 0 ? [null] : events
  return told.map((event, place) => ({
    merchant_id: invoice.merchant_id,
    invoice_id: invoice.id,
    seq: invoice.moves + 1 + place,
    from_status: invoice.status,
    to_status: to,
    mover: by,
    event,
    amount_paid: after?.amount_paid ?? null,
    amount_credited: after?.amount_credited ?? '0',
    at,
  }))
}

/** What a step tells. Whoever pays the rest and more has done both. */
export function eventsOf({ invoice, to, paid, credited }: InvoiceMove): EventType[] {
  const before = figuresOf(invoice)
  const after = figuresOf({
    status: to,
    total: invoice.total,
    amount_paid: paid ?? invoice.amount_paid,
    amount_credited: credited ?? invoice.amount_credited,
  })
  const events: EventType[] = []
  const wasOver = invoice.status === 'PAID' || invoice.status === 'CREDITED'
  if (to === 'VOID') events.push('invoice.voided')
  else if (wasOver && after.due > 0n) events.push('invoice.reopened')
  else if (to === 'PAID' && invoice.status !== 'PAID') events.push('invoice.paid')
  else if (to === 'PARTIALLY_PAID' && after.paid > before.paid) events.push('invoice.partially_paid')
  if (after.overpaid > before.overpaid) events.push('invoice.overpaid')
  return events
}

function announcementsOf(world: World, row: InvoiceRow, events: EventType[]) {
  return events.map((type, place) => ({
    merchantId: row.merchant_id,
    environment: row.environment,
    type,
    resourceId: row.id,
    sequence: row.moves - events.length + 1 + place,
    at: row.updated_at,
    resource: { ...showInvoice(world, row), invoice_id: row.id },
  }))
}
