import type { FailureCode } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import { idOfReference } from '../primitives/reference.ts'
import { type CollectionMethod, type CollectionRow, referencePrefix } from './collection-row.ts'

/** `open` is also what nobody knows the outcome of; the others are definite. */
export type TryState = 'open' | 'failed' | 'cancelled' | 'paid'

/** One order of a collection that has several, under a reference that is made of its id. */
export type PageTry = {
  id: string
  collection_id: string
  number: number
  provider: string
  provider_reference: string
  method: CollectionMethod
  customer_phone: string | null
  attempt: string | null
  state: TryState
  failure_code: FailureCode | null
  failure_reason: string | null
  created_at: Date
  ended_at: Date | null
}

type Named = Pick<CollectionRow, 'id' | 'method' | 'provider_reference'>

/** Of which try a reference speaks. A bill has but one, under a receipt that its provider made. */
export function tryIdOf({ id: only, method, provider_reference: reference }: Named): string {
  if (method === 'BILL_PAY') return only
  const id = idOfReference(referencePrefix, reference)
  if (id === null) throw new Error(`The reference ${reference} is of no try.`)
  return id
}

/** What is asked or said now of a collection: of the try that it shows. Until the answer is there it may show another. */
export function aboutOf(collection: Named): { collectionId: string; tryId: string } {
  return { collectionId: collection.id, tryId: tryIdOf(collection) }
}

/** The tries of collections, in their order. First tries have the id of their collection, and are found by it. */
export async function findTries(
  sql: Database | Transaction,
  collectionIds: string[],
): Promise<Map<string, PageTry[]>> {
  const [oldest] = collectionIds.toSorted()
  if (oldest === undefined) return new Map()
  const rows = await sql<PageTry[]>`
    select id, collection_id, number, provider, provider_reference, method, customer_phone, attempt,
      coalesce(state, 'open') as state, failure_code, failure_reason, created_at, ended_at
    from collection_tries where id = any(${collectionIds}::uuid[])
    union all
    select id, collection_id, number, provider, provider_reference, method, customer_phone, attempt,
      coalesce(state, 'open'), failure_code, failure_reason, created_at, ended_at
    from collection_tries where collection_id = any(${collectionIds}::uuid[]) and number > 1
      and id >= a_day_before(${oldest})
    order by collection_id, number`
  return Map.groupBy(rows, (row) => row.collection_id)
}

/** A try as it is kept: with the merchant of its collection. */
export type KeptTry = PageTry & { merchant_id: string }

/** Writes tries as they are now. Whoever does holds their collection. */
export async function keepTries(tx: Transaction, tries: KeptTry[]): Promise<void> {
  if (tries.length === 0) return
  const last = [...new Map(tries.map((one) => [one.id, one])).values()]
  await tx`
    insert into collection_tries as t (id, merchant_id, collection_id, number, provider, provider_reference, method,
      customer_phone, attempt, state, failure_code, failure_reason, created_at, ended_at)
    select id, merchant_id, collection_id, number, provider, provider_reference, method, customer_phone, attempt, state,
      failure_code, failure_reason, created_at, ended_at
    from json_populate_recordset(null::collection_tries, ${JSON.stringify(last)}::json)
    on conflict on constraint collection_tries_pkey do update set state = excluded.state, failure_code = excluded.failure_code,
      failure_reason = excluded.failure_reason, ended_at = excluded.ended_at`
}
