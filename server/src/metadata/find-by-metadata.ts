import type { Environment } from '@malipo/contract'
import { type Database, type Fragment, fragmentOf } from '../database/database.ts'
import { lastRow } from '../http/http.ts'
import type { Metadata } from './limits-of-metadata.ts'

/** The tables that have metadata and were given their words by `index_metadata_of`. */
export type MetadataKind =
  | 'collections'
  | 'withdrawals'
  | 'disbursement_batches'
  | 'payment_links'
  | 'invoices'
  | 'customers'
  | 'recipients'

/** What a list was asked for: absent where it was not asked. */
export type MetadataFilter = { metadata?: Metadata | undefined }

type Owner = { merchantId: string; environment: Environment }

/**
 * What follows the name of a table in the query of a list: `from collections ${having} where …`. One pair is one range of an index, in the
 * order of the list, so that a cursor goes on in it. Of several the rarest is walked and the others are looked up for each, as far back
 * as lists have pages, so that two pairs that everything has and nothing has together cost no more than that.
 */
export async function withMetadata(
  sql: Database,
  kind: MetadataKind,
  { merchantId, environment }: Owner,
  { metadata = {} }: MetadataFilter,
): Promise<{ having: Fragment }> {
  const words = Object.entries(metadata).map(
    ([key, value]) => sql`metadata_word(${merchantId}::uuid, ${environment}, ${kind}, ${key}, ${value})`,
  )
  const [first, ...others] = words.length > 1 ? await rarestFirst(sql, words) : words
  if (first === undefined) return { having: sql`` }
  const found = others.length === 0 ? allWith(sql, first) : newestWith(sql, first, others)
  return { having: sql`join (${found}) as worded on worded_id = id` }
}

function allWith(sql: Database, word: Fragment): Fragment {
  return sql`select id as worded_id from metadata_words where word = ${word}`
}

function newestWith(sql: Database, word: Fragment, others: Fragment[]): Fragment {
  const conditions = others.map(
    (other) =>
      sql`exists (select from metadata_words also where also.word = ${other} and also.id = worded_id)`,
  )
  return sql`
    select worded_id from (${allWith(sql, word)} order by id desc limit ${lastRow}) as newest
    where ${conditions.reduce((before, one) => sql`${before} and ${one}`)}`
}

/** Counted as far as one is walked: where one of them has fewer, all that have it are looked at, and nothing is missed. */
async function rarestFirst(sql: Database, words: Fragment[]): Promise<Fragment[]> {
  const each = words.map(
    (word) =>
      sql`(select count(*)::int from (select from metadata_words where word = ${word} limit ${lastRow}) as counted)`,
  )
  const [counted] = await sql<{ counts: number[] }[]>`
    select array[${each.reduce((before, one) => sql`${before}, ${one}`)}] as counts`
  const counts = counted?.counts ?? []
  return words
    .map((word, place) => ({ word, count: counts[place] ?? 0 }))
    .sort((a, b) => a.count - b.count)
    .map(({ word }) => word)
}

/** The name of a table in a statement. */
export function tableOf(kind: MetadataKind): Fragment {
  return fragmentOf([kind], [])
}
