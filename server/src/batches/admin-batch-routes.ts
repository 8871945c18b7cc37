import { type Operation, operations } from '@malipo/contract'
import type { PersonPrincipal } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { type Call, deciderOf, type Route, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { invalid } from '../primitives/refusal.ts'
import { type Deciding, dueAfter } from '../withdrawals/withdrawals.ts'
import { batchDossierOf, listQueuedBatches } from './batch-dossier.ts'
import { type BatchDecider, type BatchDecision, decideBatch } from './decide-batches.ts'
import type { BatchDesk } from './draft-rows.ts'
import { playedDelay } from './request-batch.ts'

/** Where Super Admins see batches and say what happens to them. No key and no merchant's session comes here. */
export function adminBatchRoutes(desk: BatchDesk & Deciding): Route[] {
  const { world, registry } = desk
  const decide = async (tx: Transaction, by: BatchDecider, id: string, decision: BatchDecision) => {
    await decideBatch(tx, desk, by, id, decision)
    return await batchDossierOf(tx, desk, id, by)
  }
  return [
    route(operations.adminListBatches, ({ query, environment, lists }) =>
      listQueuedBatches(lists, environment(), query, desk),
    ),
    route(operations.adminReadBatch, (call) =>
      call.lists.begin('isolation level repeatable read read only', (tx) =>
        batchDossierOf(tx, desk, call.params.batch_id, batchDeciderOf(call)),
      ),
    ),
    route(operations.adminApproveBatch, async (call) => {
      const by = batchDeciderOf(call)
      const { content_hash: contentHash, except = [], note = null } = call.body
      const { override_cooling: overridesCooling = false } = call.body
      // Whoever lets it go early says why.
      if (overridesCooling && note === null) throw invalid({ field: 'note', problem: 'is required' })
      await registry.ready()
      const delayMs = await rowsDelay(desk, by, call.params.batch_id)
      return await call.idempotently((tx) =>
        decide(tx, by, call.params.batch_id, {
          ...{ action: 'approve', contentHash, except, note, overridesCooling },
          rowsDueAt: dueAfter(world.clock.now(), delayMs),
        }),
      )
    }),
    route(operations.adminRejectBatch, (call) => {
      const decision = { action: 'reject', note: call.body.note } as const
      return call.idempotently((tx) => decide(tx, batchDeciderOf(call), call.params.batch_id, decision))
    }),
    route(operations.adminRequestBatchInfo, (call) => {
      const decision = { action: 'request_info', note: call.body.note } as const
      return call.idempotently((tx) => decide(tx, batchDeciderOf(call), call.params.batch_id, decision))
    }),
    route(operations.adminPauseBatch, (call) => {
      const decision = { action: 'pause', note: call.body.note } as const
      return call.idempotently((tx) => decide(tx, batchDeciderOf(call), call.params.batch_id, decision))
    }),
    route(operations.adminResumeBatch, (call) => {
      const decision = { action: 'resume', note: call.body.note ?? null } as const
      return call.idempotently((tx) => decide(tx, batchDeciderOf(call), call.params.batch_id, decision))
    }),
  ]
}

/** Also in the sandbox a person may approve the batch; the approvals of its rows are played there all the same. */
async function rowsDelay(
  { world, registry }: BatchDesk,
  { environment }: BatchDecider,
  id: string,
): Promise<number | null> {
  if (environment === 'live') return null
  const [found] = await world.sql<{ merchant_id: string }[]>`
    select merchant_id from disbursement_batches where id = ${isId(id) ? id : null}`
  return found ? await playedDelay(registry, { environment, merchantId: found.merchant_id }) : null
}

type DecidingCall = Pick<Call<Operation>, 'requestId' | 'environment'> & { caller: PersonPrincipal }

function batchDeciderOf(call: DecidingCall): BatchDecider {
  return { ...deciderOf(call), environment: call.environment() }
}
