import type { collectionStatuses, Discrepancy, Environment } from '@malipo/contract'
import type { Static } from 'typebox'
import { recordAudit } from '../audit/audit.ts'
import { type AskedMoney, type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { isId } from '../primitives/id.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { DiscrepancyKind } from './open-discrepancies.ts'

type Status = (typeof collectionStatuses)[number]
export type Action = 'accept_provider' | 'keep_ours'
export type Settler = Decider & { environment: Environment }

export type DiscrepancyRow = {
  id: string
  merchant_id: string
  environment: Environment
  collection_id: string
  kind: DiscrepancyKind
  ours: string
  theirs: string
  status: 'open' | 'settled'
  action: Action | null
  note: string | null
  settled_by: string | null
  created_at: Date
  settled_at: Date | null
}

/** What a decision does to the collection. Where it only ends what is open, what has ended since needs no ending. */
export type Settlement = { from: Status; to: Status; endsTheOpen?: true }

/** Carries a settlement out. The room of collections brings it: here nobody knows how they move. */
export type SettleCollection = (
  tx: Transaction,
  collectionId: string,
  settlement: Settlement,
  note: string | null,
) => Promise<void>

/**
 * What each decision does to the collection; null leaves it as it is. Money of another amount or currency is never
 * booked as the payment that was ordered: it counts as failed, and what came in is returned outside.
 */
const settlements: Record<DiscrepancyKind, { [A in Action]?: Settlement | null }> = {
  success_after_failure: { accept_provider: { from: 'failed', to: 'successful' }, keep_ours: null },
  failure_after_success: { accept_provider: { from: 'successful', to: 'reversed' }, keep_ours: null },
  reversal_after_failure: { accept_provider: null, keep_ours: null },
  success_before_request: { keep_ours: null },
  other_amount: { keep_ours: { from: 'processing', to: 'failed', endsTheOpen: true } },
  other_currency: { keep_ours: { from: 'processing', to: 'failed', endsTheOpen: true } },
}

export async function settleDiscrepancy(
  tx: Transaction,
  { world, settleCollection }: { world: World; settleCollection: SettleCollection },
  by: Settler,
  id: string,
  decision: { action: Action; note: string | null },
): Promise<DiscrepancyRow> {
  const found = isId(id)
    ? (
        await tx<DiscrepancyRow[]>`
        select * from discrepancies where id = ${id} and environment = ${by.environment} for update`
      )[0]
    : undefined
  if (!found) throw new Refusal('not_found')
  await refuseOwnMoney(tx, world, by, await askedMoneyOf(tx, found))
  if (found.status !== 'open') throw new Refusal('invalid_state')
  const settlement = settlements[found.kind][decision.action]
  if (settlement === undefined) {
    throw invalid({
      field: 'action',
      problem: `must be keep_ours for ${found.kind}; return the money outside`,
    })
  }
  if (settlement !== null) await settleCollection(tx, found.collection_id, settlement, decision.note)
  const now = world.clock.now()
  const [settled] = await tx<DiscrepancyRow[]>`
    update discrepancies set status = 'settled', action = ${decision.action}, note = ${decision.note},
      settled_by = ${by.adminId}, settled_at = ${now}
    where id = ${id} returning *`
  if (!settled) throw new Error('The discrepancy was not written.')
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'discrepancy.settled',
      subject: { kind: 'discrepancy', id },
      merchantId: found.merchant_id,
      details: { ...decision, kind: found.kind, collection_id: found.collection_id },
      requestId: by.requestId,
    },
  ])
  return settled
}

/** What is contradicted was asked for when its collection was, long before anybody knew of the contradiction. */
async function askedMoneyOf(tx: Transaction, found: DiscrepancyRow): Promise<AskedMoney> {
  const [collection] = await tx<AskedMoney[]>`
    select merchant_id, api_key_id, created_at from collections where id = ${found.collection_id}`
  return collection ?? { ...found, api_key_id: null }
}

export function showDiscrepancy(row: DiscrepancyRow): Static<typeof Discrepancy> {
  const { environment: _environment, ...shown } = row
  return {
    ...shown,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  }
}
