import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { until } from '../test-clusters.ts'
import { rowTo } from './batches/stage.ts'
import { hireAdmin } from './money/admin.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { holdWrites } from './parts/hold-writes.ts'
import { inShort } from './parts/newcomers.ts'
import { openPayoutStage, type PayoutStage } from './payouts/stage.ts'
import type { Till } from './payouts/till.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())

async function make(till: Till, when: Fields, action: string, mode = 'on'): Promise<void> {
  const rule = {
    name: 'A rule',
    applies_to: 'payouts',
    merchant_id: till.merchantId,
    when,
    action,
    mode,
  }
  dataOf(await stage.desk.call('/v1/admin/risk-rules', 'live', { body: rule }))
}

async function hitsOf(till: Till): Promise<Fields[]> {
  const path = `/v1/admin/risk-hits?merchant_id=${till.merchantId}&page_size=100`
  return (dataOf(await stage.desk.call(path)).items as Fields[]).toReversed()
}

test('a payout that a rule wants looked at needs two people, and none that allows skips the first', async () => {
  const till = await stage.openTill()
  await make(till, { field: 'recipient_new', is: 'equals', value: 'true' }, 'review')
  const { id, held_for_review: isHeld } = await till.submit()
  assert.equal(isHeld, true)
  assert.equal((await stage.desk.story(id)).approvals_needed, 2)
  assert.equal(inShort(await stage.desk.decide(id, 'approve')), '200')
  assert.equal(await till.status(id), 'PENDING_ADMIN_APPROVAL')
  assert.equal(inShort(await stage.desk.decide(id, 'approve')), '409 invalid_state')
  const second = await hireAdmin(stage.service)
  assert.equal(inShort(await second.call(`/v1/admin/withdrawals/${id}/approve`, 'live', { body: {} })), '200')
  assert.equal(await till.status(id), 'PROCESSING')
  const known = await till.submit()
  assert.equal(known.held_for_review, undefined)
  const told = (await hitsOf(till)).map(({ outcome, kind, sentence }) => [outcome, kind, sentence])
  assert.deepEqual(told, [['held', 'withdrawal', 'Recipient new is true.']])
  await make(till, { field: 'amount', is: 'more_than', value: '1' }, 'allow')
  const allowed = await till.submit({ destination_phone: '0713000009' })
  assert.equal((await stage.desk.story(allowed.id)).approvals_needed, 1)
  assert.equal(await till.status(allowed.id), 'PENDING_ADMIN_APPROVAL')
})

test('of payouts that come at once only what a sum leaves room for is made', async () => {
  const till = await stage.openTill(100_000_000n)
  await make(till, { field: 'recipient_sum_1d', is: 'more_than', value: '30000' }, 'block')
  const answers = await Promise.all(Array.from({ length: 5 }, () => till.ask()))
  assert.deepEqual(answers.map(inShort).toSorted(), [
    '202',
    '202',
    '202',
    '409 risk_blocked',
    '409 risk_blocked',
  ])
  assert.equal((await till.list()).length, 3)
  const hits = await hitsOf(till)
  assert.deepEqual(
    hits.map(({ outcome, payment_id: id, sentence }) => [outcome, id, sentence]),
    Array(2).fill(['blocked', null, '40000.00 in 1 day to this recipient, 30000 allowed.']),
  )
})

test('of two payouts for the last that is allowed one is made, however close they come', async () => {
  const till = await stage.openTill(100_000_000n)
  await make(till, { field: 'recipient_count_1d', is: 'more_than', value: '1' }, 'block')
  const inside = await holdWrites(stage.service.world.sql, 'withdrawals')
  const asked = [till.ask(), till.ask()]
  await until(() => inside.isWaitedFor(2))
  await inside.release()
  const answers = await Promise.all(asked)
  assert.deepEqual(answers.map(inShort).toSorted(), ['202', '409 risk_blocked'])
})

test('rows of a batch are looked at one after the other, and one that is blocked blocks them all', async () => {
  const till = await stage.openTill(100_000_000n)
  await make(till, { field: 'merchant_count_10m', is: 'more_than', value: '2' }, 'block')
  const ask = (...phones: string[]) =>
    till.dashboard('/v1/disbursement-batches', 'live', {
      body: { merchant_id: till.merchantId, name: 'Wages', rows: phones.map((phone) => rowTo(phone)) },
      headers: { 'idempotency-key': randomUUID() },
    })
  assert.equal(inShort(await ask('0712000001', '0712000002', '0712000003')), '409 risk_blocked')
  assert.equal((await till.list()).length, 0)
  assert.equal(inShort(await ask('0712000001', '0712000002')), '202')
  assert.equal(inShort(await ask('0712000004')), '409 risk_blocked')
})

test('a name that is told only with the answer is looked at as one that came at once', async () => {
  stage.provider.lookUpName = async () => ({ kind: 'found', name: 'Somebody Else' })
  const till = await stage.openTill()
  const different = { field: 'recipient_name_match', is: 'equals', value: 'different' }
  const told = {
    review: ['review held'],
    // Nobody refuses what is there.
    block: ['block held', 'review watched'],
  }
  for (const action of ['review', 'block'] as const) {
    await make(till, different, action)
    const { id } = await till.submit()
    assert.equal((await stage.desk.story(id)).approvals_needed, 1)
    assert.equal(inShort(await stage.desk.decide(id, 'request-info', { note: 'Whose is it?' })), '200')
    const destination = { destination_code: 'MPESA', destination_identifier: '0712345678' }
    const look = await till.dashboard('/v1/destinations/look-up', 'live', {
      body: { method: 'MOBILE_MONEY', ...destination, name: 'Asha' },
    })
    const answer = { message: 'It is his.', look_up_id: dataOf(look).look_up_id }
    assert.equal(dataOf(await till.answerInfo(id, answer)).held_for_review, true)
    assert.equal((await stage.desk.story(id)).approvals_needed, 2)
    const met = dataOf(await stage.desk.call(`/v1/admin/risk-hits?payment_id=${id}`)).items as Fields[]
    assert.deepEqual(met.map((hit) => `${hit.action} ${hit.outcome}`).toSorted(), told[action])
  }
})

test('of a batch that is refused each rule keeps one hit, which counts its rows', async () => {
  const till = await stage.openTill(100_000_000n)
  await make(till, { field: 'recipient_new', is: 'equals', value: 'true' }, 'review', 'watch')
  await make(till, { field: 'amount', is: 'more_than', value: '5000' }, 'block')
  const rows = [
    rowTo('0712000001'),
    rowTo('0712000002', { amount: '5000.01' }),
    rowTo('0712000003', { amount: '5000.02' }),
  ]
  const refused = await till.dashboard('/v1/disbursement-batches', 'live', {
    body: { merchant_id: till.merchantId, name: 'Wages', rows },
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.equal(inShort(refused), '409 risk_blocked')
  const met = (await hitsOf(till)).map(({ outcome, sentence, facts }) => [outcome, sentence, facts])
  assert.deepEqual(met.toSorted(), [
    [
      'blocked',
      'Amount is 5000.01, 5000 allowed.',
      [
        { field: 'amount', value: '5000.01' },
        { field: 'rows', value: '2' },
      ],
    ],
    [
      'watched',
      'Recipient new is true.',
      [
        { field: 'recipient_new', value: 'true' },
        { field: 'rows', value: '3' },
      ],
    ],
  ])
})
