import type { Transaction } from '../database/database.ts'
import { halfUp, type InvoiceRow } from '../invoices/invoices.ts'
import { announce } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { type CreditNoteRow, creditNoteColumns, showCreditNote } from './credit-note-row.ts'

export type Drafted = Pick<CreditNoteRow, 'amount' | 'given_back' | 'items' | 'reason' | 'refund_id'> & {
  invoice: InvoiceRow
  at: Date
  /** That of its items; without any, it is in proportion to the invoice. */
  tax: bigint | null
}

/**
 * Writes credit notes under the next numbers and tells of them. Each counter is taken in the statement of the note itself and stays locked
 * until the commit, as those of invoices are; of several merchants in the order of their ids, so that two who write never wait for each
 * other in a circle.
 */
export async function writeCreditNotes(
  tx: Transaction,
  world: World,
  drafts: Drafted[],
): Promise<CreditNoteRow[]> {
  const written: CreditNoteRow[] = []
  const inOrder = drafts.toSorted((one, other) =>
    one.invoice.merchant_id < other.invoice.merchant_id ? -1 : 1,
  )
  for (const draft of inOrder) written.push(await writeOne(tx, world, draft))
  const invoices = new Map(drafts.map(({ invoice }) => [invoice.id, invoice]))
  await announce(
    tx,
    world.newId,
    written.map((row) => ({
      merchantId: row.merchant_id,
      environment: row.environment,
      type: 'credit_note.issued',
      resourceId: row.id,
      sequence: 1,
      at: row.created_at,
      resource: {
        ...showCreditNote(row, invoices.get(row.invoice_id) ?? { number: 0n }),
        credit_note_id: row.id,
      },
    })),
  )
  return written
}

async function writeOne(tx: Transaction, world: World, draft: Drafted): Promise<CreditNoteRow> {
  const { invoice, amount, at } = draft
  const { merchant_id: merchantId, environment } = invoice
  const tax = draft.tax ?? (await taxOf(tx, invoice, amount))
  const [row] = await tx<CreditNoteRow[]>`
    with counted as (
      insert into credit_note_numbers as n (merchant_id, environment, last) values (${merchantId}, ${environment}, 1)
      on conflict (merchant_id, environment) do update set last = n.last + 1
      returning last
    )
    insert into credit_notes (id, merchant_id, environment, number, invoice_id, refund_id, reason, items, amount, tax, given_back,
      currency, created_at)
    select ${world.newId()}::uuid, ${merchantId}::uuid, ${environment}, last, ${invoice.id}::uuid, ${draft.refund_id}::uuid,
      ${draft.reason}, ${draft.items === null ? null : JSON.stringify(draft.items)}::json, ${amount}::bigint, ${tax}::bigint,
      ${draft.given_back}::bigint, ${invoice.currency}, ${at}::timestamptz
    from counted
    returning ${creditNoteColumns}`
  if (!row) throw new Error('The credit note was not written.')
  return row
}

/** The share of all that is credited so far, less what was credited before: the parts of an invoice credited whole come to its tax. */
async function taxOf(tx: Transaction, invoice: InvoiceRow, amount: bigint): Promise<bigint> {
  const { amount: credited, tax } = await creditedOf(tx, invoice)
  const share = halfUp(invoice.tax * (credited + amount), invoice.total) - tax
  if (share < 0n) return 0n
  return share < amount ? share : amount
}

/** What the notes of an invoice come to by now. */
export async function creditedOf(
  tx: Transaction,
  { id }: InvoiceRow,
): Promise<{ amount: bigint; tax: bigint }> {
  const [notes] = await tx<{ amount: bigint; tax: bigint }[]>`
    select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(tax), 0)::bigint as tax
    from credit_notes where invoice_id = ${id}`
  return notes ?? { amount: 0n, tax: 0n }
}
