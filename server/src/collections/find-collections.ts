import { collectionMethods, collectionStatuses, type Environment } from '@malipo/contract'
import {
  type Database,
  eachKind,
  type Fragment,
  findPutAside,
  kindsTogether,
  mergeRanges,
  type Range,
  type Transaction,
} from '../database/database.ts'
import { createdWithin, type ListQuery, lastRow, readPage } from '../http/http.ts'
import { type MetadataFilter, withMetadata } from '../metadata/metadata.ts'
import { type Clock, daysBefore } from '../primitives/clock.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { beginningsOf, type MobileNetwork, numbersOf } from '../providers/providers.ts'
import { pushMethods } from '../weather/weather.ts'
import type { CollectionRow } from './collection-row.ts'
import { countCollections } from './count-collections.ts'

export type CollectionFilter = MetadataFilter & {
  status?: string
  method?: string
  reference?: string
  /** Only of one merchant. */
  phone?: string
  /** Only of one merchant; with a method besides, only of its newest. */
  network?: MobileNetwork
  payment_link_id?: string
  invoice_id?: string
  control_number_id?: string
  from?: string
  to?: string
  merchant_id?: string
  /** Only those that have been open without a step since before then. */
  silentSince?: Date
}

type Query = ListQuery & CollectionFilter

/** Newest first. What a merchant has of each kind is kept count of; a reference or a span of time is counted. */
export async function listCollections<Row extends CollectionRow, Item>(
  sql: Database,
  environment: Environment,
  query: Query,
  show: (row: Row) => Item,
  /** What else is read of each, after a comma. */
  besides: Fragment = sql``,
) {
  const { merchant_id: merchantId, network, method, from, to, silentSince } = query
  const isCounted = !isNarrow(query) && [network, from, to].every((wish) => wish === undefined)
  const { having } =
    merchantId === undefined
      ? { having: sql`` }
      : await withMetadata(sql, 'collections', { merchantId, environment }, query)
  const rows = rangesOf(
    sql,
    query,
    (range) => sql`
      select c.* from collections c ${having} where environment = ${environment}
        ${merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`} ${range}
        ${silentSince === undefined ? sql`` : sql`and ${silent(sql, silentSince)}`} ${createdWithin(sql, query)}`,
  )
  return await readPage(sql, query, {
    // No index knows of a network by which method it was asked, and one of them may be rare: it is looked for in as many as a list has.
    rows:
      network === undefined || method === undefined || isNarrow(query)
        ? rows
        : sql`select * from ${mergeRanges(sql, rows, { column: sql`id`, most: lastRow })} as newest where method = ${method}`,
    beside: (page) =>
      sql`select c.*, (select name from merchants where id = c.merchant_id) as merchant_name ${besides} from ${page} as c`,
    show,
    total:
      isCounted && merchantId !== undefined
        ? () => countCollections(sql, environment, { ...query, merchant_id: merchantId })
        : undefined,
  })
}

/** What was asked of a number that is of a network: each of its beginnings has a range, status by status. */
function ofNetwork(
  sql: Database,
  network: MobileNetwork,
  status: string | undefined,
  rows: (range: Fragment) => Fragment,
): Range[] {
  const columns = [
    { column: sql`substr(customer_phone, 4, 2)`, all: beginningsOf(network) },
    { column: sql`status`, wanted: status, all: collectionStatuses },
  ]
  return eachKind(sql, columns, (range) => rows(sql`${range} ${isOfNetwork(sql, network)}`))
}

function isOfNetwork(sql: Database, network: MobileNetwork): Fragment {
  return sql`and method = any(${[...pushMethods]}::text[]) and customer_phone ~ ${numbersOf(network)}`
}

/** Whether it asks for little, which has an index of its own: what is due is little, too. */
function isNarrow(query: Query): boolean {
  const { reference, phone, payment_link_id, invoice_id, control_number_id, silentSince, metadata } = query
  return [reference, phone, payment_link_id, invoice_id, control_number_id, silentSince, metadata].some(
    (wish) => wish !== undefined,
  )
}

/** Each is answered by ranges of one index: by what is little, by status and method, or all of a merchant. */
function rangesOf(sql: Database, query: Query, rows: (range: Fragment) => Fragment): Range[] {
  const { merchant_id, reference, phone, network, payment_link_id, invoice_id, status, method } = query
  const { control_number_id: number, from, to, silentSince } = query
  if (isNarrow(query)) {
    return [
      rows(sql`${reference === undefined ? sql`` : sql`and reference = ${reference}`}
        ${phone === undefined ? sql`` : sql`and reverse(customer_phone) = reverse(${canonicalPhone(phone)})`}
        ${payment_link_id === undefined ? sql`` : sql`and payment_link_id = ${payment_link_id}`}
        ${invoice_id === undefined ? sql`` : sql`and invoice_id = ${invoice_id}`}
        ${number === undefined ? sql`` : sql`and control_number_id = ${number}`}
        ${status === undefined ? sql`` : sql`and status = ${status}`}
        ${method === undefined ? sql`` : sql`and method = ${method}`}
        ${network === undefined ? sql`` : isOfNetwork(sql, network)}`),
    ]
  }
  if (network !== undefined) return ofNetwork(sql, network, status, rows)
  if (merchant_id !== undefined && status === undefined && method === undefined) return [rows(sql``)]
  const columns = [
    { column: sql`status`, wanted: status, all: collectionStatuses },
    { column: sql`method`, wanted: method, all: [...collectionMethods, null] },
  ]
  const isAll = [merchant_id, status, method, from, to, silentSince].every((wish) => wish === undefined)
  return isAll ? kindsTogether(sql, columns, rows) : eachKind(sql, columns, rows)
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

/** More steps than any payment needs that somebody looks through; one whose payer tries again and again has more. */
const mostSteps = 200

/** The last steps, oldest first, and where the others are if they were put aside. */
export async function findHistory(sql: Database | Transaction, { id, moves }: CollectionRow) {
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
    where collection_id = ${id} order by seq desc limit ${mostSteps}`
  const history = rows
    .reverse()
    .map(({ from_status: from, to_status: to, source, provider_payment_status, note, at }) => ({
      from,
      to,
      source,
      provider_payment_status,
      note,
      at: at.toISOString(),
    }))
  return { history, ...(await findPutAside(sql, 'collection_history', { id, moves }, rows.length)) }
}

/** Who carries collections that are not over: they can still be asked about, and heard. */
export async function findCarriers(sql: Database): Promise<string[]> {
  const rows = await sql<{ provider: string }[]>`
    select distinct provider from collections where due_at is not null
    union select distinct provider from collections where status = 'pending_clearance'`
  return rows.map(({ provider }) => provider)
}
