import { type Database, inColumns, type Transaction } from '../database/database.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import { findByPlace, type Owner, type Place } from './find-recipients.ts'
import { type RecipientRow, type RecipientStatus, statusOf } from './recipient-row.ts'
import { readSettings } from './recipient-settings.ts'

export type Standing = Pick<RecipientRow, 'id' | 'blocked_at' | 'usable_from' | 'created_at' | 'deleted_at'>

/**
 * Which saved recipient money is asked for that goes to this place: the one that is named, or whichever is saved for it, so that whoever
 * writes out the destination of one that is blocked or cooling gets no further than by naming it.
 */
export async function recipientFor(
  tx: Transaction,
  owner: Owner,
  asked: { recipientId: string | undefined; place: Place },
  now: Date,
): Promise<string | null> {
  const { recipientId, place } = asked
  if (recipientId === undefined && (await readSettings(tx, owner, now)).now.only) {
    throw new Refusal('recipient_required')
  }
  const found = await findByPlace(tx, owner, place)
  if (recipientId !== undefined && found?.id !== recipientId) throw unknownRecipient()
  if (found && found.blocked_at !== null) throw blockedRecipient(found.id)
  return found?.id ?? null
}

/**
 * The same of many places at once, none of which names its recipient: who is saved for each, by its place in the list. Where money goes to
 * saved recipients only, it goes to none of these.
 */
export async function recipientsAt(
  tx: Transaction,
  owner: Owner,
  places: readonly Place[],
  now: Date,
): Promise<Map<number, { id: string; isBlocked: boolean }>> {
  if ((await readSettings(tx, owner, now)).now.only) throw new Refusal('recipient_required')
  const rows = places.map((place, at) => ({
    at,
    method: place.method,
    code: place.destination_code,
    identifier: place.destination_identifier,
  }))
  const types = { at: 'integer', method: 'text', code: 'text', identifier: 'text' } as const
  const found = await tx<{ at: number; id: string; is_blocked: boolean }[]>`
    select p.at, r.id, r.blocked_at is not null as is_blocked
    from ${inColumns('p', rows, types)} join recipients r on r.merchant_id = ${owner.merchantId} and r.environment = ${owner.environment}
      and r.method = p.method and r.destination_code = p.code and r.destination_identifier = p.identifier and r.deleted_at is null`
  return new Map(found.map(({ at, id, is_blocked: isBlocked }) => [at, { id, isBlocked }]))
}

/** Refuses many at once where one of them goes to a recipient that is blocked, removed or cooling; held as one alone would be. */
export async function refuseUnreadyAmong(
  tx: Transaction,
  recipientIds: readonly (string | null)[],
  now: Date,
): Promise<void> {
  const ids = [...new Set(recipientIds.flatMap((id) => id ?? []))].sort()
  if (ids.length === 0) return
  const rows = await tx<Standing[]>`
    select id, blocked_at, usable_from, created_at, deleted_at from recipients
    where id = any(${ids}::uuid[]) order by id for share`
  const byId = new Map(rows.map((row) => [row.id, row]))
  const unready = ids.find((id) => standingOf(byId.get(id), now) !== 'READY')
  if (unready === undefined) return
  if (standingOf(byId.get(unready), now) !== 'COOLING') throw blockedRecipient(unready)
  const details = { recipient_id: unready, usable_from: byId.get(unready)?.usable_from.toISOString() }
  throw new Refusal('recipient_cooling', { details })
}

export function unknownRecipient(): Refusal {
  return invalid({ field: 'recipient_id', problem: 'must be the id of a recipient of this merchant' })
}

function blockedRecipient(id: string): Refusal {
  return new Refusal('recipient_blocked', { details: { recipient_id: id } })
}

/**
 * Refuses what may not be approved now, and tells whether it is approved although its recipient cools. Held until the end of the
 * transaction: whoever blocks it at this moment does so before or after.
 */
export async function refuseUnready(
  tx: Transaction,
  recipientId: string | null,
  now: Date,
  isOverridden: boolean,
): Promise<boolean> {
  if (recipientId === null) return false
  const [row] = await tx<Standing[]>`
    select id, blocked_at, usable_from, created_at, deleted_at from recipients where id = ${recipientId} for share`
  const status = standingOf(row, now)
  if (row === undefined || status === null || status === 'BLOCKED') throw blockedRecipient(recipientId)
  if (status === 'READY') return false
  if (isOverridden) return true
  const details = { recipient_id: recipientId, usable_from: row.usable_from.toISOString() }
  throw new Refusal('recipient_cooling', { details })
}

/** Null for one that was removed. */
function standingOf(row: Standing | undefined, now: Date): RecipientStatus | null {
  return row === undefined || row.deleted_at !== null ? null : statusOf(row, now)
}

/** As it is now, for whoever decides about money to it. */
export async function readStanding(sql: Database | Transaction, recipientId: string | null, now: Date) {
  if (recipientId === null) return null
  const [row] = await sql<Standing[]>`
    select id, blocked_at, usable_from, created_at, deleted_at from recipients where id = ${recipientId}`
  const status = standingOf(row, now)
  const isThere = row !== undefined && status !== null
  return {
    id: recipientId,
    status,
    usable_from: isThere ? row.usable_from.toISOString() : null,
    created_at: isThere ? row.created_at.toISOString() : null,
  }
}
