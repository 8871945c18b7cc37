import { operations } from '@malipo/contract'
import { noteByPerson } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { type Call, type Route, route } from '../http/http.ts'
import { changeMetadata, noteChange } from '../metadata/metadata.ts'
import { keepingBlocked } from '../risk/risk.ts'
import { answerBatch, cancelBatch } from './answer-batches.ts'
import { type BatchRow, findBatch } from './batch-row.ts'
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
  const noteOf = (
    tx: Transaction,
    call: Asking,
    what: 'request' | 'retry_failed' | 'answer',
    batch: BatchRow,
    details = {},
  ) => {
    const subject = { kind: 'disbursement_batch', id: batch.id } as const
    noteByPerson(tx, world, call, { action: `disbursement_batch.${what}`, subject, details })
  }
  return [
    route(operations.createDisbursementBatch, async (call) => {
      const { body, caller, idempotently } = call
      await registry.ready()
      const delayMs = await playedDelay(registry, caller)
      const judged = judgeRows(body.rows, await findNamed(world.sql, caller, body.rows))
      return await keepingBlocked(world, () =>
        idempotently(async (tx) => {
          const batch = await requestBatch(tx, desk, caller, body, judged, delayMs)
          noteOf(tx, call, 'request', batch, sizeOf(batch))
          return await tellBatch(tx, batch)
        }),
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
    route(operations.answerBatchInfoRequest, async (call) => {
      const { params, body, caller, idempotently } = call
      await registry.ready()
      const delayMs = await playedDelay(registry, caller)
      return await idempotently(async (tx) => {
        const batch = await answerBatch(tx, world, caller, params.batch_id, body.message, delayMs)
        noteOf(tx, call, 'answer', batch)
        return await tellBatch(tx, batch)
      })
    }),
    route(operations.cancelDisbursementBatch, ({ params, caller, requestId, idempotently }) =>
      idempotently(async (tx) =>
        tellBatch(tx, await cancelBatch(tx, world, caller, params.batch_id, requestId)),
      ),
    ),
    route(operations.retryFailedRows, async (call) => {
      const { params, caller, idempotently } = call
      await registry.ready()
      const delayMs = await playedDelay(registry, caller)
      return await keepingBlocked(world, () =>
        idempotently(async (tx) => {
          const batch = await retryFailed(tx, desk, caller, params.batch_id, delayMs)
          noteOf(tx, call, 'retry_failed', batch, { ...sizeOf(batch), retry_of: batch.retry_of })
          return await tellBatch(tx, batch)
        }),
      )
    }),
  ]
}

type Asking = Pick<Call<typeof operations.createDisbursementBatch>, 'caller' | 'requestId'>

/** What tells it apart from any other, as where it is decided. */
function sizeOf({ row_count: rows, content_hash }: BatchRow) {
  return { rows, content_hash }
}
