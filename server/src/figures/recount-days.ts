import type { Database, Fragment, Transaction } from '../database/database.ts'
import { networkPrefixes, numbersOf } from '../providers/providers.ts'
import { pushMethods } from '../weather/weather.ts'
import type { World } from '../world/world.ts'
import { endings } from './day-change.ts'

/**
 * By how much what is counted differs from the collections and their fees, as a query of rows like those of `collection_day_changes`: none
 * where it agrees. It reads everything, at one moment, and holds nobody up.
 */
export function differences(sql: Database | Transaction): Fragment {
  const kind = sql`merchant_id, environment, day, currency, method, network, status, failure_code`
  return sql`
    select ${kind}, sum(many) as many, sum(amount) as amount, sum(fees) as fees from (
      ${byTheRows(sql)}
      union all
      select ${kind}, -many, -amount, -fees from collection_days
      union all
      select ${kind}, -many, -amount, -fees from collection_day_changes) both_sides
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(many) <> 0 or sum(amount) <> 0 or sum(fees) <> 0`
}

/** What was charged, less what was given back, stands in the ledger. */
function byTheRows(sql: Database | Transaction): Fragment {
  return sql`
    select merchant_id, environment, ((c.completed_at at time zone 'UTC') + interval '3 hours')::date as day, currency,
      coalesce(method, '') as method, ${networkIn(sql)} as network, status, coalesce(failure_code, '') as failure_code,
      1 as many, c.amount, coalesce(charged.fees, 0) as fees
    from collections c left join (
      select collection_id, sum(case direction when 'debit' then amount else -amount end) as fees
      from ledger_transactions where type = 'collection_fee' group by 1) charged on charged.collection_id = c.id
    where completed_at is not null and status = any(${[...endings]}::text[])`
}

/** The network of a collection, as `networkOfPush` tells it; empty where nobody knows. */
export function networkIn(sql: Database | Transaction): Fragment {
  const cases = networkPrefixes
    .map(([name]) => sql`when customer_phone ~ ${numbersOf(name)} then ${name}::text`)
    .reduce((before, one) => sql`${before} ${one}`)
  return sql`case when method is null or method <> all(${[...pushMethods]}::text[]) then '' ${cases} else '' end`
}

/**
 * Counts anew when that is due: what was there before anybody kept count, and what an older version has moved since. What differs is
 * written like any other change, so that whoever counts at the same time is counted too.
 */
export async function recountDays({ sql, clock }: Pick<World, 'sql' | 'clock'>): Promise<void> {
  const now = clock.now()
  const [asked] = await sql`select from collection_day_recounts where ${now} >= any(due)`
  if (!asked) return
  // It reads every collection there is, and nobody's patience but its own is to end it.
  await sql.unhurried((patient) => patient.begin((tx) => recount(tx, now)))
}

async function recount(tx: Transaction, now: Date): Promise<void> {
  // Two at once would each write the whole difference.
  const [mine] = await tx`select from collection_day_recounts where ${now} >= any(due) for update`
  if (!mine) return
  await tx`
    insert into collection_day_changes
      (merchant_id, environment, day, currency, method, network, status, failure_code, many, amount, fees)
    select merchant_id, environment, day, currency, method, network, status, failure_code, many, amount, fees
    from (${differences(tx)}) differences`
  await tx`
    update collection_day_recounts set due = array(select at from unnest(due) at where at > ${now})`
}
