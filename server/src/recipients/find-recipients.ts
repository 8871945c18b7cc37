import type { Environment } from '@malipo/contract'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { createdWithin, type ListQuery, readPage } from '../http/http.ts'
import { type MetadataFilter, withMetadata } from '../metadata/metadata.ts'
import { isId } from '../primitives/id.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type RecipientRow, type RecipientStatus, recipientColumns, showRecipient } from './recipient-row.ts'
import { barely, plainly } from './spellings.ts'

export type Owner = { merchantId: string; environment: Environment }
export type Place = Pick<RecipientRow, 'method' | 'destination_code' | 'destination_identifier'>

type Query = ListQuery &
  MetadataFilter & {
    status?: RecipientStatus
    method?: string
    from?: string
    to?: string
    destination_identifier?: string
  }

export async function listRecipients(sql: Database, owner: Owner, query: Query, now: Date) {
  const { having } = await withMetadata(sql, 'recipients', owner, query)
  const among = sql`
    select recipients.* from recipients ${having}
    where merchant_id = ${owner.merchantId} and environment = ${owner.environment} and deleted_at is null
      ${query.method === undefined ? sql`` : sql`and method = ${query.method}`}
      ${query.status === undefined ? sql`` : thatAre(sql, query.status, now)} ${createdWithin(sql, query)}`
  const wanted = formsOf(query.destination_identifier)
  return await readPage(sql, query, {
    rows: wanted?.map((form) => sql`${among} and destination_identifier = ${form}`) ?? among,
    show: (row: RecipientRow) => showRecipient(row, now),
  })
}

/** As they are told to be at that moment: time alone makes them ready, and whoever cools was saved or unblocked lately. */
function thatAre(sql: Database, status: RecipientStatus, now: Date): Fragment {
  if (status === 'BLOCKED') return sql`and blocked_at is not null`
  return status === 'COOLING'
    ? sql`and blocked_at is null and usable_from > ${now}`
    : sql`and blocked_at is null and usable_from <= ${now}`
}

/** Phones are kept in one form and accounts as they were written; some of these look like a phone number. */
function formsOf(identifier: string | undefined): string[] | undefined {
  if (identifier === undefined) return undefined
  const isPhone = /^(\+?255|0)[1-9][0-9]{8}$/.test(identifier)
  return isPhone ? [...new Set([identifier, canonicalPhone(identifier)])] : [identifier]
}

/** One that is there; somebody else's id is no id, nor is that of one that was removed. */
export async function findRecipient(
  sql: Database | Transaction,
  id: string,
  { merchantId, environment }: Owner,
): Promise<RecipientRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await sql<RecipientRow[]>`
    select ${recipientColumns} from recipients
    where id = ${id} and merchant_id = ${merchantId} and environment = ${environment} and deleted_at is null`
  return row
}

/** Those of them that are there, by id. */
export async function findRecipients(
  sql: Database | Transaction,
  ids: readonly string[],
  { merchantId, environment }: Owner,
): Promise<Map<string, RecipientRow>> {
  const wanted = [...new Set(ids.filter(isId))]
  if (wanted.length === 0) return new Map()
  const rows = await sql<RecipientRow[]>`
    select ${recipientColumns} from recipients
    where id = any(${wanted}::uuid[]) and merchant_id = ${merchantId} and environment = ${environment}
      and deleted_at is null`
  return new Map(rows.map((row) => [row.id, row]))
}

/** The same for whoever changes it: nobody else changes it, and nobody decides about money to it, until then. */
export async function lockRecipient(
  tx: Transaction,
  id: string,
  { merchantId, environment }: Owner,
): Promise<RecipientRow> {
  const [row] = isId(id)
    ? await tx<RecipientRow[]>`
        select ${recipientColumns} from recipients
        where id = ${id} and merchant_id = ${merchantId} and environment = ${environment} and deleted_at is null
        for no key update`
    : []
  if (!row) throw new Refusal('not_found')
  return row
}

/**
 * One that is blocked, for a place that may be written otherwise. One that was blocked when it was removed counts where nobody is saved by
 * now: whoever removes it does not unblock its place, where nobody would cool or be told.
 */
export async function findBlocked(
  sql: Database | Transaction,
  owner: Owner,
  place: Place,
  { withRemoved }: { withRemoved: boolean },
): Promise<Pick<RecipientRow, 'id'> | undefined> {
  const [row] = await sql<Pick<RecipientRow, 'id'>[]>`
    select id from recipients where ${alike(sql, owner, place)} and blocked_at is not null
      and (deleted_at is null or ${withRemoved})
    limit 1`
  return row
}

/** Whoever is saved for it. Where two spellings of it are saved from before, the one that is meant to the letter. */
export async function findByPlace(
  sql: Database | Transaction,
  owner: Owner,
  place: Place,
): Promise<RecipientRow | undefined> {
  const given = sql`${place.destination_identifier}::text`
  const [row] = await sql<RecipientRow[]>`
    select ${recipientColumns} from recipients where ${alike(sql, owner, place)}
      and ${plainly(sql, sql`destination_identifier`)} = ${plainly(sql, given)} and deleted_at is null
    order by destination_identifier = ${given} desc, id limit 1`
  return row
}

function alike(sql: Database | Transaction, { merchantId, environment }: Owner, place: Place): Fragment {
  return sql`merchant_id = ${merchantId} and environment = ${environment} and method = ${place.method}
    and destination_code = ${place.destination_code}
    and ${barely(sql, sql`destination_identifier`)} = ${barely(sql, sql`${place.destination_identifier}::text`)}`
}
