import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BatchStage, openBatchStage, type Payroll, rowsTo } from './batches/stage.ts'
import { balanceOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { blocked } from './payouts/stage.ts'

let stage: BatchStage
before(async () => {
  stage = await openBatchStage()
})
after(() => stage.close())

const sentNow = () => stage.provider.payOuts.length

async function approved(count: number): Promise<{ payroll: Payroll; id: unknown }> {
  const payroll = await stage.openPayroll(100_000_000n)
  const { id } = await payroll.submitBatch(rowsTo(count))
  assert.equal(inShort(await stage.approve(id)), '200')
  return { payroll, id }
}

test('rows are handed over fifty at a time, and each is sent once', async () => {
  const { payroll, id } = await approved(120)
  stage.answerBy(() => 'paid')
  const before = sentNow()
  const counts: number[] = []
  for (let round = 0; round < 6; round += 1) {
    await stage.round()
    counts.push(sentNow() - before)
  }
  assert.ok(
    counts.every((count, at) => count - (counts[at - 1] ?? 0) <= 50),
    String(counts),
  )
  assert.equal(counts.at(-1), 120)
  assert.equal(new Set(stage.provider.payOuts.map(({ reference }) => reference)).size, sentNow())
  assert.deepEqual((await payroll.readBatch(id)).by_status, { SUCCESS: 120 })
})

test('what has no answer keeps no other waiting for long', async () => {
  const { payroll, id } = await approved(70)
  stage.provider.script.payOut = () => ({ kind: 'pending', providerStatus: 'QUEUED' })
  stage.provider.script.lookUpPayOut = () => ({ kind: 'pending', providerStatus: 'QUEUED' })
  const before = sentNow()
  for (let round = 0; round < 3; round += 1) await stage.round()
  assert.equal(sentNow() - before, 50)
  stage.clock.pass(11_000)
  for (let round = 0; round < 3; round += 1) await stage.round()
  assert.equal(sentNow() - before, 70)
  stage.provider.script.lookUpPayOut = () => ({ kind: 'succeeded', providerStatus: 'PAID' })
  await stage.later()
  await stage.round()
  const done = await payroll.readBatch(id)
  assert.deepEqual([done.status, done.by_status], ['DONE', { SUCCESS: 70 }])
})

test('twenty failures in fifty pause it, unsent rows stay set aside, and it goes on when somebody resumes it', async () => {
  const { payroll, id } = await approved(130)
  let failing = true
  stage.answerBy(() => (failing ? 'declined' : 'paid'))
  for (let round = 0; round < 4; round += 1) await stage.round()
  const paused = await payroll.readBatch(id)
  const { FAILED: failed = 0, PROCESSING: held = 0 } = paused.by_status as Record<string, number>
  assert.equal(paused.status, 'PAUSED')
  assert.ok(failed >= 20 && failed <= 70, JSON.stringify(paused.by_status))
  assert.match(String(paused.history.at(-1)?.note), /of the last 50 rows failed/)
  const again = await stage.decide(stage.desk, id, 'pause', { note: 'stop' })
  assert.equal(inShort(again), '409 invalid_state')
  assert.match(
    String(again.body.error?.message),
    /^The service has paused it: \d+ of the last 50 rows failed\.$/,
  )
  const details = { status: 'PAUSED', paused_by: 'service', paused_at: paused.updated_at }
  assert.deepEqual(again.body.error?.details, details)
  assert.equal((await payroll.balance('live')).reserved, `${held * 1010}.00`)
  const before = sentNow()
  for (let round = 0; round < 3; round += 1) await stage.round()
  assert.equal(sentNow(), before, 'nothing is sent while it is paused')
  stage.clock.pass(1_000)
  assert.equal(inShort(await stage.decide(stage.desk, id, 'resume', { note: 'they know' })), '200')
  failing = false
  for (let round = 0; round < 6; round += 1) {
    stage.clock.pass(1_000)
    await stage.round()
  }
  const done = await payroll.readBatch(id)
  assert.deepEqual([done.status, done.by_status], ['DONE', { FAILED: failed, SUCCESS: held }])
  assert.deepEqual(await payroll.events(id), [
    'disbursement_batch.approved',
    'disbursement_batch.paused',
    'disbursement_batch.done',
  ])
})

test('it pauses when the provider turns our address away, and what was turned away is retried by itself', async () => {
  const { payroll, id } = await approved(60)
  stage.provider.script.payOut = () => blocked
  for (let round = 0; round < 2; round += 1) await stage.round()
  const paused = await payroll.readBatch(id)
  assert.equal(paused.status, 'PAUSED')
  assert.match(String(paused.history.at(-1)?.note), /turns our address away/)
  const again = await stage.decide(stage.desk, id, 'pause', { note: 'stop' })
  assert.match(
    String(again.body.error?.message),
    /^The service has paused it: The provider turns our address away\./,
  )
  const stuck = await payroll.rows(id, '&status=BLOCKED_IP_WHITELIST')
  assert.ok(stuck.length > 0 && stuck.length <= 50)
  stage.answerBy(() => 'paid')
  assert.equal(inShort(await stage.desk.decide(stuck[0]?.id, 'retry')), '200')
  await stage.work()
  assert.equal(
    await payroll.status(stuck[0]?.id),
    'SUCCESS',
    'a row that is retried is sent though the batch is paused',
  )
  stage.clock.pass(1_000)
  assert.equal(inShort(await stage.decide(stage.desk, id, 'resume')), '200')
  for (const { id: row } of stuck.slice(1)) await stage.desk.decide(row, 'retry')
  for (let round = 0; round < 4; round += 1) await stage.round()
  const done = await payroll.readBatch(id)
  assert.deepEqual([done.status, done.by_status], ['DONE', { SUCCESS: 60 }])
})

test('a Super Admin pauses it: what nobody has taken up goes back', async () => {
  const { payroll, id } = await approved(60)
  stage.answerBy(() => 'paid')
  assert.equal(inShort(await stage.decide(stage.desk, id, 'pause', {})), '422 validation_error')
  assert.equal(inShort(await stage.decide(stage.desk, id, 'resume')), '409 invalid_state')
  assert.equal(inShort(await stage.decide(stage.desk, id, 'pause', { note: 'wait' })), '200')
  const again = await stage.decide(stage.desk, id, 'pause', { note: 'wait' })
  assert.match(String(again.body.error?.message), /^Already decided by /, 'by a person, who is named')
  const before = sentNow()
  for (let round = 0; round < 3; round += 1) await stage.round()
  assert.equal(sentNow(), before)
  assert.equal(inShort(await payroll.cancelBatch(id)), '409 invalid_state')
  assert.equal(inShort(await stage.decide(stage.desk, id, 'resume')), '200')
  for (let round = 0; round < 4; round += 1) await stage.round()
  assert.equal((await payroll.readBatch(id)).status, 'DONE')
  assert.deepEqual(await payroll.batchPath(id), [
    '→ PENDING_ADMIN_APPROVAL by caller',
    'PENDING_ADMIN_APPROVAL → PROCESSING by super_admin',
    'PROCESSING → PAUSED by super_admin',
    'PAUSED → PROCESSING by super_admin',
    'PROCESSING → DONE by service',
  ])
})

test('what failed is asked for once more in a new batch, once each', async () => {
  const { payroll, id } = await approved(4)
  stage.answerBy(({ identifier }) => (/1000[12]$/.test(identifier) ? 'declined' : 'paid'))
  for (let round = 0; round < 2; round += 1) await stage.round()
  const left = async () => (await payroll.readBatch(id)).rows_to_retry
  assert.equal(await left(), 2)
  const both = await Promise.all([payroll.retryFailed(id), payroll.retryFailed(id)])
  assert.deepEqual(both.map(inShort).sort(), ['202', '409 invalid_state'])
  const retried = both.find(({ status }) => status === 202)?.body.data as Fields
  assert.deepEqual(
    [retried.status, retried.retry_of, retried.row_count, retried.amount_total, retried.name],
    ['PENDING_ADMIN_APPROVAL', id, 2, '2000.00', 'Salaries (retry)'],
  )
  assert.deepEqual([await left(), retried.rows_to_retry], [0, 0])
  const rows = await payroll.rows(retried.id)
  assert.deepEqual(
    rows.map(({ row, destination_identifier: phone }) => [row, phone]),
    [
      [1, '255754010001'],
      [2, '255754010002'],
    ],
  )
  assert.equal(inShort(await payroll.cancelBatch(retried.id)), '200')
  assert.equal(await left(), 2)
  const again = await payroll.retryFailed(id)
  assert.equal(again.status, 202, 'what nobody approved leaves the rows free')
  assert.equal(inShort(await stage.approve(again.body.data.id)), '200')
  stage.answerBy(() => 'paid')
  for (let round = 0; round < 2; round += 1) await stage.round()
  const done = await payroll.readBatch(again.body.data.id)
  assert.deepEqual([done.status, done.by_status], ['DONE', { SUCCESS: 2 }])
  assert.equal(inShort(await payroll.retryFailed(id)), '409 invalid_state')
})

test('what was paid after all is not paid once more', async () => {
  const { payroll, id } = await approved(2)
  stage.answerBy(() => 'declined')
  for (let round = 0; round < 2; round += 1) await stage.round()
  const { id: again } = (await payroll.retryFailed(id)).body.data
  const [first] = await payroll.rows(id)
  const told = await stage.tell(String(first?.provider_reference), {
    kind: 'succeeded',
    providerStatus: 'PAID',
  })
  assert.equal(told.body.data.status, 'NEEDS_ADMIN_ATTENTION')
  const refused = await stage.approve(again)
  assert.equal(inShort(refused), '409 invalid_state')
  assert.deepEqual(refused.body.error.details, { rows: [1], payment: 'paid' })
  assert.equal(inShort(await stage.approve(again, { except: [1] })), '200')
  assert.equal((await payroll.readBatch(id)).status, 'DONE', 'what is said later opens no batch again')
  assert.deepEqual(await payroll.balance('live'), balanceOf({ available: '997980.00', reserved: '2020.00' }))
})
