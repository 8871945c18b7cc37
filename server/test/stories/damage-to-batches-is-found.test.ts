import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkBooks, runChecks } from '../../src/books/books.ts'
import { batchChecks } from '../../src/books/checks/batch-checks.ts'
import { connectDatabase, type Database, urlOfDatabase } from '../../src/database/database.ts'
import { type BatchStage, openBatchStage, rowsTo } from './batches/stage.ts'

let stage: BatchStage
/** A superuser in the same database: nobody else gets past the triggers. */
let intruder: Database

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
  const { world, database } = stage.service
  const [{ name } = { name: '' }] = await world.sql<{ name: string }[]>`select current_database() as name`
  const url = urlOfDatabase(database.adminUrl, name)
  intruder = connectDatabase({ url, poolSize: 1, applicationName: 'intruder' })
})
after(async () => {
  await intruder.end()
  await stage.close()
})

/** Which checks break by a damage that is undone afterwards. */
async function brokenBy(damage: string): Promise<string[]> {
  const undo = new Error('undone')
  let broken: string[] = []
  const damaged = intruder.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    // What the tables themselves would refuse is looked for all the same.
    for (const table of ['withdrawals', 'disbursement_batches']) await tx.unsafe(unchecked(table))
    await tx.unsafe('drop index withdrawals_of_batch, withdrawals_retried_once')
    await tx.unsafe(damage)
    const findings = await runChecks(tx, stage.service.world.vault)
    broken = findings.filter(({ holds }) => !holds).map(({ check }) => check)
    throw undo
  })
  await assert.rejects(damaged, undo)
  return broken
}

const unchecked = (table: string) => `
  do $$ declare known name; begin
    for known in select conname from pg_constraint
      where conrelid = '${table}'::regclass and contype = 'c' and conparentid = 0 loop
      execute format('alter table ${table} drop constraint %I', known);
    end loop;
  end $$`

const batch = (name: string) => `(select id from disbursement_batches where name = '${name}')`
const rowsOf = (name: string) => `batch_id = ${batch(name)}`

const damages: [check: string, damages: string[]][] = [
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
    'every approval of a batch is of a Super Admin who has no part in it',
    [
      `delete from disbursement_batch_approvals where batch_id = ${batch('done')}`,
      `update disbursement_batches b set asked_by = p.approved_by from disbursement_batch_approvals p where p.batch_id = b.id`,
    ],
  ],
]

test('the books hold before anybody damages them, and every check of batches has its damage', async () => {
  const findings = await checkBooks(stage.service.world)
  assert.deepEqual(
    findings.filter(({ holds }) => !holds),
    [],
  )
  assert.deepEqual(damages.map(([check]) => check).sort(), batchChecks.map(({ check }) => check).sort())
})

for (const [check, ways] of damages) {
  test(`it is found that ${check}`, async () => {
    for (const damage of ways) assert.ok((await brokenBy(damage)).includes(check), damage)
  })
}
