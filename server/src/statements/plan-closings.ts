import { operatorsBook, slackMs } from '../ledger/ledger.ts'
import { dayAfter, dayAt } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'

/**
 * Once a day is over, asks for every book to be closed in which something moved since it was closed last; with the end of a month, for all.
 * Asked again, or by another process, it plans nothing twice. Answers how many books there are to close.
 */
export async function planClosings({ sql, clock }: World): Promise<number> {
  const now = clock.now()
  const day = dayAfter(dayAt(new Date(now.getTime() - slackMs)), -1)
  const known = await sql`select from closed_nights where day = ${day}`
  if (known.count > 0) return 0
  return await sql.begin(async (tx) => {
    const mine =
      await tx`insert into closed_nights (day, planned_at) values (${day}, ${now}) on conflict do nothing`
    if (mine.count === 0) return 0
    const [last] = await tx<{ day: string | null }[]>`
      select max(day)::text as day from closed_nights where day < ${day}`
    // Whoever was away for some days makes up for all of them.
    const since = last?.day ? dayAfter(last.day) : day
    const hasMonthEnded = since.slice(0, 7) !== dayAfter(day).slice(0, 7)
    const { count } = await tx`
      insert into book_closings as b (merchant_id, environment, currency, automatic_from, wanted_through, due_at)
      select a.merchant_id, a.environment, a.currency, ${since}, ${day}, ${now}
      from ledger_accounts a left join book_closings c using (merchant_id, environment, currency)
      where a.kind = 'available' and a.merchant_id <> ${operatorsBook('live', 'TZS').merchantId}
        and (c.merchant_id is null or ${hasMonthEnded} or a.transactions > c.last_seq or exists (
          select from ledger_accounts o
          where o.merchant_id = a.merchant_id and o.environment = a.environment and o.currency = a.currency
            and (o.kind = 'reserved' and o.entries > c.reserved_seq or o.kind = 'held' and o.entries > c.held_seq)))
      order by a.merchant_id, a.environment, a.currency
      on conflict (merchant_id, environment, currency) do update
      set wanted_through = excluded.wanted_through, due_at = excluded.due_at
      where b.wanted_through < excluded.wanted_through`
    return count
  })
}
