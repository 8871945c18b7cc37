import { batchHistory } from '../../src/batches/batches.ts'
import { becomesKeptByTime } from './becomes-kept-by-time.ts'

becomesKeptByTime({
  kept: batchHistory,
  title: 'batch-history-by-time',
  writes: `insert into disbursement_batch_history (merchant_id, batch_id, seq, to_status, source, at)
    select $1::uuid, $2::uuid, 1, 'PENDING_ADMIN_APPROVAL', 'caller', now()`,
  refused: [
    { change: `update TABLE set note = 'another'`, told: /append-only/ },
    { change: 'delete from TABLE', told: /append-only/ },
  ],
  wrong: [
    {
      row: (id) => `select '${id}', 2, null, 'DONE', 'nobody', null, null, null, now(), null`,
      code: '23514',
    },
    {
      row: (id) => `select '${id}', 0, null, 'DONE', 'caller', null, null, null, now(), null`,
      code: '23514',
    },
  ],
})
