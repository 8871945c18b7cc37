import type { Environment } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import { type FieldProblem, invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { figuresOf, leastPart } from './invoice-figures.ts'
import { type InvoiceRow, invoiceColumns } from './invoice-row.ts'
import { lockFreeInvoices, moveInvoices } from './move-invoices.ts'

/** What somebody wants to pay an invoice with. */
export type Payment = {
  /** The invoice. */
  id: string
  merchantId: string
  environment: Environment
  amount: bigint
  currency: string
}

/**
 * Refuses, by throwing, a payment that an invoice cannot be paid with. A draft is to be issued with it: from then on its total stays as it
 * is, whatever becomes of the payment.
 */
export async function checkInvoice(
  world: World,
  payment: Payment,
): Promise<Pick<InvoiceRow, 'metadata'> & { isDraft: boolean }> {
  const { id, merchantId, environment } = payment
  const [invoice] = await world.sql<InvoiceRow[]>`
    select ${invoiceColumns(world.sql)} from invoices
    where id = ${id} and merchant_id = ${merchantId} and environment = ${environment}`
  // The same words for what does not exist and what is somebody else's.
  if (!invoice)
    throw invalid({ field: 'invoice_id', problem: 'must be the id of an invoice of this merchant' })
  const refusal = refusalOf(invoice, payment)
  if (refusal) throw refusal
  return { metadata: invoice.metadata, isDraft: invoice.status === 'DRAFT' }
}

function refusalOf(invoice: InvoiceRow, payment: Payment): Refusal | null {
  const problems = problemsWith(invoice, payment)
  return unowed(invoice) ?? (problems.length > 0 ? invalid(...problems) : null)
}

function problemsWith(invoice: InvoiceRow, payment: Payment): FieldProblem[] {
  const { currency } = invoice
  const amount = amountProblem(invoice, payment.amount)
  return [
    ...(amount === null ? [] : [{ field: 'amount', problem: amount }]),
    ...(payment.currency === currency ? [] : [{ field: 'currency', problem: exactly(currency) }]),
  ]
}

const exactly = (owed: string) => `must be exactly that of the invoice, ${owed}`

/** All that is due, or a part of it where parts are allowed. Payments that are still under way do not count: nobody knows of their end. */
function amountProblem(invoice: InvoiceRow, given: bigint): string | null {
  const { due } = figuresOf(invoice)
  if (given === due) return null
  const least = leastPart(invoice)
  if (least === null) return exactly(textFromMinor(due))
  if (given > due) return `must be ${textFromMinor(due)} or less: that is what is due of the invoice`
  return given < least
    ? `must be ${textFromMinor(least)} or more, or all that is due of the invoice, ${textFromMinor(due)}`
    : null
}

/**
 * For payments that are written together, and wait for nobody. Somebody may have changed a draft since it was checked, so that it is looked
 * at again where it cannot change any more; it is issued by whoever knows that its payment is made.
 */
export async function holdDrafts(
  tx: Transaction,
  world: World,
  payments: readonly Payment[],
): Promise<{ refusals: (Refusal | null)[]; issue(ids: readonly string[]): Promise<void> }> {
  const held = await lockFreeInvoices(
    tx,
    payments.map(({ id }) => id),
  )
  const known = new Map(held.map((invoice) => [invoice.id, invoice]))
  return {
    refusals: payments.map((payment) => {
      const invoice = known.get(payment.id)
      return invoice ? refusalOf(invoice, payment) : heldElsewhere
    }),
    async issue(ids) {
      const wanted = new Set(ids)
      await issueAll(
        tx,
        world,
        held.filter(({ id }) => wanted.has(id)),
      )
    },
  }
}

/** Tried again by whoever waits, as a request is whose key is in use. */
const heldElsewhere = new Refusal('idempotency_in_progress', {
  message: 'The invoice is being changed. Retry in a moment.',
})

/** Whoever asks for its money has issued it. What was issued before stays as it is. */
export async function issue(tx: Transaction, world: World, invoice: InvoiceRow): Promise<InvoiceRow> {
  const [issued = invoice] = await issueAll(tx, world, [invoice])
  return issued
}

async function issueAll(
  tx: Transaction,
  world: World,
  invoices: readonly InvoiceRow[],
): Promise<InvoiceRow[]> {
  const drafts = invoices.filter(({ status }) => status === 'DRAFT')
  const at = world.clock.now()
  return await moveInvoices(
    tx,
    world,
    drafts.map((invoice) => ({ invoice, to: 'SENT', by: 'merchant', at })),
  )
}

export function refuseUnowed(invoice: InvoiceRow): void {
  const refusal = unowed(invoice)
  if (refusal) throw refusal
}

/** Nobody owes what is paid, credited or void. */
function unowed({ status }: InvoiceRow): Refusal | null {
  if (status === 'PAID') return new Refusal('invoice_already_paid')
  if (status === 'VOID')
    return new Refusal('invalid_state', { message: 'This invoice is void. Write another one.' })
  if (status !== 'CREDITED') return null
  return new Refusal('invalid_state', {
    message: 'This invoice is credited whole, so that nothing of it is due.',
  })
}

/** What money came for, or what was credited, is told by its papers: it is not as if it had never been. */
export function refuseBegun({ status, amount_credited: credited }: InvoiceRow): void {
  if (status !== 'PARTIALLY_PAID' && credited === 0n) return
  throw new Refusal('invalid_state', {
    message: 'Something of this invoice is paid or credited. Issue a credit note for the rest instead.',
    details: { status },
  })
}
