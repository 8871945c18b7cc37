import type { AdminFiscalReceipt, Environment, FiscalReceiptStatus, fiscalFields } from '@malipo/contract'
import type { Static, TObject } from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
import { type ListQuery, readPage } from '../http/http.ts'
import { gather } from '../primitives/gather.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type FiscalReceiptRow, noteOf, receiptColumns, showReceipt } from './receipt-row.ts'

export type Owner = { merchantId: string; environment: Environment }
type Filter = { status?: Static<typeof FiscalReceiptStatus>; collection_id?: string; day?: string }

export function listReceipts(sql: Database, { merchantId, environment }: Owner, query: ListQuery & Filter) {
  return readPage(sql, query, {
    rows: sql`
      select ${receiptColumns(sql)} from fiscal_receipts r
      where r.merchant_id = ${merchantId} and r.environment = ${environment}
        ${query.status === undefined ? sql`` : sql`and r.status = ${query.status}`}
        ${query.collection_id === undefined ? sql`` : sql`and r.collection_id = ${query.collection_id}`}
        ${query.day === undefined ? sql`` : sql`and r.day = ${query.day}`}`,
    show: showReceipt,
  })
}

type Unissued = 'QUEUED' | 'FAILED'
type AdminRow = FiscalReceiptRow & {
  merchant_name: string
  registration: Static<typeof AdminFiscalReceipt>['registration_status']
  registration_problem: string | null
  behind_since: Date | null
}

/** Of all merchants, what was refused or waits: each state is one range of an index. */
export function listUnissued(
  sql: Database,
  environment: Environment,
  query: ListQuery & { status?: Unissued; merchant_id?: string },
) {
  const wanted: Unissued[] = query.status === undefined ? ['QUEUED', 'FAILED'] : [query.status]
  const ofMerchant = query.merchant_id === undefined ? sql`` : sql`and r.merchant_id = ${query.merchant_id}`
  const states = { QUEUED: sql`r.status = 'QUEUED'`, FAILED: sql`r.status = 'FAILED'` }
  return readPage(sql, query, {
    rows: wanted.map(
      (status) => sql`
        select ${receiptColumns(sql)}, (select name from merchants m where m.id = r.merchant_id) as merchant_name,
          l.registration, l.registration_problem, l.behind_since
        from fiscal_receipts r join fiscal_lanes l using (merchant_id, environment)
        where r.environment = ${environment} and ${states[status]} ${ofMerchant}`,
    ),
    show: (row: AdminRow): Static<typeof AdminFiscalReceipt> => ({
      ...showReceipt(row),
      merchant_name: row.merchant_name,
      registration_status: row.registration,
      registration_problem: row.registration_problem,
      behind_since: row.behind_since?.toISOString() ?? null,
    }),
  })
}

export async function findFiscalReceipt(
  sql: Database,
  { merchantId, environment }: Owner,
  id: string,
): Promise<FiscalReceiptRow> {
  const [found] = isId(id)
    ? await sql<FiscalReceiptRow[]>`
        select ${receiptColumns(sql)} from fiscal_receipts r
        where r.id = ${id} and r.merchant_id = ${merchantId} and r.environment = ${environment}`
    : []
  if (!found) throw new Refusal('not_found')
  return found
}

/** What a payment says of its receipt. */
export type FiscalStanding = Static<TObject<typeof fiscalFields>>

export const noReceipt: FiscalStanding = {
  fiscal_status: 'OFF',
  verification_code: null,
  verification_url: null,
  fiscal_note: null,
}

type Paid = { id: string; status: string }
export type FindStanding = (collection: Paid) => Promise<FiscalStanding>

/** Only what was paid is looked for, and those who look at the same time share one query: shops ask again and again until they know. */
export function standingFinder(sql: Database | Transaction): FindStanding {
  async function findEach(ids: string[]): Promise<FiscalStanding[]> {
    const rows = await sql<FiscalReceiptRow[]>`
      select ${receiptColumns(sql)} from fiscal_receipts r where r.collection_id = any(${[...new Set(ids)]}::uuid[])`
    const found = new Map(rows.map((row) => [row.collection_id, standingOf(row)]))
    return ids.map((id) => found.get(id) ?? noReceipt)
  }
  const find = gather(findEach, { most: 200, atOnce: 2 })
  return async ({ id, status }) => (status === 'successful' || status === 'reversed' ? find(id) : noReceipt)
}

function standingOf(row: FiscalReceiptRow): FiscalStanding {
  const { status, verification_code, verification_url } = showReceipt(row)
  return { fiscal_status: status, verification_code, verification_url, fiscal_note: noteOf(row) }
}

/** With who sold, as the authority knew them when it was numbered; until then, as they say now. */
export type FiscalReceiptOfSeller = FiscalReceiptRow & { tin: string; vrn: string | null }

/** The receipt of a payment, for those who show it to its payer. */
export async function findReceiptOf(
  sql: Database,
  collectionId: string,
): Promise<FiscalReceiptOfSeller | null> {
  const [found] = await sql<FiscalReceiptOfSeller[]>`
    select ${receiptColumns(sql)}, coalesce(r.tin, s.tin) as tin, case when r.tin is null then s.vrn else r.vrn end as vrn
    from fiscal_receipts r join fiscal_settings s using (merchant_id, environment) where r.collection_id = ${collectionId}`
  return found ?? null
}
