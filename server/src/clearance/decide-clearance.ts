import type { Environment } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import { type AskedMoney, type Decider, refuseOwnMoney } from '../auth/auth.ts'
import { type CollectionRow, resolveCollections, type Word } from '../collections/collections.ts'
import type { Transaction } from '../database/database.ts'
import { refuseUnseen, type Seen } from '../evidence/evidence.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

export type ClearanceDecider = Decider & { environment: Environment }

/** A Super Admin lets held money go to the merchant, or not, with the audit entry in the same transaction. */
export async function decideClearance(
  tx: Transaction,
  world: World,
  registry: Registry,
  by: ClearanceDecider,
  collectionId: string,
  decision: { to: 'successful' | 'failed'; note: string | null; seen?: number | undefined },
): Promise<CollectionRow> {
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
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'super_admin', id: by.adminId },
      action: decision.to === 'successful' ? 'collection.cleared' : 'collection.declined',
      subject: { kind: 'collection', id: collection.id },
      merchantId: collection.merchant_id,
      details: { note: decision.note },
      requestId: by.requestId,
    },
  ])
  return collection
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
export async function findHeld(world: World, by: ClearanceDecider, id: string): Promise<Seen | undefined> {
  if (!isId(id)) return undefined
  const [held] = await world.sql<(AskedMoney & Seen)[]>`
    select id, status, moves, merchant_id, api_key_id, created_at from collections
    where id = ${id} and environment = ${by.environment} and status = 'pending_clearance'`
  if (held) await refuseOwnMoney(world.sql, world, by, held)
  return held
}
