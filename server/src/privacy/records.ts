import type { Environment } from '@malipo/contract'
import type { Database, Fragment } from '../database/database.ts'
import { described } from '../ledger/ledger.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { collectionsOf, creditNotesOf, invoicesOf, type Person, payoutsTo, refundsOf } from './find-person.ts'
import { numbersOfCollections, numbersOfCustomers, numbersOfInvoices } from './numbers-of-person.ts'
import { tracesOf } from './traces-of-person.ts'

export type RecordKind =
  | 'customer'
  | 'payment_link'
  | 'control_number'
  | 'invoice'
  | 'collection'
  | 'payout'
  | 'disbursement_batch'
  | 'recipient'
  | 'credit_note'
  | 'fiscal_receipt'
  | 'fiscal_day'
  | 'refund'
  | 'transaction'
  | 'name_look_up'
  | 'try'
export type ExportedRecord = { kind: RecordKind; data: Record<string, unknown> }

/** Those that merchants and people are told of alike. */
type PaymentKind = Exclude<RecordKind, 'transaction' | 'name_look_up' | 'try'>

type Owner = { merchantId: string; environment: Environment }
type Row = { id: string; data: Record<string, unknown> }
type Sorted = Row & { sort: RecordKind }

/** As many as are in memory at once. */
const rowsAtOnce = 500

const money = (sql: Database, column: Fragment) => sql`(${column} / 100.0)::numeric(24, 2)::text`

/** What each kind is made of. Everything that is the merchant's, and nothing of how we carry it out. */
function columnsOf(sql: Database, kind: PaymentKind): Fragment {
  const common = sql`'id', id, 'created_at', created_at, 'metadata', coalesce(metadata, '{}')`
  switch (kind) {
    case 'customer':
      return sql`json_build_object(${common}, 'name', name, 'phone', phone, 'email', email)`
    case 'payment_link':
      return sql`json_build_object(${common}, 'amount', ${money(sql, sql`amount`)}, 'currency', currency, 'description', description,
        'status', status, 'expires_at', expires_at, 'invoice_id', invoice_id, 'paid_count', paid_count)`
    case 'control_number':
      return sql`json_build_object('id', id, 'created_at', created_at, 'number', number, 'kind', kind, 'payment_mode', payment_mode,
        'status', status, 'amount', ${money(sql, sql`amount`)}, 'currency', currency, 'description', description, 'merchant_reference',
        merchant_reference, 'customer_id', customer_id, 'invoice_id', invoice_id, 'paid_count', paid_count, 'paid_amount',
        ${money(sql, sql`paid_amount`)}, 'expires_at', expires_at, 'paid_at', paid_at, 'cancelled_at', cancelled_at)`
    case 'invoice':
      return sql`json_build_object(${common}, 'number', number, 'status', status, 'customer_name', customer_name, 'customer_phone',
        customer_phone, 'customer_email', customer_email, 'items', items, 'subtotal', ${money(sql, sql`subtotal`)}, 'tax',
        ${money(sql, sql`tax`)}, 'total', ${money(sql, sql`total`)}, 'currency', currency, 'due_date', due_date, 'notes', notes,
        'sent_at', sent_at, 'paid_at', paid_at, 'voided_at', voided_at)`
    case 'collection':
      return sql`json_build_object(${common}, 'method', method, 'status', status, 'amount', ${money(sql, sql`amount`)}, 'currency',
        currency, 'customer_id', customer_id, 'customer_name', customer_name, 'customer_phone', customer_phone, 'customer_email',
        customer_email, 'payer_name', payer_name, 'reference', reference, 'description', description, 'payment_link_id', payment_link_id, 'invoice_id',
        invoice_id, 'control_number_id', control_number_id, 'provider', provider, 'provider_reference', provider_reference, 'failure_code',
        failure_code, 'failure_message', failure_reason, 'completed_at', completed_at)`
    case 'credit_note':
      return sql`json_build_object('id', id, 'created_at', created_at, 'number', number, 'invoice_id', invoice_id, 'refund_id', refund_id,
        'reason', reason, 'items', items, 'amount', ${money(sql, sql`amount`)}, 'tax', ${money(sql, sql`tax`)}, 'given_back',
        ${money(sql, sql`given_back`)}, 'currency', currency)`
    case 'fiscal_receipt':
      return sql`json_build_object('id', id, 'collection_id', collection_id, 'status', status, 'number', number, 'day', day, 'amount',
        ${money(sql, sql`amount`)}, 'currency', currency, 'tax_code', tax_code, 'tax', ${money(sql, sql`tax`)}, 'verification_code',
        verification_code, 'verification_url', verification_url, 'failure_reason', failure_reason, 'queued_at', queued_at,
        'issued_at', issued_at)`
    case 'fiscal_day':
      return sql`json_build_object('id', id, 'day', day, 'status', status, 'receipts', receipts, 'first_number', first_number,
        'last_number', last_number, 'amount', ${money(sql, sql`amount`)}, 'tax', ${money(sql, sql`tax`)}, 'currency', currency,
        'report_reference', report_reference, 'created_at', created_at, 'closed_at', closed_at)`
    case 'recipient':
      return sql`json_build_object(${common}, 'method', method, 'destination_code', destination_code, 'destination_name', destination_name,
        'destination_identifier', destination_identifier, 'bank_name', bank_name, 'bank_account_name', bank_account_name, 'name_check',
        name_check, 'usable_from', usable_from, 'blocked_at', blocked_at, 'deleted_at', deleted_at)`
    case 'disbursement_batch':
      return sql`json_build_object(${common}, 'name', name, 'status', status, 'row_count', row_count, 'amount_total',
        ${money(sql, sql`amount_total`)}, 'charges_total', ${money(sql, sql`charges_total`)}, 'currency', currency, 'content_hash',
        content_hash, 'approve_rows', approve_rows, 'retry_of', retry_of, 'completed_at', completed_at)`
    default:
      return sql`json_build_object(${common}, 'method', method, 'status', status, 'amount', ${money(sql, sql`amount`)}, 'currency',
        currency, 'destination_code', destination_code, 'destination_name', destination_name, 'destination_identifier',
        destination_identifier, 'bank_name', bank_name, 'bank_account_name', bank_account_name, 'name_check', name_check,
        'merchant_reference', merchant_reference, 'recipient_id', recipient_id, 'batch_id', batch_id, 'row', batch_row, 'total_charges', ${money(sql, sql`total_charges`)}, 'collection_id',
        collection_id, 'reason', reason, 'note', refund_note, 'provider', provider, 'provider_reference', provider_reference,
        'failure_code', failure_code, 'failure_message', failure_reason, 'completed_at', completed_at)`
  }
}

function tableOf(sql: Database, kind: PaymentKind): Fragment {
  if (kind === 'customer') return sql`customers`
  if (kind === 'payment_link') return sql`payment_links`
  if (kind === 'control_number') return sql`control_numbers`
  if (kind === 'invoice') return sql`invoices`
  if (kind === 'credit_note') return sql`credit_notes`
  if (kind === 'fiscal_receipt') return sql`fiscal_receipts`
  if (kind === 'fiscal_day') return sql`fiscal_days`
  if (kind === 'recipient') return sql`recipients`
  if (kind === 'disbursement_batch') return sql`disbursement_batches`
  return kind === 'collection' ? sql`collections` : sql`withdrawals`
}

const kindsOfMerchants = [
  'customer',
  'payment_link',
  'control_number',
  'invoice',
  'credit_note',
  'collection',
  'fiscal_receipt',
  'fiscal_day',
  'recipient',
  'disbursement_batch',
  'payout',
] as const

/** All that a merchant has in one environment, page by page: each a range of an index. */
export async function* recordsOfMerchant(sql: Database, owner: Owner): AsyncGenerator<ExportedRecord[]> {
  for (const kind of kindsOfMerchants) {
    for (let after = lowestIdAt(0); ; ) {
      const page: Sorted[] = await sql<Sorted[]>`
        select id, ${sortOf(sql, kind)} as sort, ${columnsOf(sql, kind)} as data
        from ${tableOf(sql, kind)}
        where merchant_id = ${owner.merchantId} and environment = ${owner.environment} and id > ${after}
          ${kind === 'customer' ? sql`and erased_at is null` : sql``}
        order by id limit ${rowsAtOnce}`
      yield page.map(({ sort, data }) => ({ kind: sort, data }))
      const last = page.at(-1)
      if (last === undefined) break
      after = last.id
    }
  }
  yield* transactionsOf(sql, owner)
}

async function* transactionsOf(
  sql: Database,
  { merchantId, environment }: Owner,
): AsyncGenerator<ExportedRecord[]> {
  const books = await sql<{ currency: string }[]>`
    select distinct currency from ledger_accounts where merchant_id = ${merchantId} and environment = ${environment} order by 1`
  for (const { currency } of books) {
    for (let after = 0n; ; ) {
      const page: { seq: bigint; data: Row['data'] }[] = await sql<{ seq: bigint; data: Row['data'] }[]>`
        select seq, json_build_object('id', id, 'seq', seq, 'created_at', created_at, 'type', type, 'direction', direction,
          'amount', ${money(sql, sql`amount`)}, 'currency', currency, 'balance_after', ${money(sql, sql`balance_after`)},
          'collection_id', collection_id, 'withdrawal_id', withdrawal_id, 'reference', reference,
          'description', ${described(sql, merchantId)}) as data
        from ledger_transactions
        where merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency} and seq > ${after}
        order by seq limit ${rowsAtOnce}`
      yield page.map(({ data }) => ({ kind: 'transaction', data }))
      const last = page.at(-1)
      if (last === undefined) break
      after = last.seq
    }
  }
}

/** All that a merchant has of one person. */
export async function* recordsOfPerson(sql: Database, person: Person): AsyncGenerator<ExportedRecord[]> {
  const told = new Set<string>()
  /** One number may be their customer's, their invoice's and what they paid. */
  const numbers = async (found: string[]) => {
    const others = found.filter((id) => !told.has(id))
    for (const id of others) told.add(id)
    return await read(sql, 'control_number', others)
  }
  yield await read(sql, 'customer', person.customerIds)
  yield await numbers(await numbersOfCustomers(sql, person))
  yield* tracesOf(sql, person)
  const looks = [
    ['invoice', invoicesOf],
    ['collection', collectionsOf],
    ['payout', payoutsTo],
  ] as const
  for (const [kind, look] of looks) {
    for (let after = lowestIdAt(0); ; ) {
      const ids: string[] = (await look(sql, person, { after, most: rowsAtOnce })).map(({ id }) => id)
      yield await read(sql, kind, ids)
      // Those that went to their number are found by it.
      if (kind === 'collection') yield await read(sql, 'payout', await refundsOf(sql, ids), person.numbers)
      if (kind === 'collection') yield await numbers(await numbersOfCollections(sql, ids))
      if (kind === 'invoice') yield await read(sql, 'credit_note', await creditNotesOf(sql, ids))
      if (kind === 'invoice') yield await numbers(await numbersOfInvoices(sql, ids))
      const last = ids.at(-1)
      if (last === undefined) break
      after = last
    }
  }
}

async function read(
  sql: Database,
  kind: PaymentKind,
  ids: readonly string[],
  without: readonly string[] = [],
): Promise<ExportedRecord[]> {
  const rows = await sql<Sorted[]>`
    select id, ${sortOf(sql, kind)} as sort, ${columnsOf(sql, kind)} as data
    from ${tableOf(sql, kind)}
    where id = any(${[...ids]}::uuid[])
      ${without.length === 0 ? sql`` : sql`and destination_identifier <> all(${[...without]}::text[])`}
    order by id`
  return rows.map(({ sort, data }) => ({ kind: sort, data }))
}

/** A refund is a withdrawal of another kind. */
function sortOf(sql: Database, kind: RecordKind): Fragment {
  return kind === 'payout' ? sql`case kind when 'refund' then 'refund' else 'payout' end` : sql`${kind}::text`
}
