import type { Environment } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import { type FieldProblem, invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { figuresOf, leastPart } from './invoice-figures.ts'
import { type InvoiceRow, invoiceColumns } from './invoice-row.ts'
import { lockInvoices, moveInvoices } from './move-invoices.ts'

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
 * Refuses, by throwing, a payment that an invoice cannot be paid with. A draft is to be issued by it: from then on its total stays as it
 * is, whatever becomes of the payment.
 */
export async function checkInvoice(
  world: World,
  payment: Payment,
): Promise<Pick<InvoiceRow, 'metadata'> & { issue: ((tx: Transaction) => Promise<void>) | null }> {
  const { id, merchantId, environment } = payment
  const [invoice] = await world.sql<InvoiceRow[]>`
    select ${invoiceColumns(world.sql)} from invoices
    where id = ${id} and merchant_id = ${merchantId} and environment = ${environment}`
  // The same words for what does not exist and what is somebody else's.
  if (!invoice)
    throw invalid({ field: 'invoice_id', problem: 'must be the id of an invoice of this merchant' })
  refuseUnowed(invoice)
  const problems = problemsWith(invoice, payment)
  if (problems.length > 0) throw invalid(...problems)
  const isDraft = invoice.status === 'DRAFT'
  return {
    metadata: invoice.metadata,
    issue: isDraft ? (tx) => issueForPayment(tx, world, payment) : null,
  }
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

/** Somebody may have changed it in between, so it is looked at again where it cannot change any more. */
async function issueForPayment(tx: Transaction, world: World, payment: Payment): Promise<void> {
  const [invoice] = await lockInvoices(tx, [payment.id])
  if (!invoice) throw new Error('An invoice is gone, and none ever goes.')
  refuseUnowed(invoice)
  const problems = problemsWith(invoice, payment)
  if (problems.length > 0) throw invalid(...problems)
  await issue(tx, world, invoice)
}

/** Whoever asks for its money has issued it. What was issued before stays as it is. */
export async function issue(tx: Transaction, world: World, invoice: InvoiceRow): Promise<InvoiceRow> {
  if (invoice.status !== 'DRAFT') return invoice
  const [issued = invoice] = await moveInvoices(tx, world, [
    { invoice, to: 'SENT', by: 'merchant', at: world.clock.now() },
  ])
  return issued
}

/** Nobody owes what is paid, credited or void. */
export function refuseUnowed({ status }: InvoiceRow): void {
  if (status === 'PAID') throw new Refusal('invoice_already_paid')
  if (status === 'VOID')
    throw new Refusal('invalid_state', { message: 'This invoice is void. Write another one.' })
  if (status === 'CREDITED')
    throw new Refusal('invalid_state', {
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
