import type { Transaction } from '../database/database.ts'
import { openDiscrepancies } from '../discrepancies/discrepancies.ts'
import type { World } from '../world/world.ts'
import type { PaymentStep } from './follow-due.ts'
import { payInvoices } from './pay-invoices.ts'
import { payLinks } from './pay-links.ts'
import { payNumbers } from './pay-numbers.ts'

export { followLinks, paidBeforeLink } from './follow-links.ts'
export { followNumbers } from './pay-numbers.ts'
export { reckonInvoices, sumPayments } from './reckon-invoices.ts'

/**
 * Pays whatever was due with steps that are written already, or un-pays it, in the transaction of these steps. What is due
 * once is paid by the first; the money of another one is there all the same, so a person decides what becomes of it.
 *
 * Rows are locked kind by kind, invoices before links before control numbers, and in the order of ids, so that two batches never wait for each other
 * in a circle. The link of an invoice is paid by whatever pays its invoice. Where nothing was due, nothing is asked.
 */
export async function payDues(tx: Transaction, world: World, steps: PaymentStep[]): Promise<void> {
  const turns = steps.filter(
    ({ before, after }) => (before.status === 'successful') !== (after.status === 'successful'),
  )
  const ofInvoices = await payInvoices(tx, world, turns)
  const ofLinks = await payLinks(tx, turns, ofInvoices.linked)
  await payNumbers(tx, world, turns, ofInvoices.moved)
  await openDiscrepancies(tx, world, [...ofInvoices.contradictions, ...ofLinks])
}
