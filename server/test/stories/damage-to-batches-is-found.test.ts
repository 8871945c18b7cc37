import { after, before } from 'node:test'
import { batchChecks } from '../../src/books/checks/batch-checks.ts'
import { type BatchStage, openBatchStage, rowsTo } from './batches/stage.ts'
import { type Damage, damageIsFound, type Intruder, openIntruder } from './money/damage.ts'

let stage: BatchStage
let intruder: Intruder

/** One that is done and retried, one that waits, and one that is paused with rows set aside. */
before(async () => {
  stage = await openBatchStage()
  const payroll = await stage.openPayroll()
  stage.answerBy(({ identifier }) => (identifier.endsWith('10001') ? 'declined' : 'paid'))
  const { id: done } = await payroll.submitBatch(rowsTo(3), { name: 'done' })
  await stage.approve(done, { except: [3] })
  for (let round = 0; round < 2; round += 1) await stage.round()
  await payroll.retryFailed(done)
  await payroll.submitBatch(rowsTo(2), { name: 'waits' })
  const { id: paused } = await payroll.submitBatch(rowsTo(2), { name: 'paused' })
  await stage.approve(paused)
  await stage.decide(stage.desk, paused, 'pause', { note: 'wait' })
  intruder = await openIntruder(stage.service, {
    tables: ['withdrawals', 'disbursement_batches'],
    indexes: ['withdrawals_of_batch', 'withdrawals_retried_once'],
  })
})
after(async () => {
  await intruder.leave()
  await stage.close()
})

const batch = (name: string) => `(select id from disbursement_batches where name = '${name}')`
const rowsOf = (name: string) => `batch_id = ${batch(name)}`

const damages: Damage[] = [
  [
    'every batch has a history without gaps that ends at its status',
    [
      `update disbursement_batches set moves = moves + 1 where name = 'done'`,
      `delete from disbursement_batch_history where batch_id = ${batch('done')} and seq = 2`,
    ],
  ],
  [
    'every step of a batch begins where the one before ended',
    [
      `update disbursement_batch_history set from_status = 'PAUSED' where batch_id = ${batch('done')} and seq = 3`,
    ],
  ],
  [
    'every step of a batch is a legal one',
    [
      `update disbursement_batch_history set to_status = 'DONE' where batch_id = ${batch('paused')} and seq = 2`,
    ],
  ],
  [
    'every batch adds up to its rows, which are numbered without gaps and of its own merchant',
    [
      `update disbursement_batches set amount_total = amount_total + 1 where name = 'done'`,
      `update disbursement_batches set charges_total = charges_total + 1 where name = 'waits'`,
      `update disbursement_batches set row_count = 4 where name = 'done'`,
      `update withdrawals set batch_row = 7 where ${rowsOf('waits')} and batch_row = 2`,
      `update withdrawals set batch_row = 1 where ${rowsOf('waits')}`,
      `update withdrawals set batch_id = ${batch('done')} where ${rowsOf('waits')} and batch_row = 2`,
      `update withdrawals set environment = 'sandbox' where ${rowsOf('waits')} and batch_row = 2`,
      `delete from disbursement_batches where name = 'waits'`,
    ],
  ],
  [
    'a row waits for its batch exactly while nobody has decided about that',
    [
      `update withdrawals set awaits_batch = false where ${rowsOf('waits')} and batch_row = 1`,
      `update withdrawals set awaits_batch = true where ${rowsOf('paused')} and batch_row = 1`,
      `update withdrawals set awaits_batch = true, batch_id = null, batch_row = null where ${rowsOf('done')} and batch_row = 1`,
    ],
  ],
  [
    'a batch is over when its rows are, and not before',
    [
      `update disbursement_batches set status = 'DONE' where name = 'paused'`,
      `update disbursement_batches set status = 'REJECTED' where name = 'done'`,
    ],
  ],
  [
    'nothing of a batch that is paused is about to be sent for the first time',
    [`update withdrawals set due_at = now() where ${rowsOf('paused')} and batch_row = 1`],
  ],
  [
    'what is tried once more had failed in the batch before, and is tried once',
    [
      `update withdrawals set retry_of = null where retry_of is not null`,
      `update withdrawals set retry_of = (select id from withdrawals where ${rowsOf('done')} and status = 'SUCCESS') where retry_of is not null`,
      `update withdrawals set retry_of = (select retry_of from withdrawals where retry_of is not null) where ${rowsOf('waits')}`,
    ],
  ],
  [
    'no batch is decided without the audit entry of whoever did it, with its rows and its hash',
    [
      `delete from audit_log where action = 'disbursement_batch.approve' and subject_id = ${batch('done')}`,
      `update disbursement_batches set content_hash = repeat('0', 64) where name = 'done'`,
    ],
  ],
  [
    'whoever moved a batch is somebody we know',
    [`update disbursement_batch_history set by_user = gen_random_uuid() where source = 'super_admin'`],
  ],
  [
    'every approval of a batch is of a Super Admin who has no part in it',
    [
      `delete from disbursement_batch_approvals where batch_id = ${batch('done')}`,
      `update disbursement_batches b set asked_by = p.approved_by from disbursement_batch_approvals p where p.batch_id = b.id`,
    ],
  ],
]

damageIsFound(damages, () => intruder, batchChecks)
