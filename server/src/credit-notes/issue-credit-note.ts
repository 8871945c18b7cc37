import type { BodyOf, operations } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { followLinks, followNumbers, reckonInvoices, sumPayments } from '../dues/dues.ts'
import type { Actor } from '../http/http.ts'
import {
  figuresOf,
  findInvoice,
  type InvoiceItem,
  type InvoiceRow,
  totalsOf,
  writtenItem,
} from '../invoices/invoices.ts'
import { minorFromText, textFromMinor } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { type CreditNoteRow, showCreditNote } from './credit-note-row.ts'
import { creditedOf, writeCreditNotes } from './write-credit-notes.ts'

type Body = BodyOf<typeof operations.createCreditNote>
type Wish = { field: 'amount' | 'items'; amount: bigint; tax: bigint | null; items: InvoiceItem[] | null }

/**
 * Issues a credit note by hand. What is due is lowered first; what is beyond that was paid, and counts as given back outside: it is taken
 * off what may be refunded of the payments, the newest first. Payments are locked before invoices, by everybody.
 */
export async function issueCreditNote(
  tx: Transaction,
  world: World,
  caller: Actor,
  invoiceId: string,
  body: Body,
) {
  const { id } = await findInvoice(tx, caller, invoiceId)
  const wish = wishFrom(body)
  const payments = await lockPayments(tx, id)
  const invoice = await findInvoice(tx, caller, id, 'for update')
  refuseUncreditable(invoice)
  const { due } = figuresOf(invoice)
  const refundable = payments.reduce((sum, { left }) => sum + left, 0n)
  const uncredited = invoice.total - invoice.amount_credited
  const most = due + refundable < uncredited ? due + refundable : uncredited
  if (wish.amount > most) {
    const problem = `must come to ${textFromMinor(most)} or less: what is due, and what may be refunded`
    throw invalid({ field: wish.field, problem })
  }
  await refuseMoreTax(tx, invoice, wish)
  const outside = wish.amount > due ? wish.amount - due : 0n
  await takeOff(tx, payments, outside)
  const row = await write(tx, world, invoice, { ...wish, reason: body.reason.trim(), given_back: outside })
  return showCreditNote(row, invoice)
}

function wishFrom({ amount, items }: Body): Wish {
  if ((amount === undefined) === (items === undefined)) {
    const problem = 'send either an amount or items'
    throw invalid({ field: 'amount', problem }, { field: 'items', problem })
  }
  if (items === undefined) {
    const minor = amount === undefined ? null : minorFromText(amount)
    if (minor === null) throw new Error('What passed validation cannot be read.')
    return { field: 'amount', amount: minor, tax: null, items: null }
  }
  const written = items.map(writtenItem)
  const { total, tax } = totalsOf(written)
  return { field: 'items', amount: total, tax, items: written }
}

/** Tax that was never billed, or was taken back already, is nobody's to claim. */
async function refuseMoreTax(tx: Transaction, invoice: InvoiceRow, { tax, field }: Wish): Promise<void> {
  if (tax === null || tax === 0n) return
  const left = invoice.tax - (await creditedOf(tx, invoice)).tax
  if (tax <= left) return
  const problem = `must take back ${textFromMinor(left)} of tax or less: that is what was billed and is not credited yet`
  throw invalid({ field, problem })
}

/** A draft is changed, and what is void was never billed. */
function refuseUncreditable({ status }: InvoiceRow): void {
  if (status === 'DRAFT')
    throw new Refusal('invalid_state', { message: 'This invoice is a draft. Change it instead.' })
  if (status === 'VOID') throw new Refusal('invalid_state', { message: 'This invoice is void.' })
}

type Paid = { id: string; left: bigint }

/** More than anybody pays an invoice with; of whoever has more, the newest. */
const mostPayments = 1_000

/** The payments of which something may be refunded, newest first. They are locked in the order of their ids, as everywhere. */
async function lockPayments(tx: Transaction, invoiceId: string): Promise<Paid[]> {
  const rows = await tx<Paid[]>`
    select id, amount - coalesce(refund_claimed, 0) - coalesce(credited, 0) as left from collections
    where id in (select id from collections where invoice_id = ${invoiceId} and status = 'successful'
        order by id desc limit ${mostPayments})
      and status = 'successful'
    order by id for update`
  return rows.filter(({ left }) => left > 0n).toReversed()
}

async function takeOff(tx: Transaction, payments: Paid[], amount: bigint): Promise<void> {
  let left = amount
  const parts = payments.flatMap(({ id, left: most }) => {
    const part = left < most ? left : most
    left -= part
    return part === 0n ? [] : [{ id, part }]
  })
  if (parts.length === 0) return
  await tx`
    update collections c set credited = coalesce(c.credited, 0) + p.part
    from unnest(${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ part }) => part)}::bigint[]) as p (id, part)
    where c.id = p.id`
}

async function write(
  tx: Transaction,
  world: World,
  invoice: InvoiceRow,
  wish: Omit<Wish, 'field'> & Pick<CreditNoteRow, 'reason' | 'given_back'>,
): Promise<CreditNoteRow> {
  const at = world.clock.now()
  const sums = await sumPayments(tx, [invoice.id])
  const [row] = await writeCreditNotes(tx, world, [{ ...wish, refund_id: null, invoice, at }])
  if (!row) throw new Error('The credit note was not written.')
  const moved = await reckonInvoices(tx, world, { by: 'merchant', at }, [
    {
      invoice,
      paid: sums.get(invoice.id) ?? 0n,
      credited: invoice.amount_credited + wish.amount,
      paidBy: invoice.paid_by,
    },
  ])
  await followLinks(tx, moved, at)
  await followNumbers(tx, world, moved, at)
  return row
}
