import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type BatchStage, openBatchStage, rowsTo, rowTo } from './batches/stage.ts'
import { balanceOf, dataOf } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let stage: BatchStage
before(async () => {
  stage = await openBatchStage()
})
after(() => stage.close())

test('a batch is taken in whole: each row is a disbursement, and nothing is reserved or sent', async () => {
  const payroll = await stage.openPayroll()
  const [first, second] = [
    rowTo('0754000001', { reference: 'A-1', metadata: { department: 'kitchen' } }),
    rowTo('0150001234', { reference: 'A-2', amount: '2500.50', destination_code: 'CRDB', bank_name: 'CRDB' }),
  ]
  const batch = await payroll.submitBatch([first, second], { metadata: { month: '2026-11' } })
  const { id, content_hash: hash, created_at, updated_at, ...shown } = batch
  assert.match(String(hash), /^[0-9a-f]{64}$/)
  assert.deepEqual(shown, {
    merchant_id: payroll.merchantId,
    name: 'Salaries',
    status: 'PENDING_ADMIN_APPROVAL',
    approve_rows: false,
    retry_of: null,
    row_count: 2,
    currency: 'TZS',
    amount_total: '3500.50',
    charges_total: shown.charges_total,
    metadata: { month: '2026-11' },
    completed_at: null,
    by_status: { PENDING_ADMIN_APPROVAL: 2 },
    amount_paid: '0.00',
    rows_to_retry: 0,
    history: shown.history,
  })
  assert.deepEqual(await payroll.batchPath(id), ['→ PENDING_ADMIN_APPROVAL by caller'])
  const rows = await payroll.rows(id)
  assert.deepEqual(
    rows.map(({ row, batch_id, merchant_reference, method, destination_identifier, metadata, status }) => [
      ...[row, batch_id === id, merchant_reference, method, destination_identifier, metadata, status],
    ]),
    [
      [1, true, 'A-1', 'MOBILE_MONEY', '255754000001', { department: 'kitchen' }, 'PENDING_ADMIN_APPROVAL'],
      [2, true, 'A-2', 'BANK_ACCOUNT', '0150001234', {}, 'PENDING_ADMIN_APPROVAL'],
    ],
  )
  await stage.round()
  assert.deepEqual(await payroll.balance('live'), balanceOf({ available: '100000.00' }))
  assert.deepEqual(stage.provider.payOuts, [])
  const listed = dataOf(await payroll.dashboard(`/v1/merchant/withdrawals?batch_id=${id}`, 'live'))
  assert.equal(listed.total, 2)
  const ofKitchen = `/v1/disbursement-batches/${id}/rows?metadata[department]=kitchen`
  const cooks = dataOf(await payroll.dashboard(ofKitchen, 'live')).items as Record<string, unknown>[]
  assert.deepEqual(
    cooks.map(({ merchant_reference: reference }) => reference),
    ['A-1'],
  )
  const found = dataOf(await payroll.dashboard('/v1/disbursement-batches?metadata[month]=2026-11', 'live'))
  assert.deepEqual([found.total, (found.items as { id: string }[])[0]?.id], [1, id])
})

test('nobody decides about a row that waits for its batch, and no queue shows it', async () => {
  const payroll = await stage.openPayroll()
  const { id } = await payroll.submitBatch(rowsTo(2))
  const [row] = await payroll.rows(id)
  assert.equal(inShort(await stage.desk.decide(row?.id, 'approve')), '409 invalid_state')
  assert.equal(inShort(await stage.desk.decide(row?.id, 'reject', { note: 'no' })), '409 invalid_state')
  assert.equal(
    inShort(await stage.desk.decide(row?.id, 'request-info', { note: 'who?' })),
    '409 invalid_state',
  )
  assert.equal(inShort(await payroll.cancel(row?.id)), '409 invalid_state')
  const queue = `/v1/admin/withdrawals?merchant_id=${payroll.merchantId}`
  assert.equal(dataOf(await stage.desk.call(queue)).total, 0)
  assert.equal(dataOf(await stage.desk.call(`${queue}&status=PENDING_ADMIN_APPROVAL`)).total, 0)
  assert.equal(dataOf(await stage.desk.call(`${queue}&batch_id=${id}`)).total, 2)
})

test('approved once, all is set aside, sent row by row, and done when the last row is', async () => {
  const payroll = await stage.openPayroll()
  stage.answerBy(({ identifier }) => (identifier.endsWith('10002') ? 'declined' : 'paid'))
  const { id, content_hash: hash } = await payroll.submitBatch(rowsTo(3))
  const approved = await stage.approve(id, { note: 'as every month' })
  assert.equal(approved.status, 200, JSON.stringify(approved.body))
  assert.deepEqual(approved.body.data.by_status, { PROCESSING: 3 })
  assert.deepEqual(await payroll.balance('live'), balanceOf({ available: '96970.00', reserved: '3030.00' }))
  const before = stage.provider.payOuts.length
  await stage.work()
  assert.equal(stage.provider.payOuts.length, before, 'nothing is sent before the batch hands it over')
  await stage.round()
  await stage.round()
  const done = await payroll.readBatch(id)
  assert.deepEqual(
    [done.status, done.by_status, done.amount_paid],
    ['DONE', { FAILED: 1, SUCCESS: 2 }, '2000.00'],
  )
  assert.deepEqual(await payroll.batchPath(id), [
    '→ PENDING_ADMIN_APPROVAL by caller',
    'PENDING_ADMIN_APPROVAL → PROCESSING by super_admin',
    'PROCESSING → DONE by service',
  ])
  assert.deepEqual(await payroll.balance('live'), balanceOf({ available: '97980.00' }))
  assert.deepEqual(await payroll.events(id), ['disbursement_batch.approved', 'disbursement_batch.done'])
  const [row] = await payroll.rows(id)
  assert.deepEqual(await payroll.events(row?.id), ['disbursement.approved', 'disbursement.success'])
  assert.deepEqual(
    (await payroll.notices()).map(({ kind }) => kind),
    ['disbursement_batch.processing', 'disbursement_batch.done'],
    'of rows nobody is told one by one',
  )
  const entries = await stage.service.world.sql`
    select action, details from audit_log
    where subject_id = ${String(id)} and action <> 'disbursement_batch.request' order by seq`
  assert.deepEqual(
    entries.map(({ action, details }) => [action, details]),
    [
      [
        'disbursement_batch.approve',
        {
          ...{ from: 'PENDING_ADMIN_APPROVAL', to: 'PROCESSING', note: 'as every month' },
          ...{ rows: 3, amount: '3000.00', currency: 'TZS', content_hash: hash },
        },
      ],
    ],
  )
})

test('other rows than were looked at are not approved', async () => {
  const payroll = await stage.openPayroll()
  const { id } = await payroll.submitBatch(rowsTo(2))
  const wrong = await stage.decide(stage.desk, id, 'approve', { content_hash: 'f'.repeat(64) })
  assert.equal(inShort(wrong), '409 invalid_state')
  assert.equal((await payroll.readBatch(id)).status, 'PENDING_ADMIN_APPROVAL')
})

test('what the balance does not cover is approved with no row', async () => {
  const payroll = await stage.openPayroll(300_000n)
  const { id } = await payroll.submitBatch(rowsTo(2))
  await payroll.ask({ amount: '1500' }).then(({ body }) => stage.desk.decide(body.data.id, 'approve'))
  const short = await stage.approve(id)
  assert.equal(inShort(short), '409 insufficient_balance')
  assert.deepEqual(short.body.error?.details, { available: '1485.00', required: '2020.00', currency: 'TZS' })
  assert.deepEqual((await payroll.readBatch(id)).by_status, { PENDING_ADMIN_APPROVAL: 2 })
  const one = await stage.approve(id, { except: [2] })
  assert.equal(inShort(one), '200')
  assert.deepEqual(one.body.data.by_status, { PROCESSING: 1, REJECTED: 1 })
  assert.deepEqual(await payroll.balance('live'), balanceOf({ available: '475.00', reserved: '2525.00' }))
})

test('the same key twice is one batch', async () => {
  const payroll = await stage.openPayroll()
  const [key, rows] = [randomUUID(), rowsTo(2)]
  const [first, second] = await Promise.all([
    payroll.askBatch({ rows }, key),
    payroll.askBatch({ rows }, key),
  ])
  assert.deepEqual([first.status, second.status], [202, 202])
  assert.deepEqual(first.body.data, second.body.data)
  assert.equal(dataOf(await payroll.dashboard('/v1/disbursement-batches', 'live')).total, 1)
})
