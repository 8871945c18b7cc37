import { type Database, inColumns, type Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Owner, Place } from './find-recipients.ts'
import { type Standing, standingOf } from './judge-recipient.ts'
import type { RecipientStatus } from './recipient-row.ts'
import { readSettings } from './recipient-settings.ts'
import { barely, plainly } from './spellings.ts'

/** One of many that are asked for at once: where it goes, and the recipient that it names, if it names one. */
export type AskedPlace = { recipientId: string | undefined; place: Place }

/** Who is saved for a place, and by which rule nothing may be asked for that goes there. */
export type Meant = { id: string | null; bar: 'recipient_required' | 'recipient_blocked' | null }

/** What `recipientFor` tells of one, of many and in one question each: who is meant, in the order in which they were asked for. */
export async function recipientsFor(
  sql: Database | Transaction,
  owner: Owner,
  asked: readonly AskedPlace[],
  now: Date,
): Promise<Meant[]> {
  const { only } = (await readSettings(sql, owner, now)).now
  const saved = await findByPlaces(sql, owner, asked)
  return asked.map(({ recipientId }, at) => {
    const found = saved.get(at)
    const id = found?.id ?? null
    if (recipientId === undefined && only) return { id, bar: 'recipient_required' }
    const isGone = recipientId !== undefined && recipientId !== id
    return { id, bar: isGone || found?.is_blocked ? 'recipient_blocked' : null }
  })
}

type Alike = {
  at: number
  id: string
  is_blocked: boolean
  is_there: boolean
  is_same: boolean
  is_exact: boolean
}

/** Who is saved for each place, or is blocked for it under another spelling; as `findByPlace` and `findBlocked` find one. */
async function findByPlaces(sql: Database | Transaction, owner: Owner, asked: readonly AskedPlace[]) {
  const rows = asked.map(({ place }, at) => ({
    at,
    method: place.method,
    code: place.destination_code,
    identifier: place.destination_identifier,
  }))
  const types = { at: 'integer', method: 'text', code: 'text', identifier: 'text' } as const
  const [saved, given] = [sql`r.destination_identifier`, sql`p.identifier`]
  const found = await sql<Alike[]>`
    select p.at, r.id, r.blocked_at is not null as is_blocked, r.deleted_at is null as is_there,
      ${plainly(sql, saved)} = ${plainly(sql, given)} as is_same, ${saved} = ${given} as is_exact
    from ${inColumns('p', rows, types)} join recipients r on r.merchant_id = ${owner.merchantId} and r.environment = ${owner.environment}
      and r.method = p.method and r.destination_code = p.code and ${barely(sql, saved)} = ${barely(sql, given)}
    where r.deleted_at is null or r.blocked_at is not null`
  const alikeAt = Map.groupBy(found, ({ at }) => at)
  return new Map([...alikeAt].map(([at, alike]) => [at, meantBy(alike)]))
}

function meantBy(alike: readonly Alike[]): { id: string | null; is_blocked: boolean } {
  const same = alike.filter((one) => one.is_there && one.is_same)
  const saved = same.find((one) => one.is_exact) ?? same[0]
  const isBlocked = alike.some((one) => one.is_blocked && (one.is_there || saved === undefined))
  return { id: saved?.id ?? null, is_blocked: isBlocked }
}

/** A row of a batch, and the saved recipient that it goes to. */
export type RowTo = { row: number; recipientId: string | null }

/**
 * Refuses rows to recipients that are not ready, and tells which are approved although theirs cool. Held as one alone would be, and told
 * by the numbers of the rows, because they can be left out.
 */
export async function refuseUnreadyAmong(
  tx: Transaction,
  owner: Owner,
  rows: readonly (RowTo & { place: Place })[],
  now: Date,
  isOverridden: boolean,
): Promise<number[]> {
  const ids = idsOf(rows)
  const found = await tx<Standing[]>`
    select id, blocked_at, usable_from, created_at, deleted_at from recipients
    where id = any(${ids}::uuid[]) order by id for share`
  const standings = standingsBy(found, now)
  const rowsIn = (...statuses: (RecipientStatus | null)[]) =>
    rows.filter(({ recipientId: id }) => id !== null && statuses.includes(standings.get(id)?.status ?? null))
  const theirs = new Set(rowsIn('BLOCKED', null))
  const others = rows.filter((row) => !theirs.has(row))
  const blocked = [...theirs, ...(await blockedSince(tx, owner, others))]
  if (blocked.length > 0) {
    throw new Refusal('recipient_blocked', {
      message: 'Recipients of some rows are blocked or were removed. Approve the batch except those rows.',
      details: { rows: blocked.map(({ row }) => row).sort((one, other) => one - other) },
    })
  }
  const cooling = rowsIn('COOLING')
  const numbers = cooling.map(({ row }) => row)
  if (cooling.length === 0 || isOverridden) return numbers
  const times = cooling.flatMap(({ recipientId: id }) => standings.get(id ?? '')?.usableFrom ?? [])
  throw new Refusal('recipient_cooling', {
    message:
      'Recipients of some rows were saved not long ago. Approve the batch except those rows, or override it with a note.',
    details: { rows: numbers, usable_from: times.sort().at(-1) },
  })
}

/** Rows whose place was saved or blocked since they were asked for, perhaps under another spelling than theirs. */
async function blockedSince(tx: Transaction, owner: Owner, rows: readonly (RowTo & { place: Place })[]) {
  if (rows.length === 0) return []
  const asked = rows.map(({ place }) => ({ recipientId: undefined, place }))
  const saved = await findByPlaces(tx, owner, asked)
  return rows.filter((_row, at) => saved.get(at)?.is_blocked)
}

export type KnownStanding = { status: RecipientStatus; usableFrom: string }

/** How recipients stand now, by id; those that were removed are missing. */
export async function readStandings(
  sql: Database | Transaction,
  rows: readonly RowTo[],
  now: Date,
): Promise<Map<string, KnownStanding>> {
  const ids = idsOf(rows)
  if (ids.length === 0) return new Map()
  const found = await sql<Standing[]>`
    select id, blocked_at, usable_from, created_at, deleted_at from recipients where id = any(${ids}::uuid[])`
  return standingsBy(found, now)
}

function standingsBy(found: readonly Standing[], now: Date): Map<string, KnownStanding> {
  return new Map(
    found.flatMap((one) => {
      const status = standingOf(one, now)
      return status === null ? [] : [[one.id, { status, usableFrom: one.usable_from.toISOString() }] as const]
    }),
  )
}

function idsOf(rows: readonly RowTo[]): string[] {
  return [...new Set(rows.flatMap(({ recipientId: id }) => id ?? []))].sort()
}
