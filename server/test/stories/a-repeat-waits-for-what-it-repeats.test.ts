import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BatchStage, openBatchStage, type Payroll, rowsTo } from './batches/stage.ts'
import type { Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { blocked, referenceOf } from './payouts/stage.ts'

let stage: BatchStage
before(async () => {
  stage = await openBatchStage()
})
after(() => stage.close())

const sentNow = () => stage.provider.payOuts.length

async function rounds(outcome: 'paid' | 'declined'): Promise<void> {
  stage.answerBy(() => outcome)
  for (let round = 0; round < 3; round += 1) await stage.round()
}

/** A batch of one row that was sent and has failed. */
async function failed(more: Fields = {}): Promise<{ payroll: Payroll; id: unknown; row: unknown }> {
  const payroll = await stage.openPayroll(100_000_000n)
  const { id } = await payroll.submitBatch(rowsTo(1), more)
  assert.equal(inShort(await stage.approve(id)), '200')
  const row = await onlyRow(payroll, id)
  if (more.approve_rows) assert.equal(inShort(await stage.desk.decide(row, 'approve')), '200')
  await rounds('declined')
  assert.equal(await payroll.status(row), 'FAILED')
  return { payroll, id, row }
}

const onlyRow = async (payroll: Payroll, id: unknown) => (await payroll.rows(id))[0]?.id
const retried = async (payroll: Payroll, id: unknown) => (await payroll.retryFailed(id)).body.data.id

/** The provider changes its mind about what failed. */
async function paidAfterAll(row: unknown): Promise<void> {
  const told = await stage.tell(referenceOf(row), { kind: 'succeeded', providerStatus: 'PAID' })
  assert.equal(told.body.data.status, 'NEEDS_ADMIN_ATTENTION')
}

test('a row that is approved by itself is refused once the one that it repeats was paid after all', async () => {
  const { payroll, id, row } = await failed({ approve_rows: true })
  const again = await retried(payroll, id)
  assert.equal(inShort(await stage.approve(again)), '200')
  await paidAfterAll(row)
  const repeat = await onlyRow(payroll, again)
  const refused = await stage.desk.decide(repeat, 'approve')
  assert.equal(inShort(refused), '409 invalid_state')
  assert.deepEqual(refused.body.error.details, { status: 'PENDING_ADMIN_APPROVAL', payment: 'paid' })
  assert.equal(inShort(await stage.desk.decide(repeat, 'reject', { note: 'They have it.' })), '200')
})

test('a row that waits in its batch is not sent once the one that it repeats was paid after all', async () => {
  const { payroll, id, row } = await failed()
  const again = await retried(payroll, id)
  assert.equal(inShort(await stage.approve(again)), '200')
  assert.equal(inShort(await stage.decide(stage.desk, again, 'pause', { note: 'wait' })), '200')
  await paidAfterAll(row)
  assert.equal(inShort(await stage.decide(stage.desk, again, 'resume')), '200')
  const before = sentNow()
  await rounds('paid')
  assert.equal(sentNow(), before, 'nobody is paid twice')
  const repeat = await payroll.read(await onlyRow(payroll, again))
  assert.deepEqual(
    [repeat.status, repeat.failure_message],
    ['FAILED', 'The one that this repeats was paid after all, before this was sent.'],
  )
  assert.equal((await payroll.balance('live')).reserved, '1010.00', 'only what nobody knows stays set aside')
})

test('what was turned away is not sent once more after the one that it repeats was paid', async () => {
  const { payroll, id, row } = await failed()
  const again = await retried(payroll, id)
  assert.equal(inShort(await stage.approve(again)), '200')
  stage.provider.script.payOut = () => blocked
  for (let round = 0; round < 2; round += 1) await stage.round()
  const repeat = await onlyRow(payroll, again)
  assert.equal(await payroll.status(repeat), 'BLOCKED_IP_WHITELIST')
  await paidAfterAll(row)
  assert.equal(inShort(await stage.desk.decide(repeat, 'retry')), '200')
  const before = sentNow()
  await rounds('paid')
  assert.equal(sentNow(), before, 'nobody is paid twice')
  assert.equal(await payroll.status(repeat), 'FAILED')
})

test('a repeat of a repeat is refused once the first of all was paid', async () => {
  const { payroll, id, row } = await failed()
  const second = await retried(payroll, id)
  assert.equal(inShort(await stage.approve(second)), '200')
  await rounds('declined')
  const third = await retried(payroll, second)
  await paidAfterAll(row)
  const refused = await stage.approve(third)
  assert.equal(inShort(refused), '409 invalid_state')
  assert.deepEqual(refused.body.error.details, { rows: [1], payment: 'paid' })
})
