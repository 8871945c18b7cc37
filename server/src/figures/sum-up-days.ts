import type { Database } from '../database/database.ts'

/** As many as one statement sums up: it is over before anybody notices, and more wait for the next. */
const mostAtOnce = 5_000

/**
 * Makes few rows of many. Whoever reads meanwhile sees all of it or none; two who do this at once take other changes each, and come to the
 * days in one order.
 */
export async function sumUpDays(sql: Database): Promise<void> {
  for (;;) {
    const [{ taken } = { taken: 0 }] = await sql<{ taken: number }[]>`
      with taken as (
        delete from collection_day_changes where ctid = any(array(
          select ctid from collection_day_changes limit ${mostAtOnce} for update skip locked))
        returning *
      ), summed as (
        insert into collection_days as kept
          (merchant_id, environment, day, currency, method, network, status, failure_code, many, amount, fees)
        select merchant_id, environment, day, currency, method, network, status, failure_code, sum(many), sum(amount), sum(fees)
        from taken group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
        on conflict (merchant_id, environment, day, currency, method, network, status, failure_code)
        do update set many = kept.many + excluded.many, amount = kept.amount + excluded.amount, fees = kept.fees + excluded.fees
      )
      select count(*)::int as taken from taken`
    if (taken < mostAtOnce) return
  }
}
