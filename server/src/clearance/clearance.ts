import { operations } from '@malipo/contract'
import {
  type CollectionRow,
  findHistory,
  listCollections,
  showCollection,
  silentSince,
} from '../collections/collections.ts'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import {
  type Askers,
  evidenceColumn,
  type Kept,
  lookFresh,
  readEvidence,
  showEvidence,
} from '../evidence/evidence.ts'
import { deciderOf, type Route, route } from '../http/http.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { Registry } from '../providers/providers.ts'
import { playedDelay } from '../refunds/refunds.ts'
import type { World } from '../world/world.ts'
import { decideClearance, findHeld } from './decide-clearance.ts'

export { decideClearance }

type Parts = { world: World; registry: Registry; askers: Askers }
export type ListedRow = CollectionRow & { merchant_name: string; hold_threshold: bigint | null; kept: Kept }

/** Where Super Admins see what is held, and let it go or not, one environment at a time. */
export function routes({ world, registry, askers }: Parts): Route[] {
  const tell = async (tx: Transaction, collection: CollectionRow) => ({
    ...showCollection(world, collection),
    ...(await findHistory(tx, collection)),
    ...(await readEvidence(tx, collection)),
  })
  return [
    route(operations.adminListCollections, ({ query, environment, lists }) =>
      listCollections(
        lists,
        environment(),
        { ...query, ...(query.silent && { silentSince: silentSince(world.clock) }) },
        (row: ListedRow) => showToAdmin(world, row),
        lists`, ${besidesOf(lists)}`,
      ),
    ),
    route(operations.adminClearCollection, async (call) => {
      const { params, body, idempotently } = call
      const by = { ...deciderOf(call), environment: call.environment() }
      const id = params.collection_id
      const fresh = await lookFresh(world.sql, askers.collection, () => findHeld(world, by, id))
      return await idempotently(async (tx) => {
        const seen = body.evidence_version ?? fresh
        const decision = { to: 'successful', note: body.note ?? null, seen } as const
        return await tell(tx, (await decideClearance(tx, { world, registry }, by, id, decision)).collection)
      })
    }),
    route(operations.adminDeclineCollection, async (call) => {
      const { params, idempotently } = call
      const { note = null, evidence_version: told, return_to_payer: isReturned, ...given } = call.body
      const by = { ...deciderOf(call), environment: call.environment() }
      const id = params.collection_id
      const held = await findHeld(world, by, id)
      const fresh = await lookFresh(world.sql, askers.collection, async () => held)
      await registry.ready()
      const delayMs = held
        ? await playedDelay({ registry }, { ...by, merchantId: held.merchant_id ?? '' })
        : null
      return await idempotently(async (tx) => {
        const decision = { to: 'failed', note, seen: told ?? fresh } as const
        const returning = { isReturned, given, delayMs }
        const decided = await decideClearance(tx, { world, registry }, by, id, decision, returning)
        return { ...(await tell(tx, decided.collection)), refund_id: decided.refundId }
      })
    }),
  ]
}

/** What Super Admins see of a collection in a list, beside the row and the name of its merchant. */
export function besidesOf(sql: Database | Transaction): Fragment {
  return sql`${evidenceColumn(sql, sql`c.id`)} as kept,
    (select hold_threshold from merchants where id = c.merchant_id) as hold_threshold`
}

export function showToAdmin(world: World, row: ListedRow) {
  const { merchant_name, hold_threshold: threshold } = row
  return {
    ...showCollection(world, row),
    merchant_name,
    silent: row.status === 'processing' && row.updated_at < silentSince(world.clock),
    hold_threshold: threshold === null ? null : textFromMinor(threshold),
    ...showEvidence(row.kept, row.moves),
  }
}
