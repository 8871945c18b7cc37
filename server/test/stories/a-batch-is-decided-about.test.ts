import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BatchStage, openBatchStage, rowsTo } from './batches/stage.ts'
import { balanceOf, dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let stage: BatchStage
/** Where one person is enough. */
let calm: BatchStage
before(async () => {
  // Above ten thousand two people must approve.
  stage = await openBatchStage({ APPROVE_TWICE_ABOVE: '10000' })
  calm = await openBatchStage()
})
after(async () => {
  await stage.close()
  await calm.close()
})

test('a Super Admin asks, the merchant answers, and the batch is rejected with all its rows', async () => {
  const payroll = await stage.openPayroll()
  const { id } = await payroll.submitBatch(rowsTo(2))
  assert.equal(inShort(await payroll.answerBatch(id, 'nobody asked')), '409 invalid_state')
  assert.equal(inShort(await stage.decide(stage.desk, id, 'request-info', { note: 'Who are they?' })), '200')
  assert.equal((await payroll.readBatch(id)).status, 'INFO_REQUESTED')
  assert.equal(inShort(await payroll.answerBatch(id, 'Our cooks.')), '200')
  assert.equal(inShort(await stage.decide(stage.desk, id, 'reject', {})), '422 validation_error')
  assert.equal(inShort(await stage.decide(stage.desk, id, 'reject', { note: 'Not ours.' })), '200')
  const ended = await payroll.readBatch(id)
  assert.deepEqual([ended.status, ended.by_status], ['REJECTED', { REJECTED: 2 }])
  assert.notEqual(ended.completed_at, null)
  assert.deepEqual(
    ended.history.map(({ to, source, note }) => [to, source, note]),
    [
      ['PENDING_ADMIN_APPROVAL', 'caller', null],
      ['INFO_REQUESTED', 'super_admin', 'Who are they?'],
      ['PENDING_ADMIN_APPROVAL', 'merchant', 'Our cooks.'],
      ['REJECTED', 'super_admin', 'Not ours.'],
    ],
  )
  const [row] = await payroll.rows(id)
  assert.deepEqual([row?.failure_code, row?.requires_approval], ['rejected', false])
  assert.deepEqual(await payroll.events(id), ['disbursement_batch.rejected'])
  assert.deepEqual(await payroll.balance('live'), balanceOf({ available: '100000.00' }))
  for (const action of ['approve', 'reject', 'request-info', 'pause', 'resume'] as const) {
    const body = action === 'approve' ? { content_hash: ended.content_hash } : { note: 'again' }
    assert.equal(inShort(await stage.decide(stage.desk, id, action, body)), '409 invalid_state', action)
  }
  assert.deepEqual(
    (await payroll.notices()).map(({ kind }) => kind),
    ['disbursement_batch.info_requested', 'disbursement_batch.rejected'],
  )
})

test('a merchant cancels before anybody has decided, and not after', async () => {
  const payroll = await stage.openPayroll()
  const { id } = await payroll.submitBatch(rowsTo(2))
  assert.equal(inShort(await payroll.cancelBatch(id)), '200')
  assert.deepEqual((await payroll.readBatch(id)).by_status, { REJECTED: 2 })
  assert.equal(inShort(await payroll.cancelBatch(id)), '409 invalid_state')
  const other = await payroll.submitBatch(rowsTo(3))
  assert.equal(inShort(await stage.approve(other.id)), '200')
  assert.equal(inShort(await payroll.cancelBatch(other.id)), '409 invalid_state')
})

test('the sum decides whether a second person must approve, who approves the same rows', async () => {
  const payroll = await stage.openPayroll()
  const { id } = await payroll.submitBatch(rowsTo(11))
  const first = await stage.approve(id, { except: [3] })
  assert.deepEqual(
    [first.body.data.status, first.body.data.approvals, first.body.data.approvals_needed],
    ['PENDING_ADMIN_APPROVAL', 1, 2],
  )
  assert.deepEqual(await payroll.balance('live'), balanceOf({ available: '100000.00' }))
  assert.equal(
    inShort(await stage.approve(id, { except: [3] })),
    '409 invalid_state',
    'nobody approves twice',
  )
  const another = await stage.hireAnother()
  const differs = await stage.approve(id, {}, another)
  assert.equal(inShort(differs), '409 invalid_state')
  assert.deepEqual((differs.body.error.details as Fields).except, [3])
  const second = await stage.approve(id, { except: [3] }, another)
  assert.deepEqual([second.status, second.body.data.by_status], [200, { PROCESSING: 10, REJECTED: 1 }])
  assert.deepEqual(
    (second.body.data.approved_by as Fields[]).map(({ except }) => except),
    [[3], [3]],
  )
  const [third] = await payroll.rows(id, '&status=REJECTED')
  assert.equal(third?.row, 3)
})

test('batches that one person lets pass count together', async () => {
  const payroll = await stage.openPayroll()
  const first = await payroll.submitBatch(rowsTo(6))
  assert.equal((await stage.approve(first.id)).body.data.status, 'PROCESSING')
  const second = await payroll.submitBatch(rowsTo(5))
  const waits = (await stage.approve(second.id)).body.data
  assert.deepEqual(
    [waits.status, waits.approvals, waits.approvals_needed, waits.passed_alone],
    ['PENDING_ADMIN_APPROVAL', 1, 2, first.amount_total],
  )
  const another = await stage.hireAnother()
  assert.equal((await stage.approve(second.id, {}, another)).body.data.status, 'PROCESSING')
})

test('rows that are left out must be of the batch, and not all of it', async () => {
  const payroll = await stage.openPayroll()
  const { id } = await payroll.submitBatch(rowsTo(2))
  assert.equal(inShort(await stage.approve(id, { except: [3] })), '422 validation_error')
  assert.equal(inShort(await stage.approve(id, { except: [1, 2] })), '422 validation_error')
  assert.equal(inShort(await stage.approve(id, { except: [1, 1] })), '422 validation_error')
  assert.equal((await payroll.readBatch(id)).status, 'PENDING_ADMIN_APPROVAL')
})

test('with approve_rows the batch frees its rows, and each waits for its own decision', async () => {
  const payroll = await stage.openPayroll()
  stage.answerBy(() => 'paid')
  const { id } = await payroll.submitBatch(rowsTo(3), { approve_rows: true })
  assert.equal(inShort(await stage.approve(id, { except: [3] })), '200')
  assert.deepEqual(await payroll.balance('live'), balanceOf({ available: '100000.00' }))
  const [one, two] = await payroll.rows(id)
  const queue = dataOf(await stage.desk.call(`/v1/admin/withdrawals?merchant_id=${payroll.merchantId}`))
  assert.equal(queue.total, 3)
  assert.equal(inShort(await stage.desk.decide(one?.id, 'approve')), '200')
  assert.equal(inShort(await stage.desk.decide(two?.id, 'reject', { note: 'no' })), '200')
  await stage.round()
  await stage.round()
  const done = await payroll.readBatch(id)
  assert.deepEqual([done.status, done.by_status], ['DONE', { REJECTED: 2, SUCCESS: 1 }])
})

test('nobody decides about a batch of their own merchant, or that they asked for', async () => {
  const payroll = await stage.openPayroll()
  const { id, content_hash } = await payroll.submitBatch(rowsTo(2))
  const another = await stage.hireAnother()
  const { sql } = stage.service.world
  await sql`update disbursement_batches set asked_by = ${another.adminId} where id = ${String(id)}`
  const dossier = await stage.dossier(id, another)
  assert.deepEqual(dossier.may_decide, {
    ...{ approve: false, ask: false, reject: false, pause: false, resume: false, override_cooling: false },
    why: 'asked_for_it',
  })
  const own = await stage.decide(another, id, 'approve', { content_hash })
  assert.equal(inShort(own), '403 forbidden')
  assert.equal(inShort(await stage.decide(another, id, 'reject', { note: 'no' })), '403 forbidden')
  await sql`update disbursement_batches set asked_by = null where id = ${String(id)}`
  await sql`
    insert into memberships (id, merchant_id, user_id, role, created_at)
    values (gen_random_uuid(), ${payroll.merchantId}, ${another.adminId}, 'viewer', ${stage.clock.now()})`
  assert.equal((await stage.dossier(id, another)).may_decide instanceof Object, true)
  assert.equal(inShort(await stage.decide(another, id, 'approve', { content_hash })), '403 forbidden')
  assert.equal(inShort(await stage.approve(id)), '200')
})

test('of a merchant who cancels and two who approve, one finds the state gone', async () => {
  for (let round = 0; round < 4; round += 1) {
    const payroll = await stage.openPayroll()
    const { id, content_hash } = await payroll.submitBatch(rowsTo(5))
    const another = await stage.hireAnother()
    const answers = await Promise.all([
      payroll.cancelBatch(id),
      stage.decide(stage.desk, id, 'approve', { content_hash }),
      stage.decide(another, id, 'approve', { content_hash }),
    ])
    const taken = answers.filter(({ status }) => status === 200).length
    assert.equal(taken, 1, answers.map(inShort).join(', '))
    const { status, by_status } = await payroll.readBatch(id)
    const isApproved = status === 'PROCESSING'
    assert.deepEqual(by_status, isApproved ? { PROCESSING: 5 } : { REJECTED: 5 })
    const { reserved } = await payroll.balance('live')
    assert.equal(reserved, isApproved ? '5050.00' : '0.00')
  }
})

test('batches of one balance are approved while it lasts, whole each', async () => {
  const payroll = await calm.openPayroll(1_212_000n)
  const batches = await Promise.all([1, 2, 3].map((_, at) => payroll.submitBatch(rowsTo(4 + at))))
  const answers = await Promise.all(batches.map(({ id }) => calm.approve(id)))
  for (const [at, answer] of answers.entries()) {
    const { by_status: rows } = await payroll.readBatch(batches[at]?.id)
    assert.match(inShort(answer), /^200$|^409 insufficient_balance$/)
    assert.deepEqual(
      rows,
      answer.status === 200 ? { PROCESSING: 4 + at } : { PENDING_ADMIN_APPROVAL: 4 + at },
    )
  }
  assert.ok(answers.some(({ status }) => status === 200))
})

test('somebody else sees nothing of a batch, and no sandbox sees a live one', async () => {
  const [payroll, stranger] = [await stage.openPayroll(), await stage.openPayroll()]
  const { id } = await payroll.submitBatch(rowsTo(2))
  const paths = [`/v1/disbursement-batches/${id}`, `/v1/disbursement-batches/${id}/rows`]
  for (const path of paths) {
    assert.equal(inShort(await stranger.dashboard(path, 'live')), '404 not_found')
    assert.equal(inShort(await payroll.dashboard(path, 'sandbox')), '404 not_found')
  }
  for (const act of [stranger.cancelBatch, stranger.retryFailed]) {
    assert.equal(inShort(await act(id)), '404 not_found')
  }
  assert.equal(dataOf(await stranger.dashboard('/v1/disbursement-batches', 'live')).total, 0)
  const found = await stranger.dashboard(`/v1/merchant/withdrawals?batch_id=${id}`, 'live')
  assert.equal(dataOf(found).total, 0)
  const sandbox = await stage.desk.call(`/v1/admin/disbursement-batches/${id}`, 'sandbox')
  assert.equal(inShort(sandbox), '404 not_found')
})
