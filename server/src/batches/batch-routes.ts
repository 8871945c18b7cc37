import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import { changeMetadata, noteChange } from '../metadata/metadata.ts'
import { keepingBlocked } from '../risk/risk.ts'
import { answerBatch, cancelBatch } from './answer-batches.ts'
import { findBatch } from './batch-row.ts'
import { batchTemplate } from './batch-template.ts'
import type { BatchDesk } from './draft-rows.ts'
import { listBatches, listRows } from './find-batches.ts'
import { findNamed, judgeRows } from './judge-rows.ts'
import { quoteBatch } from './quote-batch.ts'
import { playedDelay, requestBatch } from './request-batch.ts'
import { retryFailed } from './retry-failed.ts'
import { tellBatch } from './show-batch.ts'

/** What merchants do with batches, in the dashboard and with keys. Approving is not among it. */
export function batchRoutes(desk: BatchDesk): Route[] {
  const { world, registry } = desk
  return [
    route(operations.createDisbursementBatch, async ({ body, caller, idempotently }) => {
      await registry.ready()
      const delayMs = await playedDelay(registry, caller)
      const judged = judgeRows(body.rows, await findNamed(world.sql, caller, body.rows))
      return await keepingBlocked(world, () =>
        idempotently(async (tx) =>
          tellBatch(tx, await requestBatch(tx, desk, caller, body, judged, delayMs)),
        ),
      )
    }),
    route(operations.quoteDisbursementBatch, async ({ body, caller, lists, inTurn }) => {
      await registry.ready()
      return await inTurn(async () =>
        quoteBatch(lists, desk, caller, judgeRows(body.rows, await findNamed(lists, caller, body.rows))),
      )
    }),
    route(operations.listDisbursementBatches, ({ query, caller, lists }) =>
      listBatches(lists, caller, query),
    ),
    route(operations.readBatchTemplate, async () => ({
      name: 'disbursement-batch.csv',
      bytes: batchTemplate(),
    })),
    route(operations.readDisbursementBatch, async ({ params, caller, lists }) =>
      tellBatch(lists, await findBatch(lists, params.batch_id, caller)),
    ),
    route(operations.listBatchRows, ({ params, query, caller, lists }) =>
      listRows(lists, registry, caller, params.batch_id, query),
    ),
    route(operations.changeDisbursementBatch, ({ params, body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const { id } = await findBatch(tx, params.batch_id, caller)
        await changeMetadata(tx, 'disbursement_batches', id, body.metadata)
        noteChange(tx, world, caller, { kind: 'disbursement_batch', id }, requestId)
        return await tellBatch(tx, await findBatch(tx, id, caller))
      }),
    ),
    route(operations.answerBatchInfoRequest, async ({ params, body, caller, idempotently }) => {
      await registry.ready()
      const delayMs = await playedDelay(registry, caller)
      return await idempotently(async (tx) =>
        tellBatch(tx, await answerBatch(tx, world, caller, params.batch_id, body.message, delayMs)),
      )
    }),
    route(operations.cancelDisbursementBatch, ({ params, caller, requestId, idempotently }) =>
      idempotently(async (tx) =>
        tellBatch(tx, await cancelBatch(tx, world, caller, params.batch_id, requestId)),
      ),
    ),
    route(operations.retryFailedRows, async ({ params, caller, idempotently }) => {
      await registry.ready()
      const delayMs = await playedDelay(registry, caller)
      return await keepingBlocked(world, () =>
        idempotently(async (tx) =>
          tellBatch(tx, await retryFailed(tx, desk, caller, params.batch_id, delayMs)),
        ),
      )
    }),
  ]
}
