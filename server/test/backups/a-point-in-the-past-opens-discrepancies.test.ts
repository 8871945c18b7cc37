import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayAt } from '../../src/primitives/instant.ts'
import { assertBooksHold } from '../stories/money/books.ts'
import { inShort } from '../stories/parts/newcomers.ts'
import { openPastStage, type PastStage } from './past-stage.ts'

let stage: PastStage
before(async () => {
  stage = await openPastStage()
})
after(() => stage.close())

const [minuteMs, dayMs] = [60_000, 24 * 3_600_000]
const referenceOf = (prefix: 'MLP' | 'MLW', id: unknown) =>
  `${prefix}${String(id).replaceAll('-', '').toUpperCase()}`
const held = /restored to an earlier moment.*Payouts wait until the operator/

/** Those that were open at the point, and those that began after it. */
const at: Record<string, unknown> = {}
let day: string

test('payments, payouts, a refund and a batch are taken, and end after the point', async () => {
  await stage.backups.follow()
  await stage.backups.operate('backup')
  day = dayAt(stage.clock.now())
  at.paid = await stage.push()
  await stage.pass(minuteMs)
  at.pushed = await stage.push()
  await stage.work()
  at.waiting = (await stage.till.submit()).id
  at.owed = (await stage.till.submit()).id
  at.refund = await stage.refund(at.paid)
  at.batch = await stage.batch()
  at.approved = (await stage.till.submit()).id
  assert.equal((await stage.desk.decide(at.approved, 'approve')).status, 200)
  const point = await stage.now()

  for (const id of [at.waiting, at.refund]) assert.equal((await stage.desk.decide(id, 'approve')).status, 200)
  assert.equal((await stage.approveBatch(at.batch)).status, 200)
  at.laterPush = await stage.push()
  at.laterPayout = (await stage.till.submit()).id
  assert.equal((await stage.desk.decide(at.laterPayout, 'approve')).status, 200)
  for (let minutes = 0; minutes < 5; minutes += 1) await stage.pass(minuteMs)
  const ends = [
    'paid',
    'pushed',
    'laterPush',
    'waiting',
    'approved',
    'refund',
    'laterPayout',
    'batch',
    'owed',
  ]
  assert.deepEqual(await stage.statuses(ends.map((name) => at[name])), [
    ...Array.from({ length: 3 }, () => 'successful'),
    ...Array.from({ length: 4 }, () => 'SUCCESS'),
    'DONE',
    'PENDING_ADMIN_APPROVAL',
  ])
  assert.equal(stage.ordered.length, 6, String(stage.ordered))

  await stage.setBackTo(point)
  assert.deepEqual(await stage.statuses(ends.map((name) => at[name])), [
    'successful',
    'processing',
    'unknown',
    'PENDING_ADMIN_APPROVAL',
    'PROCESSING',
    'PENDING_ADMIN_APPROVAL',
    'unknown',
    'PENDING_ADMIN_APPROVAL',
    'PENDING_ADMIN_APPROVAL',
  ])
  await assertBooksHold(stage.service.world)
})

test('what was asked of payers is asked about by itself; no payout leaves, is decided about or taken back', async () => {
  for (let minutes = 0; minutes < 20; minutes += 5) await stage.pass(5 * minuteMs)
  assert.deepEqual(await stage.statuses([at.pushed, at.approved]), ['successful', 'PROCESSING'])
  assert.equal((await stage.till.read(at.approved)).waiting_for, 'reconciliation')
  const refused = [
    await stage.desk.decide(at.waiting, 'approve'),
    await stage.desk.decide(at.waiting, 'reject', { note: 'no' }),
    await stage.desk.decide(at.refund, 'approve'),
    await stage.approveBatch(at.batch),
    await stage.till.cancel(at.waiting),
    await stage.till.dashboard(`/v1/disbursement-batches/${at.batch}/cancel`, 'live', { method: 'POST' }),
    await stage.till.dashboard(`/v1/refunds/${at.refund}/cancel`, 'live', { method: 'POST' }),
  ]
  for (const answer of refused) {
    assert.equal(inShort(answer), '409 invalid_state', JSON.stringify(answer.body))
    assert.match(answer.body.error.message, held)
  }
  assert.equal(stage.ordered.length, 6, 'nothing was sent')
  const { output } = await stage.operate(['doctor'])
  assert.match(output, /^warning +restore: restored to .*, and payouts wait: .*malipo restore release/m)
})

test('a callback about a payment that is gone proves nothing where it is not signed, and is turned away', async () => {
  await assert.rejects(stage.tellAgain(referenceOf('MLP', at.laterPush)), { code: 'not_found' })
  assert.deepEqual(await stage.discrepancies(), [])
})

test('payouts are let go only when every day since is reconciled, money in and money out', async () => {
  stage.clock.pass(dayMs)
  const words = ['restore', 'release', '--note', 'compared with the statement']
  const release = () => stage.operate(words)
  const blind = await stage.operateBlindly(words)
  assert.notEqual(blind.code, 0)
  assert.match(blind.output, /selcom has open payments and no settings here/)
  const early = await release()
  assert.equal(early.code, 1)
  assert.match(early.output, new RegExp(`selcom ${day} money in; selcom ${day} money out\\. POST`))
  // Its list tells of orders only.
  const listed = await stage.reconcile(day)
  assert.deepEqual(
    listed.map(({ kind, reference }) => [kind, reference]),
    [['missing_here', referenceOf('MLP', at.laterPush)]],
  )
  const half = await release()
  assert.match(half.output, new RegExp(`the restore: selcom ${day} money out\\. POST`))
  const statement = await stage.statement(day)
  const told = await stage.reconcile(day, { statement, format: 'gateway' })
  const paidThere = [at.waiting, at.approved, at.refund, at.laterPayout, ...(await stage.rowsOf(at.batch))]
  assert.deepEqual(
    told.map(({ kind, reference }) => `${kind} ${reference}`).sort(),
    [
      `missing_here ${referenceOf('MLP', at.laterPush)}`,
      ...paidThere.map((id) => `missing_here ${referenceOf('MLW', id)}`),
    ].sort(),
  )
  const released = await release()
  assert.equal(released.code, 0, released.output)
  assert.match(released.output, /^Payouts go again; 7 live discrepancies are open$/)
  const again = await release()
  assert.deepEqual([again.code, again.output], [1, 'No payout waits because of a restore.'])
})

test('what was paid there is asked about first, ends as paid here too, and is sent to nobody twice', async () => {
  const contradicted = await stage.till.cancel(at.waiting)
  assert.equal(inShort(contradicted), '409 invalid_state')
  assert.match(contradicted.body.error.message, /has to settle that first/)
  for (const id of [at.waiting, at.refund]) assert.equal((await stage.desk.decide(id, 'approve')).status, 200)
  assert.equal((await stage.approveBatch(at.batch)).status, 200)
  for (let minutes = 0; minutes < 30; minutes += 5) await stage.pass(5 * minuteMs)
  const ids = [at.waiting, at.approved, at.refund, ...(await stage.rowsOf(at.batch)), at.batch]
  assert.deepEqual(await stage.statuses(ids), [...Array.from({ length: 5 }, () => 'SUCCESS'), 'DONE'])
  assert.equal(stage.ordered.length, 6, String(stage.ordered))
})

test('of one that was never sent its provider knows nothing: a person ends it, and what is asked for anew is paid', async () => {
  assert.equal((await stage.desk.decide(at.owed, 'approve')).status, 200)
  await stage.pass(minuteMs)
  assert.deepEqual(await stage.statuses([at.owed]), ['NEEDS_RECONCILIATION'])
  const resolution = { outcome: 'FAILED', note: 'Not in the statement.' }
  assert.equal((await stage.desk.decide(at.owed, 'resolve', resolution)).status, 200)
  const { id } = await stage.till.submit()
  assert.equal((await stage.desk.decide(id, 'approve')).status, 200)
  for (let minutes = 0; minutes < 3; minutes += 1) await stage.pass(minuteMs)
  assert.deepEqual(await stage.statuses([at.owed, id]), ['FAILED', 'SUCCESS'])
  assert.deepEqual(stage.ordered.slice(6), [referenceOf('MLW', id)])
})

test('when all is settled both books agree, and no reference was asked for twice', async () => {
  const note = 'Paid after the point that was restored; see the statement.'
  for (const { id, kind } of await stage.discrepancies()) {
    const settled = await stage.desk.settle(id, { action: 'keep_ours', note })
    assert.equal(settled.status, 200, `${kind} ${JSON.stringify(settled.body)}`)
  }
  const statement = await stage.statement(day)
  const left = await stage.reconcile(day, { statement, format: 'gateway' })
  assert.deepEqual(
    left.map(({ kind, reference }) => `${kind} ${reference}`).sort(),
    [`settled ${referenceOf('MLP', at.laterPush)}`, `settled ${referenceOf('MLW', at.laterPayout)}`].sort(),
  )
  assert.equal(new Set(stage.ordered).size, stage.ordered.length)
  await assertBooksHold(stage.service.world)
})
