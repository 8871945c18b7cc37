import type { Environment } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import { findBlocked, findByPlace, type Owner, type Place } from './find-recipients.ts'
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
  const blocked = await findBlocked(tx, owner, place, { withRemoved: found === undefined })
  if (blocked) throw blockedRecipient(blocked.id)
  return found?.id ?? null
}

export function unknownRecipient(): Refusal {
  return invalid({ field: 'recipient_id', problem: 'must be the id of a recipient of this merchant' })
}

function blockedRecipient(id: string): Refusal {
  return new Refusal('recipient_blocked', { details: { recipient_id: id } })
}

/** Money that waits for approval: whose it is, where it goes, and the recipient that was saved for that when it was asked for. */
export type Waiting = Place & { merchant_id: string; environment: Environment; recipient_id: string | null }

/**
 * Refuses what may not be approved now, and tells whether it is approved although its recipient cools. Held until the end of the
 * transaction: whoever blocks it at this moment does so before or after.
 */
export async function refuseUnready(
  tx: Transaction,
  waiting: Waiting,
  now: Date,
  isOverridden: boolean,
): Promise<boolean> {
  const { merchant_id: merchantId, environment, recipient_id: recipientId } = waiting
  // Saved or blocked since, perhaps under another spelling.
  const blocked = await findBlocked(tx, { merchantId, environment }, waiting, { withRemoved: false })
  if (blocked) throw blockedRecipient(blocked.id)
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
export function standingOf(row: Standing | undefined, now: Date): RecipientStatus | null {
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
