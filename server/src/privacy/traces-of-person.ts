import type { Database } from '../database/database.ts'
import { isTheirs, type Person } from './find-person.ts'

type Kind = 'recipient' | 'name_look_up' | 'try'
type Trace = { kind: Kind; data: Record<string, unknown> }

/** More than anybody has of one person. */
const most = 10_000

/** Where somebody stands apart from their payments: saved to be paid, looked up, and with tries of payments that others made. */
export async function* tracesOf(sql: Database, person: Person): AsyncGenerator<Trace[]> {
  const { merchantId, environment, numbers } = person
  const own = sql`merchant_id = ${merchantId} and environment = ${environment} and ${isTheirs(sql, numbers)}`
  const place = sql`'id', id, 'created_at', created_at, 'method', method, 'destination_code', destination_code,
    'destination_identifier', destination_identifier`
  yield await sql<Trace[]>`
    select 'recipient' as kind, json_build_object(${place}, 'destination_name', destination_name, 'bank_name', bank_name,
      'bank_account_name', bank_account_name, 'name_check', name_check, 'metadata', coalesce(metadata, '{}'),
      'blocked_at', blocked_at, 'deleted_at', deleted_at) as data
    from recipients where ${own} order by id limit ${most}`
  yield await sql<Trace[]>`
    select 'name_look_up' as kind, json_build_object(${place}, 'outcome', outcome, 'registered_name', registered_name) as data
    from name_look_ups where ${own} order by id limit ${most}`
  // Of the payment itself nothing: it is somebody else's.
  yield await sql<Trace[]>`
    select 'try' as kind, json_build_object('id', t.id, 'created_at', t.created_at, 'collection_id', t.collection_id, 'method', t.method,
      'customer_phone', t.customer_phone, 'state', t.state) as data
    from collection_tries t join collections c on c.id = t.collection_id
    where t.customer_phone = any(${numbers}::text[]) and c.merchant_id = ${merchantId} and c.environment = ${environment}
      and c.customer_phone is distinct from t.customer_phone
    order by t.id limit ${most}`
}
