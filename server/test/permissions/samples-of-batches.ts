import { randomUUID } from 'node:crypto'
import {
  approvedBatch,
  failedBatch,
  newBatch,
  pausedBatch,
  pendingBatch,
  questionedBatch,
} from './batches.ts'
import { named } from './samples-of-payouts.ts'
import type { Sample, Stage } from './stage.ts'

const once = () => ({ 'idempotency-key': randomUUID() })

function deciding(find: (stage: Stage) => Promise<string>): Sample {
  return async (stage) => ({ params: { batch_id: await find(stage) }, body: { note: 'Looked at.' } })
}

const pending = async (stage: Stage) => (await pendingBatch(stage)).id

export const samplesOfBatches: Record<string, Sample> = {
  createDisbursementBatch: async (stage) => ({ headers: once(), body: newBatch(stage) }),
  quoteDisbursementBatch: async (stage) => ({ body: newBatch(stage) }),
  listDisbursementBatches: named(),
  readBatchTemplate: named(),
  readDisbursementBatch: named(async (stage) => ({ params: { batch_id: await pending(stage) } })),
  listBatchRows: named(async (stage) => ({ params: { batch_id: await pending(stage) } })),
  changeDisbursementBatch: named(async (stage) => ({
    params: { batch_id: await pending(stage) },
    body: { metadata: { payroll: '2026-11' } },
  })),
  answerBatchInfoRequest: named(async (stage) => ({
    params: { batch_id: await questionedBatch(stage) },
    body: { message: 'They are the salaries of November.' },
  })),
  cancelDisbursementBatch: named(async (stage) => ({ params: { batch_id: await pending(stage) } })),
  retryFailedRows: named(async (stage) => ({
    params: { batch_id: await failedBatch(stage) },
    headers: once(),
  })),

  adminListBatches: async () => ({}),
  adminReadBatch: async (stage) => ({ params: { batch_id: await pending(stage) } }),
  adminApproveBatch: async (stage) => {
    const { id, hash } = await pendingBatch(stage)
    return { params: { batch_id: id }, body: { content_hash: hash, note: 'Looked at.' } }
  },
  adminRejectBatch: deciding(pending),
  adminRequestBatchInfo: deciding(pending),
  adminPauseBatch: deciding(approvedBatch),
  adminResumeBatch: deciding(pausedBatch),
}
