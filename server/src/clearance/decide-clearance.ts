import type { Environment } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import { type AskedMoney, type Decider, refuseOwnMoney } from '../auth/auth.ts'
import { type CollectionRow, peopleOf, resolveCollections, type Word } from '../collections/collections.ts'
import type { Transaction } from '../database/database.ts'
import { refuseUnseen, type Seen } from '../evidence/evidence.ts'
import { isId } from '../primitives/id.ts'
import { leaveOutPeople } from '../primitives/leave-out-people.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import { type GivenDestination, isReturnable, returnToPayer } from '../refunds/refunds.ts'
import type { World } from '../world/world.ts'

export type ClearanceDecider = Decider & { environment: Environment }

/** How what is declined goes back to its payer: as wished, or if anybody knows where to. */
export type Returning = { isReturned?: boolean | undefined; given: GivenDestination; delayMs: number | null }

/**
 * A Super Admin lets held money go to the merchant, or not, with the audit entry in the same transaction. What is declined goes back to
 * whoever paid, by a refund that waits for its own approval.
 */
export async function decideClearance(
  tx: Transaction,
  desk: { world: World; registry: Registry },
  by: ClearanceDecider,
  collectionId: string,
  decision: { to: 'successful' | 'failed'; note: string | null; seen?: number | undefined },
  returning?: Returning,
): Promise<{ collection: CollectionRow; refundId: string | null }> {
  const { world, registry } = desk
  const [seen] = isId(collectionId)
    ? await tx<(AskedMoney & Seen)[]>`
        select id, status, moves, merchant_id, api_key_id, created_at from collections
        where id = ${collectionId} and environment = ${by.environment} for update`
    : []
  if (!seen) throw new Refusal('not_found')
  await refuseOwnMoney(tx, world, by, seen)
  if (seen.status !== 'pending_clearance') await refuseDecided(tx, seen)
  await refuseUnseen(tx, seen, decision.seen)
  const { to, note } = decision
  const word: Word = { kind: 'decided', from: 'pending_clearance', path: [to], note }
  const [resolution] = await resolveCollections(tx, world, registry, [
    { collectionId, source: 'super_admin', word },
  ])
  if (!resolution) throw new Error('The collection was not decided.')
  const { collection } = resolution
  const refundId = returning ? await giveBack(tx, desk, collection, by, note, returning) : null
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'super_admin', id: by.adminId },
      action: decision.to === 'successful' ? 'collection.cleared' : 'collection.declined',
      subject: { kind: 'collection', id: collection.id },
      merchantId: collection.merchant_id,
      details: {
        note: leaveOutPeople(note, peopleOf(collection)),
        ...(refundId !== null && { refund_id: refundId }),
      },
      requestId: by.requestId,
    },
  ])
  return { collection, refundId }
}

/** Null where it stays with the provider: because somebody says so, or nobody says where else it could go. */
async function giveBack(
  tx: Transaction,
  desk: { world: World; registry: Registry },
  collection: CollectionRow,
  by: ClearanceDecider,
  note: string | null,
  { isReturned, given, delayMs }: Returning,
): Promise<string | null> {
  const isGiven = Object.keys(given).length > 0
  if (isReturned === false) {
    if (isGiven)
      throw invalid({ field: 'return_to_payer', problem: 'must be true where a destination is given' })
    return null
  }
  if (isReturned === undefined && !isGiven && !isReturnable(desk, collection)) return null
  const wish = { paid: collection, amount: collection.amount, origin: 'declined', given, by, note } as const
  return (await returnToPayer(tx, desk, { ...wish, approvalDelayMs: delayMs })).id
}

/** Of two who decide at once, the second reads who was first. Where no person decided it, the evidence says what became of it. */
async function refuseDecided(tx: Transaction, { id, status }: Seen): Promise<void> {
  const [first] = await tx<{ name: string; at: Date }[]>`
    select u.name, a.at from audit_log a join users u on u.id = a.actor_id
    where a.subject_id = ${id} and a.action in ('collection.cleared', 'collection.declined')
    order by a.seq desc limit 1`
  if (!first) return
  throw new Refusal('invalid_state', {
    message: `Already decided by ${first.name}: it is ${status} now.`,
    details: { status, decided_by: first.name, decided_at: first.at.toISOString() },
  })
}

/** One that waits for a decision, for somebody who may make it: who may not, makes nobody ask the provider. */
export async function findHeld(
  world: World,
  by: ClearanceDecider,
  id: string,
): Promise<(AskedMoney & Seen) | undefined> {
  if (!isId(id)) return undefined
  const [held] = await world.sql<(AskedMoney & Seen)[]>`
    select id, status, moves, merchant_id, api_key_id, created_at from collections
    where id = ${id} and environment = ${by.environment} and status = 'pending_clearance'`
  if (held) await refuseOwnMoney(world.sql, world, by, held)
  return held
}
