import type { Environment } from '@malipo/contract'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { createdWithin, type ListQuery, readPage } from '../http/http.ts'
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

/** Newest first. What no kept count can tell is counted; a reference or a span of time narrows it first. */
export function listCollections<Row extends CollectionRow, Item>(
  sql: Database,
  environment: Environment,
  query: Query,
  show: (row: Row) => Item,
  /** What else is read of each, after a comma. */
  besides: Fragment = sql``,
) {
  const { reference, from, to, silentSince } = query
  const isCounted = [reference, from, to, silentSince].every((filter) => filter === undefined)
  return readPage(sql, query, {
    rows: sql`
      select c.*, (select name from merchants where id = c.merchant_id) as merchant_name ${besides} from collections c
      where ${conditions(sql, environment, query)}`,
    show,
    total: isCounted ? () => countCollections(sql, environment, query) : undefined,
  })
}

function conditions(sql: Database, environment: Environment, query: Query): Fragment {
  return sql`environment = ${environment}
    ${query.merchant_id === undefined ? sql`` : sql`and merchant_id = ${query.merchant_id}`}
    ${query.status === undefined ? sql`` : sql`and status = ${query.status}`}
    ${query.method === undefined ? sql`` : sql`and method = ${query.method}`}
    ${query.reference === undefined ? sql`` : sql`and reference = ${query.reference}`}
    ${query.silentSince === undefined ? sql`` : sql`and ${silent(sql, query.silentSince)}`}
    ${createdWithin(sql, query)}`
}

/** In the words of the index of what is due: what is open is little, however much there is. */
function silent(sql: Database, since: Date): Fragment {
  return sql`due_at is not null and status = 'processing' and updated_at < ${since}`
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
