import { collectionMethods, collectionStatuses, type Environment } from '@malipo/contract'
import { type Database, type Fragment, rangesOver, type Transaction } from '../database/database.ts'
import { createdWithin, type ListQuery, readPage } from '../http/http.ts'
import { type Clock, daysBefore } from '../primitives/clock.ts'
import type { CollectionRow } from './collection-row.ts'
import { countCollections } from './count-collections.ts'

export type CollectionFilter = {
  status?: string
  method?: string
  reference?: string
  from?: string
  to?: string
  merchant_id?: string
  /** Only those that have been open without a step since before then. */
  silentSince?: Date
}

type Query = ListQuery & CollectionFilter

/** Newest first. What a merchant has of each kind is kept count of; a reference or a span of time is counted. */
export function listCollections<Row extends CollectionRow, Item>(
  sql: Database,
  environment: Environment,
  query: Query,
  show: (row: Row) => Item,
  /** What else is read of each, after a comma. */
  besides: Fragment = sql``,
) {
  const { merchant_id: merchantId, reference, from, to, silentSince } = query
  const isCounted = [reference, from, to, silentSince].every((wish) => wish === undefined)
  return readPage(sql, query, {
    rows: rangesOf(sql, query).map(
      (range) => sql`
        select c.*, (select name from merchants where id = c.merchant_id) as merchant_name ${besides} from collections c
        where environment = ${environment}
          ${merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`} ${range}
          ${silentSince === undefined ? sql`` : sql`and ${silent(sql, silentSince)}`} ${createdWithin(sql, query)}`,
    ),
    show,
    total:
      isCounted && merchantId !== undefined
        ? () => countCollections(sql, environment, { ...query, merchant_id: merchantId })
        : undefined,
  })
}

/** Each a condition that one range of an index answers: by reference, by status and method, or all of a merchant. */
function rangesOf(sql: Database, { merchant_id, reference, status, method, silentSince }: Query): Fragment[] {
  // What is due is little, and has an index of its own.
  if (reference !== undefined || silentSince !== undefined) {
    return [
      sql`${reference === undefined ? sql`` : sql`and reference = ${reference}`}
        ${status === undefined ? sql`` : sql`and status = ${status}`}
        ${method === undefined ? sql`` : sql`and method = ${method}`}`,
    ]
  }
  if (merchant_id !== undefined && status === undefined && method === undefined) return [sql``]
  return rangesOver(sql, [
    { column: sql`status`, wanted: status, all: collectionStatuses },
    { column: sql`method`, wanted: method, all: [...collectionMethods, null] },
  ])
}

/** In the words of the index of what is due: what is open is little, however much there is. */
function silent(sql: Database, since: Date): Fragment {
  return sql`due_at is not null and status = 'processing' and updated_at < ${since}`
}

/** Longer than any customer thinks about a payment, and than any network that works needs to carry one. */
const silentAfterDays = 1

/** What has been open without a step since before then is silent. */
export function silentSince(clock: Clock): Date {
  return daysBefore(clock.now(), silentAfterDays)
}

/** Of how many live payments nothing is known for a day. */
export async function countSilent(sql: Database, clock: Clock): Promise<number> {
  const [counted] = await sql<{ silent: number }[]>`
    select count(*)::int as silent from collections
    where environment = 'live' and ${silent(sql, silentSince(clock))}`
  return counted?.silent ?? 0
}

export async function findHistory(sql: Database | Transaction, id: string) {
  const rows = await sql<
    {
      from_status: CollectionRow['status'] | null
      to_status: CollectionRow['status']
      source: string
      provider_payment_status: string | null
      note: string | null
      at: Date
    }[]
  >`select from_status, to_status, source, provider_payment_status, note, at from collection_history
    where collection_id = ${id} order by seq`
  return rows.map(({ from_status: from, to_status: to, source, provider_payment_status, note, at }) => ({
    from,
    to,
    source,
    provider_payment_status,
    note,
    at: at.toISOString(),
  }))
}

/** Who carries collections that are not over: they can still be asked about, and heard. */
export async function findCarriers(sql: Database): Promise<string[]> {
  const rows = await sql<{ provider: string }[]>`
    select distinct provider from collections where due_at is not null
    union select distinct provider from collections where status = 'pending_clearance'`
  return rows.map(({ provider }) => provider)
}
