import type { Transaction } from '../database/database.ts'
import {
  figuresOf,
  type InvoiceMove,
  type InvoiceRow,
  type Mover,
  moveInvoices,
  stateOf,
} from '../invoices/invoices.ts'
import type { World } from '../world/world.ts'

/** An invoice that the caller has locked, and what the caller knows besides. */
export type Reckoned = {
  invoice: InvoiceRow
  /** What it is credited with by now. */
  credited: bigint
  /** What its payments come to by now, less what was given back of them. */
  paid: bigint
  /** Who pays it, as far as that is known; whoever else does is looked for. */
  paidBy: string | null
}

/**
 * Moves invoices to where their figures say, and answers with all of them as they are then. What it moves by is written already:
 * payments, refunds, credit notes.
 */
export async function reckonInvoices(
  tx: Transaction,
  world: World,
  { by, at }: { by: Mover; at: Date },
  reckoned: Reckoned[],
): Promise<InvoiceRow[]> {
  const wanted = reckoned.map((one) => ({ ...one, to: stateOf(one.invoice.total, one.paid, one.credited) }))
  const payers = await findPayers(
    tx,
    wanted.filter(({ to, paidBy }) => to === 'PAID' && paidBy === null).map(({ invoice }) => invoice),
    wanted,
  )
  const moves = wanted.flatMap(({ invoice, to, paid, credited, paidBy }): InvoiceMove[] => {
    const payer = to === 'PAID' ? payerOf(invoice, paidBy, payers.get(invoice.id), at) : undefined
    const isSame =
      to === invoice.status &&
      (payer?.id ?? null) === invoice.paid_by &&
      credited === invoice.amount_credited &&
      paid === figuresOf(invoice).paid
    if (isSame) return []
    return [{ invoice, to, by, at, paid, credited, ...(payer && { paidBy: payer }) }]
  })
  const moved = new Map((await moveInvoices(tx, world, moves)).map((row) => [row.id, row]))
  return reckoned.map(({ invoice }) => moved.get(invoice.id) ?? invoice)
}

type Payer = { id: string; at: Date }

function payerOf(invoice: InvoiceRow, paidBy: string | null, heir: Payer | undefined, now: Date): Payer {
  if (paidBy !== null) {
    const since = paidBy === invoice.paid_by ? invoice.paid_at : null
    return { id: paidBy, at: since ?? now }
  }
  if (!heir) throw new Error(`Invoice ${invoice.id} is paid, and nobody pays it.`)
  return heir
}

/** Of invoices that are paid, the earliest payment that left nothing due, as if those that went back had never been. */
async function findPayers(
  tx: Transaction,
  invoices: InvoiceRow[],
  reckoned: Reckoned[],
): Promise<Map<string, Payer>> {
  if (invoices.length === 0) return new Map()
  const creditedOf = new Map(reckoned.map(({ invoice, credited }) => [invoice.id, credited]))
  const found = await tx<{ invoice_id: string; id: string; completed_at: Date }[]>`
    select distinct on (p.invoice_id) p.invoice_id, p.id, p.completed_at
    from (
      select invoice_id, id, completed_at, ${netOf(tx)} as net,
        sum(${netOf(tx)}) over (partition by invoice_id order by completed_at, id) as so_far
      from collections where invoice_id = any(${invoices.map(({ id }) => id)}::uuid[]) and status = 'successful') p
    join unnest(${invoices.map(({ id }) => id)}::uuid[],
      ${invoices.map(({ id, total }) => total - (creditedOf.get(id) ?? 0n))}::bigint[]) as owed (invoice_id, amount)
      on owed.invoice_id = p.invoice_id
    where p.net > 0 and p.so_far >= owed.amount
    order by p.invoice_id, p.completed_at, p.id`
  return new Map(found.map(({ invoice_id: invoice, id, completed_at: at }) => [invoice, { id, at }]))
}

/** What the payments of invoices come to, as they are written now. */
export async function sumPayments(tx: Transaction, invoiceIds: string[]): Promise<Map<string, bigint>> {
  const sums = await tx<{ invoice_id: string; paid: bigint }[]>`
    select invoice_id, sum(${netOf(tx)})::bigint as paid from collections
    where invoice_id = any(${invoiceIds}::uuid[]) and status = 'successful' group by invoice_id`
  return new Map(sums.map(({ invoice_id: id, paid }) => [id, paid]))
}

/** What is left of a payment, less what was refunded or given back outside. */
const netOf = (tx: Transaction) =>
  tx`greatest(0, amount - coalesce(refunds_reckoned, 0) - coalesce(credited, 0))`
