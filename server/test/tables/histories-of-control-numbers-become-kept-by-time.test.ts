import { controlNumberHistory } from '../../src/control-numbers/control-numbers.ts'
import { becomesKeptByTime } from './becomes-kept-by-time.ts'

becomesKeptByTime({
  kept: controlNumberHistory,
  title: 'control-number-history-by-time',
  writes: `insert into control_number_history (merchant_id, control_number_id, seq, to_status, mover, at)
    select $1::uuid, $2::uuid, 1, 'ACTIVE', 'merchant', now()`,
  refused: [
    { change: `update TABLE set to_status = 'GONE'`, told: /append-only/ },
    { change: 'delete from TABLE', told: /append-only/ },
  ],
  wrong: [
    {
      row: (id) => `select '${id}', '${id}', 0, null, 'ACTIVE', 'merchant', null, now()`,
      code: '23514',
    },
    {
      row: (id) => `select '${id}', '${id}', 2, null, 'ACTIVE', 'nobody', null, now()`,
      code: '23514',
    },
  ],
})
