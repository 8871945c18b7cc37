import type { Transaction } from '../database/database.ts'
import type { Contradiction } from '../discrepancies/discrepancies.ts'
import {
  type Due,
  type Followed,
  followDue,
  hasHeir,
  moneyIn,
  type PaymentStep,
  paidTwice,
} from './follow-due.ts'
import { followLinks } from './follow-links.ts'
import type { LinkedInvoice } from './pay-invoices.ts'

/**
 * Counts what payment links were paid with, and closes those that can be paid once. Answers with what came a second time. Of the
 * link of an invoice the invoice has decided all that already, whichever way it was paid.
 */
export async function payLinks(
  tx: Transaction,
  turns: PaymentStep[],
  linked: LinkedInvoice[],
): Promise<Contradiction[]> {
  const byLink = Map.groupBy(turns, ({ after }) => after.payment_link_id)
  byLink.delete(null)
  const ofInvoice = new Map(linked.map((invoice) => [invoice.linkId, invoice]))
  const ids = [...new Set([...byLink.keys(), ...ofInvoice.keys()])]
  const [first] = turns
  if (ids.length === 0 || !first) return []
  const found = await tx<LinkDue[]>`
    select id, single_use, paid_by, paid_count from payment_links
    where id = any(${ids}::uuid[]) order by id for update`
  const stepsOf = (id: string) => ofInvoice.get(id)?.steps ?? byLink.get(id) ?? []
  const followed = found.map((link) => {
    const invoice = ofInvoice.get(link.id)
    return invoice ? followPaidInvoice(link, invoice) : followLink(link, stepsOf(link.id))
  })
  const heirs = await findHeirs(
    tx,
    followed.map(({ due }) => due).filter(({ id }) => !ofInvoice.has(id)),
  )
  const dues = followed.map(({ due }) => ({
    ...due,
    paidBy: due.paidBy ?? heirs.get(due.id) ?? null,
    came: moneyIn(stepsOf(due.id)),
  }))
  // The steps of one transaction happen at one time.
  await write(tx, dues, first.after.updated_at)
  await followLinks(
    tx,
    linked.map(({ invoice }) => invoice),
    first.after.updated_at,
  )
  return followed.flatMap(({ due, twice }) => twice.map((payment) => paidTwice('payment link', due, payment)))
}

type LinkDue = { id: string; single_use: boolean; paid_by: string | null; paid_count: number }

function followLink(
  { id, single_use: isOnce, paid_by: paidBy, paid_count: paidCount }: LinkDue,
  steps: PaymentStep[],
): Followed {
  return followDue({ id, isOnce, paidBy, paidCount }, steps)
}

/** Whoever came second was told of as a payment of the invoice, and once is enough. */
function followPaidInvoice(link: LinkDue, { invoice, steps }: LinkedInvoice): Followed {
  return { due: { ...followLink(link, steps).due, paidBy: invoice.paid_by }, twice: [] }
}

/** Whoever else has paid a link whose payment went back: the earliest, as if the other had never been. */
async function findHeirs(tx: Transaction, dues: Due[]): Promise<Map<string, string>> {
  const left = dues.filter(hasHeir).map(({ id }) => id)
  if (left.length === 0) return new Map()
  const heirs = await tx<{ payment_link_id: string; id: string }[]>`
    select distinct on (payment_link_id) payment_link_id, id from collections
    where payment_link_id = any(${left}::uuid[]) and status = 'successful'
    order by payment_link_id, completed_at, id`
  return new Map(heirs.map(({ payment_link_id: link, id }) => [link, id]))
}

/** A sum that misses a payment stays marked as such until it is made anew, even where the counts would fit by chance. */
async function write(tx: Transaction, dues: (Due & { came: bigint })[], at: Date): Promise<void> {
  const rows = dues.map(({ id, paidBy, paidCount, came }) => ({
    id,
    paid_by: paidBy,
    paid_count: paidCount,
    came: String(came),
  }))
  await tx`
    update payment_links l
    set paid_count = paid.paid_count, paid_by = paid.paid_by, updated_at = ${at},
      paid_amount = l.paid_amount + paid.came,
      paid_summed = case when l.paid_summed = l.paid_count then paid.paid_count else -1 end
    from json_to_recordset(${JSON.stringify(rows)}::json) as paid (id uuid, paid_by uuid, paid_count integer, came bigint)
    where l.id = paid.id`
}
