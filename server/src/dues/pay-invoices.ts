import type { Transaction } from '../database/database.ts'
import type { Contradiction } from '../discrepancies/discrepancies.ts'
import { type InvoiceMove, type InvoiceRow, lockInvoices, moveInvoices } from '../invoices/invoices.ts'
import { textFromMinor } from '../primitives/money.ts'
import { followDue, type Payment, type PaymentStep, paidTwice } from './follow-due.ts'

/** The link of an invoice, with whoever pays the invoice now and the steps of all who did. */
export type LinkedInvoice = { linkId: string; paidBy: string | null; steps: PaymentStep[] }

type PaidInvoices = { linked: LinkedInvoice[]; contradictions: Contradiction[] }

/** Pays invoices, and opens them again when their money goes back. Answers with their links, and with what nobody owed any more. */
export async function payInvoices(tx: Transaction, turns: PaymentStep[]): Promise<PaidInvoices> {
  const byInvoice = Map.groupBy(turns, ({ after }) => after.invoice_id)
  byInvoice.delete(null)
  if (byInvoice.size === 0) return { linked: [], contradictions: [] }
  const invoices = await lockInvoices(tx, [...byInvoice.keys()] as string[])
  const stepsOf = ({ id }: InvoiceRow) => byInvoice.get(id) ?? []
  const owed = invoices.filter(({ status }) => status !== 'VOID')
  const followed = owed.map((invoice) => ({ invoice, ...followInvoice(invoice, stepsOf(invoice)) }))
  const heirs = await findHeirs(
    tx,
    followed.filter(({ due }) => due.paidBy === null).map(({ invoice }) => invoice.id),
  )
  const moved = await moveInvoices(
    tx,
    followed.flatMap(({ invoice, due }) => moveOf(invoice, due.paidBy, heirs.get(invoice.id), turns)),
  )
  const now = new Map([...invoices, ...moved].map((invoice) => [invoice.id, invoice]))
  const contradictions = [
    ...followed.flatMap(({ due, twice }) => twice.map((payment) => paidTwice('invoice', due, payment))),
    ...invoices
      .filter(({ status }) => status === 'VOID')
      .flatMap((invoice) => paymentsLeft(stepsOf(invoice)).map((payment) => paidAfterVoid(invoice, payment))),
  ]
  return { linked: [...now.values()].flatMap((invoice) => linkOf(invoice, stepsOf(invoice))), contradictions }
}

function linkOf({ payment_link_id: linkId, paid_by: paidBy }: InvoiceRow, steps: PaymentStep[]) {
  return linkId === null ? [] : [{ linkId, paidBy, steps }]
}

/** How many have paid it is not counted: whoever takes the place of one that went back is looked for. */
function followInvoice({ id, paid_by: paidBy }: InvoiceRow, steps: PaymentStep[]) {
  return followDue({ id, isOnce: true, paidBy, paidCount: 0 }, steps)
}

type Heir = { id: string; at: Date }

/** Whoever else has paid an invoice whose payment went back: the earliest, as if the other had never been. */
async function findHeirs(tx: Transaction, invoiceIds: string[]): Promise<Map<string, Heir>> {
  if (invoiceIds.length === 0) return new Map()
  const heirs = await tx<{ invoice_id: string; id: string; completed_at: Date }[]>`
    select distinct on (invoice_id) invoice_id, id, completed_at from collections
    where invoice_id = any(${invoiceIds}::uuid[]) and status = 'successful'
    order by invoice_id, completed_at, id`
  return new Map(heirs.map(({ invoice_id: invoice, id, completed_at: at }) => [invoice, { id, at }]))
}

function moveOf(
  invoice: InvoiceRow,
  paidBy: string | null,
  heir: Heir | undefined,
  turns: PaymentStep[],
): InvoiceMove[] {
  // The steps of one transaction happen at one time.
  const now = turns[0]?.after.updated_at ?? invoice.updated_at
  const payer = paidBy === null ? heir : { id: paidBy, at: now }
  if ((payer?.id ?? null) === invoice.paid_by) return []
  const move = { invoice, by: 'payment', at: now } as const
  return payer === undefined ? [{ ...move, to: 'SENT' }] : [{ ...move, to: 'PAID', paidBy: payer }]
}

/** Those of the payments that are there at the end of these steps. */
function paymentsLeft(steps: PaymentStep[]): Payment[] {
  const last = new Map(steps.map(({ after }) => [after.id, after]))
  return [...last.values()].filter(({ status }) => status === 'successful')
}

/** The money is there, and nobody owes it. */
function paidAfterVoid(invoice: InvoiceRow, payment: Payment): Contradiction {
  return {
    merchantId: payment.merchant_id,
    environment: payment.environment,
    collectionId: payment.id,
    kind: 'paid_after_void',
    ours: `invoice ${invoice.id} is void`,
    theirs: `successful ${payment.currency} ${textFromMinor(payment.amount)}`,
  }
}
