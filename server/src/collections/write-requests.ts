import type { Environment } from '@malipo/contract'
import { type Database, inColumns, namesOf, type Transaction } from '../database/database.ts'
import { keyIsFree, type RequestMark } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type CollectionRow, typesFor } from './collection-row.ts'

/** One request to collect: whose it is, and the row that it becomes if it is the first of its key. */
export type Wish = { mark: RequestMark; status: number; collection: CollectionRow }

export type Written = { collection: CollectionRow; replayed: boolean; fingerprint: Buffer } | Error

/** Answers in the order of the wishes, of which no two have the same key. */
export async function writeAll(
  sql: Database | Transaction,
  wishes: Wish[],
): Promise<(Written | undefined)[]> {
  const made = await insert(sql, wishes)
  const written = new Map<string, Written>()
  const repeated: RequestMark[] = []
  for (const { mark, collection } of wishes) {
    if (made.has(collection.id)) {
      written.set(nameOf(mark), { collection, replayed: false, fingerprint: mark.fingerprint })
    } else repeated.push(mark)
  }
  for (const [name, earlier] of await findEarlier(sql, repeated)) written.set(name, earlier)
  return wishes.map(({ mark }) => written.get(nameOf(mark)))
}

const markTypes = {
  scope: 'uuid',
  key_environment: 'text',
  key: 'uuid',
  fingerprint: 'bytea',
  answer: 'integer',
} as const

/** A key under which somebody else is working is left out: nobody in the batch waits for it. */
async function insert(sql: Database | Transaction, wishes: Wish[]): Promise<Set<string>> {
  const types = typesFor(wishes.map(({ collection }) => collection))
  const columns = namesOf(types)
  const rows = wishes.map(({ mark, status, collection }) => ({
    ...collection,
    scope: mark.scope,
    key_environment: mark.environment,
    key: mark.key,
    fingerprint: mark.fingerprint,
    answer: status,
  }))
  const claimed = await sql<{ resource_id: string }[]>`
    with wish as materialized (
      select * from ${inColumns('wish', rows, { ...types, ...markTypes })}
    ), claimed as (
      insert into idempotency_keys (scope, environment, key, fingerprint, status, resource_id, created_at)
      select scope, key_environment, key, fingerprint, answer, id, created_at from wish
      where ${keyIsFree(sql, sql`wish.scope`, sql`wish.key_environment`, sql`wish.key`)}
      on conflict do nothing
      returning resource_id
    ), made as (
      insert into collections (${columns})
      select ${columns} from wish join claimed on claimed.resource_id = wish.id
    ), tried as (
      insert into collection_tries (id, merchant_id, collection_id, number, provider, provider_reference, method, created_at)
      select id, merchant_id, id, 1, provider, provider_reference, method, created_at
      from wish join claimed on claimed.resource_id = wish.id where method is not null
    ), told as (
      insert into collection_history (merchant_id, collection_id, seq, to_status, source, at)
      select merchant_id, id, 1, wish.status, 'caller', created_at from wish join claimed on claimed.resource_id = wish.id
    ), counted as (
      insert into collection_counts (merchant_id, environment, method, status, change)
      select merchant_id, environment, method, wish.status, count(*)
      from wish join claimed on claimed.resource_id = wish.id group by 1, 2, 3, 4
    )
    select resource_id from claimed`
  return new Set(claimed.map(({ resource_id: id }) => id))
}

type Earlier = { scope: string; environment: Environment; key: string; fingerprint: Buffer } & CollectionRow

/** Whoever did not get the key finds what its first user made: a repeated request, or another one by mistake. */
export async function findEarlier(
  sql: Database | Transaction,
  marks: RequestMark[],
): Promise<Map<string, Written>> {
  if (marks.length === 0) return new Map()
  const found = await sql<(Earlier & { key_environment: Environment; resource_id: string | null })[]>`
    select c.*, k.scope, k.environment as key_environment, k.key, k.fingerprint, k.resource_id
    from unnest(${marks.map(({ scope }) => scope)}::uuid[], ${marks.map(({ environment }) => environment)}::text[],
      ${marks.map(({ key }) => key)}::uuid[]) as asked (scope, environment, key)
    join idempotency_keys k on (k.scope, k.environment, k.key) = (asked.scope, asked.environment, asked.key)
    left join collections c on c.id = k.resource_id`
  const earlier = new Map<string, Written>(
    marks.map((mark) => [nameOf(mark), new Refusal('idempotency_in_progress')]),
  )
  for (const {
    scope,
    key_environment: environment,
    key,
    fingerprint,
    resource_id: made,
    ...collection
  } of found) {
    const answer =
      made === null ? new Refusal('idempotency_key_reused') : { collection, replayed: true, fingerprint }
    earlier.set(nameOf({ scope, environment, key }), answer)
  }
  return earlier
}

export function nameOf({
  scope,
  environment,
  key,
}: Pick<RequestMark, 'scope' | 'environment' | 'key'>): string {
  return `${scope} ${environment} ${key}`
}
