import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BatchStage, openBatchStage, type Payroll, rowsTo } from './batches/stage.ts'
import { balanceOf, dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import type { Desk } from './payouts/desk.ts'
import { hireRuleMaker, type RuleMaker } from './risk/rule-maker.ts'

let stage: BatchStage
let rules: RuleMaker
let second: Desk
before(async () => {
  stage = await openBatchStage()
  rules = await hireRuleMaker(stage.service)
  second = await stage.hireAnother()
})
after(() => stage.close())

const large = { field: 'amount', is: 'more_than', value: '5000' }
const lookedAt = '6000.00'

/** A merchant of whose rows those above five thousand are looked at. */
async function openWatched(): Promise<Payroll> {
  const payroll = await stage.openPayroll()
  await rules.make(payroll, large, { applies_to: 'payouts', action: 'review' })
  stage.answerBy(() => 'paid')
  return payroll
}

/** So many rows, of which those with these numbers are under review. */
const rowsWith = (count: number, reviewed: readonly number[]) =>
  rowsTo(count, (at) => (reviewed.includes(at + 1) ? { amount: lookedAt } : {}))

async function rowOf(payroll: Payroll, id: unknown, number: number): Promise<Fields> {
  const row = (await payroll.rows(id)).find((one) => one.row === number)
  assert.ok(row)
  return row
}

async function statesOf(payroll: Payroll, id: unknown): Promise<unknown[]> {
  const rows = await payroll.rows(id)
  return rows.toSorted((a, b) => Number(a.row) - Number(b.row)).map(({ status }) => status)
}

const rounds = async (count: number) => {
  for (let round = 0; round < count; round += 1) await stage.round()
}

test('one person approves the batch, and its row under review stays until two have approved that', async () => {
  const payroll = await openWatched()
  const { id } = await payroll.submitBatch(rowsWith(3, [2]))
  const dossier = await stage.dossier(id)
  assert.equal(dossier.approvals_needed, 1)
  const warned = (dossier.warnings as Fields[]).filter(({ kind }) => kind === 'under_review')
  assert.deepEqual(
    warned.map(({ row }) => row),
    [2],
  )
  const queue = dataOf(
    await stage.desk.call(`/v1/admin/disbursement-batches?merchant_id=${payroll.merchantId}`),
  )
  assert.equal((queue.items as Fields[])[0]?.approvals_needed, 1)
  const approved = (await stage.approve(id)).body.data
  assert.deepEqual(
    [approved.status, approved.by_status],
    ['PROCESSING', { PENDING_ADMIN_APPROVAL: 1, PROCESSING: 2 }],
  )
  const going = await rowOf(payroll, id, 1)
  const reserved = 2 * Number(going.total_reserved_amount)
  assert.equal((await payroll.balance('live')).reserved, reserved.toFixed(2), 'nothing of the one that waits')
  await rounds(3)
  assert.deepEqual(await statesOf(payroll, id), ['SUCCESS', 'PENDING_ADMIN_APPROVAL', 'SUCCESS'])
  assert.equal((await payroll.readBatch(id)).status, 'PROCESSING', 'it is done when all rows are')
  const waits = await rowOf(payroll, id, 2)
  assert.equal(waits.held_for_review, true)
  assert.equal((await stage.desk.story(waits.id)).approvals_needed, 2)
  assert.equal(inShort(await stage.desk.decide(waits.id, 'approve')), '200')
  await rounds(2)
  assert.equal((await rowOf(payroll, id, 2)).status, 'PENDING_ADMIN_APPROVAL')
  assert.equal(inShort(await stage.desk.decide(waits.id, 'approve')), '409 invalid_state')
  assert.equal(inShort(await second.decide(waits.id, 'approve')), '200')
  await rounds(3)
  const done = await payroll.readBatch(id)
  assert.deepEqual([done.status, done.by_status], ['DONE', { SUCCESS: 3 }])
})

test('nobody decides about a row under review before its batch, or calls the batch back after it', async () => {
  const payroll = await openWatched()
  const { id } = await payroll.submitBatch(rowsWith(3, [1, 3]))
  const { id: first } = await rowOf(payroll, id, 1)
  assert.equal(inShort(await stage.desk.decide(first, 'approve')), '409 invalid_state')
  assert.equal(inShort(await stage.approve(id, { except: [3] })), '200')
  assert.deepEqual(await statesOf(payroll, id), ['PENDING_ADMIN_APPROVAL', 'PROCESSING', 'REJECTED'])
  assert.equal(inShort(await payroll.cancelBatch(id)), '409 invalid_state')
  assert.equal(inShort(await stage.decide(stage.desk, id, 'reject', { note: 'no' })), '409 invalid_state')
  assert.equal(inShort(await stage.desk.decide(first, 'reject', { note: 'Not this one.' })), '200')
  await rounds(3)
  const done = await payroll.readBatch(id)
  assert.deepEqual([done.status, done.by_status], ['DONE', { REJECTED: 2, SUCCESS: 1 }])
})

test('the merchant takes back a row under review while the others go', async () => {
  const payroll = await openWatched()
  const { id } = await payroll.submitBatch(rowsWith(2, [2]))
  await stage.approve(id)
  const { id: waits } = await rowOf(payroll, id, 2)
  assert.equal(inShort(await payroll.cancel(waits)), '200')
  await rounds(3)
  assert.deepEqual(await statesOf(payroll, id), ['SUCCESS', 'REJECTED'])
  assert.equal((await payroll.readBatch(id)).status, 'DONE')
})

test('a row under review that is approved while its batch is paused is sent when that goes on', async () => {
  const payroll = await openWatched()
  const { id } = await payroll.submitBatch(rowsWith(2, [2]))
  await stage.approve(id)
  await rounds(3)
  assert.equal(inShort(await stage.decide(stage.desk, id, 'pause', { note: 'Wait.' })), '200')
  const { id: waits } = await rowOf(payroll, id, 2)
  for (const desk of [stage.desk, second]) assert.equal(inShort(await desk.decide(waits, 'approve')), '200')
  await rounds(3)
  assert.deepEqual(await statesOf(payroll, id), ['SUCCESS', 'PROCESSING'])
  assert.equal(inShort(await stage.decide(stage.desk, id, 'resume')), '200')
  await rounds(3)
  assert.equal((await payroll.readBatch(id)).status, 'DONE')
})

test('the balance covers the rows that go, and is asked for the others when they are approved', async () => {
  const payroll = await openWatched()
  const { id } = await payroll.submitBatch(rowsWith(2, [2]))
  const each = Number((await rowOf(payroll, id, 1)).total_reserved_amount)
  const { id: other } = await payroll.submitBatch(rowsTo(Math.floor(100_000 / each) - 2))
  assert.equal(inShort(await stage.approve(other)), '200')
  const { reserved_at_approval: leaves, available, ...told } = await stage.dossier(id)
  assert.deepEqual([leaves, told.is_covered], [each.toFixed(2), true], 'as the approval is judged')
  assert.ok(Number(told.total_reserved_amount) > Number(available), 'all rows together are more')
  assert.equal(inShort(await stage.approve(id)), '200')
  const { id: waits } = await rowOf(payroll, id, 2)
  assert.equal(inShort(await stage.desk.decide(waits, 'approve')), '200')
  assert.equal(inShort(await second.decide(waits, 'approve')), '409 insufficient_balance')
  assert.equal(inShort(await stage.desk.decide(waits, 'reject', { note: 'too much' })), '200')
})

test('where each row is approved by itself, nothing has to be covered before', async () => {
  const payroll = await stage.openPayroll()
  const { id } = await payroll.submitBatch(rowsTo(2), { approve_rows: true })
  const { reserved_at_approval: leaves, is_covered: isCovered } = await stage.dossier(id)
  assert.deepEqual([leaves, isCovered], ['0.00', true])
})

test('a batch of nothing but rows under review sets nothing aside, and each is approved by two', async () => {
  const payroll = await openWatched()
  const { id } = await payroll.submitBatch(rowsWith(2, [1, 2]))
  assert.equal(inShort(await stage.approve(id)), '200')
  assert.deepEqual(await payroll.balance('live'), balanceOf({ available: '100000.00' }))
  for (const { id: row } of await payroll.rows(id)) {
    const answers = await Promise.all([stage.desk, second].map((desk) => desk.decide(row, 'approve')))
    assert.deepEqual(answers.map(inShort), ['200', '200'], 'also at once')
  }
  await rounds(3)
  assert.equal((await payroll.readBatch(id)).status, 'DONE')
})

test('of two who approve the batch at once one does, and its row under review is approved by nobody', async () => {
  const payroll = await openWatched()
  const { id } = await payroll.submitBatch(rowsWith(2, [1]))
  const answers = await Promise.all([stage.approve(id), stage.approve(id, {}, second)])
  assert.deepEqual(answers.map(inShort).toSorted(), ['200', '409 invalid_state'])
  assert.deepEqual(await statesOf(payroll, id), ['PENDING_ADMIN_APPROVAL', 'PROCESSING'])
  const { id: waits } = await rowOf(payroll, id, 1)
  assert.equal((await stage.desk.story(waits)).approvals, 0)
})

test('a rule that is turned off since lets no row go that it wanted looked at', async () => {
  const payroll = await stage.openPayroll()
  stage.answerBy(() => 'paid')
  const given = { applies_to: 'payouts', action: 'review' }
  const rule = await rules.make(payroll, large, given)
  const { id } = await payroll.submitBatch(rowsWith(2, [1]))
  const off = {
    ...{ name: 'A rule', merchant_id: payroll.merchantId, when: large, mode: 'off', ...given },
  }
  const path = `/v1/admin/risk-rules/${rule.id}`
  assert.equal(inShort(await rules.admin.call(path, 'live', { method: 'PUT', body: off })), '200')
  await stage.approve(id)
  assert.deepEqual(await statesOf(payroll, id), ['PENDING_ADMIN_APPROVAL', 'PROCESSING'])
})

test('rows under review add nothing to what one person lets pass, and the others do', async () => {
  const strict = await openBatchStage({ APPROVE_TWICE_ABOVE: '10000' })
  try {
    const payroll = await strict.openPayroll()
    const maker = await hireRuleMaker(strict.service)
    await maker.make(payroll, large, { applies_to: 'payouts', action: 'review' })
    const { id } = await payroll.submitBatch(rowsWith(3, [1]))
    assert.equal((await strict.approve(id)).body.data.status, 'PROCESSING')
    const { id: next } = await payroll.submitBatch(rowsTo(4))
    assert.equal((await strict.dossier(next)).passed_alone, '2000.00')
    const { id: above } = await payroll.submitBatch(rowsWith(6, [1]))
    assert.equal((await strict.dossier(above)).approvals_needed, 2, 'its sum asks for two')
  } finally {
    await strict.close()
  }
})
