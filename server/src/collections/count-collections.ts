import type { Environment } from '@malipo/contract'
import type { Database } from '../database/database.ts'

/** How many there are, from the kept changes: the same cost for a million collections as for ten. */
export async function countCollections(
  sql: Database,
  environment: Environment,
  query: { merchant_id: string; status?: string; method?: string },
): Promise<number> {
  const [counted] = await sql<{ total: number }[]>`
    select coalesce(sum(change), 0)::int as total from collection_counts
    where merchant_id = ${query.merchant_id} and environment = ${environment}
      ${query.status === undefined ? sql`` : sql`and status = ${query.status}`}
      ${query.method === undefined ? sql`` : sql`and method = ${query.method}`}`
  return counted?.total ?? 0
}

/** More than this many changes of one merchant are worth summing up; fewer are as quickly read. */
const manyChanges = 50

/** Sums changes up, so that nobody ever reads many. Whoever counts meanwhile sees all of it or none. */
export async function sumUpCounts(sql: Database): Promise<number> {
  const summed = await sql`
    with busy as (
      select merchant_id, environment from collection_counts group by 1, 2 having count(*) > ${manyChanges}
    ), taken as (
      delete from collection_counts c using busy
      where c.merchant_id = busy.merchant_id and c.environment = busy.environment returning c.*
    )
    insert into collection_counts (merchant_id, environment, method, status, change)
    select merchant_id, environment, method, status, sum(change) from taken
    group by 1, 2, 3, 4 having sum(change) <> 0`
  return summed.count
}
