import type { Transaction } from '../database/database.ts'
import type { Contradiction } from '../discrepancies/discrepancies.ts'
import { type InvoiceRow, lockInvoices } from '../invoices/invoices.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { World } from '../world/world.ts'
import type { Payment, PaymentStep } from './follow-due.ts'
import { type FollowedInvoice, followInvoice } from './follow-invoice.ts'
import { reckonInvoices, sumPayments } from './reckon-invoices.ts'

/** The link of an invoice, with the invoice as it is now and the steps of all who paid it. */
export type LinkedInvoice = { linkId: string; invoice: InvoiceRow; steps: PaymentStep[] }

type PaidInvoices = { moved: InvoiceRow[]; linked: LinkedInvoice[]; contradictions: Contradiction[] }

/** Pays invoices, and opens them again when their money goes back. Answers with their links, and with what nobody owed any more. */
export async function payInvoices(
  tx: Transaction,
  world: World,
  turns: PaymentStep[],
): Promise<PaidInvoices> {
  const byInvoice = Map.groupBy(turns, ({ after }) => after.invoice_id)
  byInvoice.delete(null)
  const [first] = turns
  if (byInvoice.size === 0 || !first) return { moved: [], linked: [], contradictions: [] }
  const invoices = await lockInvoices(tx, [...byInvoice.keys()] as string[])
  const stepsOf = ({ id }: InvoiceRow) => byInvoice.get(id) ?? []
  const owed = invoices.filter(({ status }) => status !== 'VOID')
  const sums = await sumPayments(
    tx,
    owed.map(({ id }) => id),
  )
  const followed = owed.map((invoice) => {
    const paid = sums.get(invoice.id) ?? 0n
    return { invoice, paid, ...followInvoice(invoice, paid, stepsOf(invoice)) }
  })
  // The steps of one transaction happen at one time.
  const moved = await reckonInvoices(
    tx,
    world,
    { by: 'payment', at: first.after.updated_at },
    followed.map((one) => ({ ...one, credited: one.invoice.amount_credited })),
  )
  const now = new Map([...invoices, ...moved].map((invoice) => [invoice.id, invoice]))
  const contradictions = [
    ...followed.flatMap((one) => contradictionsOf(one, now.get(one.invoice.id) ?? one.invoice)),
    ...invoices
      .filter(({ status }) => status === 'VOID')
      .flatMap((invoice) => paymentsLeft(stepsOf(invoice)).map((payment) => paidAfterVoid(invoice, payment))),
  ]
  const linked = [...now.values()].flatMap((invoice) => linkOf(invoice, stepsOf(invoice)))
  return { moved: [...now.values()], linked, contradictions }
}

function linkOf(invoice: InvoiceRow, steps: PaymentStep[]): LinkedInvoice[] {
  const { payment_link_id: linkId } = invoice
  return linkId === null ? [] : [{ linkId, invoice, steps }]
}

/** Those of the payments that are there at the end of these steps. */
function paymentsLeft(steps: PaymentStep[]): Payment[] {
  const last = new Map(steps.map(({ after }) => [after.id, after]))
  return [...last.values()].filter(({ status }) => status === 'successful')
}

/** What is due in one payment was paid by another one; of what is paid in parts, or was credited meanwhile, some is too much. */
function contradictionsOf({ tooMuch }: FollowedInvoice, invoice: InvoiceRow): Contradiction[] {
  return tooMuch.map(({ payment, excess, isSecond }) => {
    const { currency } = payment
    const about = {
      merchantId: payment.merchant_id,
      environment: payment.environment,
      collectionId: payment.id,
    }
    if (isSecond) {
      return {
        ...about,
        kind: 'paid_twice',
        ours: `invoice ${invoice.id} is paid by collection ${invoice.paid_by}`,
        theirs: `successful ${currency} ${textFromMinor(payment.amount)}`,
      }
    }
    return {
      ...about,
      kind: 'overpaid',
      ours: `invoice ${invoice.id} was due ${currency} ${textFromMinor(payment.amount - excess)}`,
      theirs: `successful ${currency} ${textFromMinor(payment.amount)}, ${textFromMinor(excess)} too much`,
    }
  })
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
