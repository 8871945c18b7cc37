import type { Database } from '../database/database.ts'

/** A link in a busy shop has very many payments, and others wait for its row. */
const mostAtOnce = 20

/** Sums up anew what links were paid with, where a payment is not in the sum. By its link or not, whatever is paid for an invoice is paid for its link. */
export async function sumLinks(sql: Database): Promise<number> {
  return await sql.begin(async (tx) => {
    const found = await tx<{ id: string }[]>`
      select id from payment_links where paid_summed <> paid_count order by id limit ${mostAtOnce} for update skip locked`
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) return 0
    // A statement of its own: it sees every payment that the locked rows count.
    await tx`
      update payment_links l set paid_summed = l.paid_count, paid_amount = coalesce(
        (select sum(c.amount) from collections c where c.status = 'successful'
          and (c.payment_link_id = l.id or c.invoice_id = l.invoice_id)), 0)
      where l.id = any(${ids}::uuid[])`
    return ids.length
  })
}
