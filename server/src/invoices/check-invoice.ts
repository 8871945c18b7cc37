import type { Environment } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import { type FieldProblem, invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
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
 * Refuses, by throwing, a payment that an invoice cannot be paid with. A draft is issued by it: from now on its total stays as it
 * is, whatever becomes of the payment.
 */
export async function checkInvoice(world: World, payment: Payment): Promise<Pick<InvoiceRow, 'metadata'>> {
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
  if (invoice.status === 'DRAFT') await world.sql.begin((tx) => issueForPayment(tx, world, payment))
  return invoice
}

function problemsWith({ total, currency }: InvoiceRow, payment: Payment): FieldProblem[] {
  const exactly = (owed: string) => `must be exactly that of the invoice, ${owed}`
  return [
    ...(payment.amount === total ? [] : [{ field: 'amount', problem: exactly(textFromMinor(total)) }]),
    ...(payment.currency === currency ? [] : [{ field: 'currency', problem: exactly(currency) }]),
  ]
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
  const [issued = invoice] = await moveInvoices(tx, [
    { invoice, to: 'SENT', by: 'merchant', at: world.clock.now() },
  ])
  return issued
}

/** Nobody owes what is paid or void. */
export function refuseUnowed({ status }: InvoiceRow): void {
  if (status === 'PAID') throw new Refusal('invoice_already_paid')
  if (status === 'VOID')
    throw new Refusal('invalid_state', { message: 'This invoice is void. Write another one.' })
}
