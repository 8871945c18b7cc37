import type { CollectionRow } from '../collections/collections.ts'
import { receiptPathOf } from '../collections/collections.ts'
import type { Database } from '../database/database.ts'
import { idOfReference } from '../primitives/reference.ts'

/** A step of a payment as Malipo took it, and where more of it can be seen. */
export type Heard = {
  from: string | null
  to: string
  source: string
  at: Date
  amount: bigint
  currency: string
  method: CollectionRow['method']
  phone: string | null
  /** Why it failed, as merchants are told. */
  reason: CollectionRow['failure_code']
  path: string | null
}

type Row = Pick<
  CollectionRow,
  | 'id'
  | 'status'
  | 'receipt_token'
  | 'page_token'
  | 'amount'
  | 'currency'
  | 'method'
  | 'customer_phone'
  | 'failure_code'
> & {
  from_status: string | null
  to_status: string
  source: string
  at: Date
}

const most = 12

/** What became of these payments, newest first. Their references lead to their tries, and those to all that was kept of them. */
export async function whatWasHeard(sql: Database, references: string[]): Promise<Heard[]> {
  const tries = references.flatMap((reference) => idOfReference('MLP', reference) ?? [])
  if (tries.length === 0) return []
  const rows = await sql<Row[]>`
    select h.from_status, h.to_status, h.source, h.at, c.id, c.status, c.receipt_token, c.page_token, c.amount, c.currency, c.method,
      c.customer_phone, c.failure_code
    from collections c join collection_history h on h.collection_id = c.id
    where c.id in (select collection_id from collection_tries where id = any(${tries}::uuid[]))
    order by h.at desc, h.seq desc limit ${most}`
  return rows.map((row) => ({
    ...{ from: row.from_status, to: row.to_status, source: row.source, at: row.at },
    ...{ amount: row.amount, currency: row.currency, method: row.method },
    phone: row.customer_phone,
    reason: row.to_status === 'failed' ? row.failure_code : null,
    path: row.page_token === null ? receiptPathOf(row) : `/pay/${row.page_token}`,
  }))
}
