import type { Database, Fragment, Transaction } from '../database/database.ts'
import { type Actor, createdWithin, type ListQuery, readPage } from '../http/http.ts'
import { type MetadataFilter, withMetadata } from '../metadata/metadata.ts'
import { isId } from '../primitives/id.ts'
import { dayAt } from '../primitives/instant.ts'
import { Refusal } from '../primitives/refusal.ts'
import { isToken } from '../primitives/token.ts'
import type { World } from '../world/world.ts'
import { type InvoiceRow, type InvoiceStatus, invoiceColumns, showInvoice } from './invoice-row.ts'

/** Somebody else's is not there, and neither is one of the other environment. */
export async function findInvoice(
  sql: Database | Transaction,
  { merchantId, environment }: Pick<Actor, 'merchantId' | 'environment'>,
  id: string,
  lock?: 'for update',
): Promise<InvoiceRow> {
  if (!isId(id)) throw new Refusal('not_found')
  const [row] = await sql<InvoiceRow[]>`
    select ${invoiceColumns(sql)} from invoices
    where id = ${id} and merchant_id = ${merchantId} and environment = ${environment}
    ${lock === undefined ? sql`` : sql`for update`}`
  if (!row) throw new Refusal('not_found')
  return row
}

/** What an address leads to. A draft is nobody's business but its merchant's. */
export async function findInvoiceByToken(sql: Database, token: string): Promise<InvoiceRow | null> {
  if (!isToken(token)) return null
  const [row] = await sql<InvoiceRow[]>`
    select ${invoiceColumns(sql)} from invoices where token = ${token} and status <> 'DRAFT'`
  return row ?? null
}

type InvoiceFilter = MetadataFilter & { status?: InvoiceStatus; from?: string; to?: string }

export async function listInvoices(
  lists: Database,
  world: World,
  caller: Actor,
  query: ListQuery & InvoiceFilter,
) {
  const { merchantId, environment } = caller
  const { having } = await withMetadata(lists, 'invoices', caller, query)
  return await readPage(lists, query, {
    rows: lists`
      select ${invoiceColumns(lists)} from invoices ${having}
      where merchant_id = ${merchantId} and environment = ${environment}
        ${query.status === undefined ? lists`` : isNow(lists, query.status, dayAt(world.clock.now()))}
        ${createdWithin(lists, query)}`,
    show: (row: InvoiceRow) => showInvoice(world, row),
  })
}

/** Those that were sent are told apart by the day, in an index of their own: there are as many as wait for money. */
function isNow(lists: Database, status: InvoiceStatus, today: string): Fragment {
  if (status === 'OVERDUE') return lists`and status = 'SENT' and due_date < ${today}::date`
  if (status === 'SENT') return lists`and status = 'SENT' and due_date >= ${today}::date`
  return lists`and status = ${status}`
}
