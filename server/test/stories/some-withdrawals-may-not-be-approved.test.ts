import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeMember } from '../../src/operator/operator.ts'
import { password } from '../service.ts'
import { balanceOf } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type Desk, openDesk } from './payouts/desk.ts'
import { accepted, openPayoutStage, type PayoutStage, referenceOf } from './payouts/stage.ts'

let stage: PayoutStage
let second: Desk
before(async () => {
  stage = await openPayoutStage({ APPROVE_TWICE_ABOVE: '10000' })
  stage.provider.script.payOut = () => accepted
  second = await openDesk(stage.service)
})
after(() => stage.close())

test('above the limit two people approve: the first keeps it pending, and nobody is both', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit({ amount: '10000.01' })
  const first = await stage.desk.decide(id, 'approve')
  assert.deepEqual(
    [first.status, first.body.data.status, first.body.data.approvals, first.body.data.approvals_needed],
    [200, 'PENDING_ADMIN_APPROVAL', 1, 2],
  )
  assert.equal(inShort(await stage.desk.decide(id, 'approve')), '409 invalid_state')
  await stage.work()
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
  assert.equal(stage.sentUnder(referenceOf(id)).length, 0)
  assert.deepEqual(await till.notices(), [])
  const last = await second.decide(id, 'approve')
  assert.deepEqual([last.body.data.status, last.body.data.approvals], ['PROCESSING', 2])
  assert.deepEqual(await stage.desk.decisions(id), [
    'withdrawal.approve by me: PENDING_ADMIN_APPROVAL → PENDING_ADMIN_APPROVAL',
    'withdrawal.approve by another: PENDING_ADMIN_APPROVAL → PROCESSING',
  ])
  await stage.work()
  assert.equal(stage.sentUnder(referenceOf(id)).length, 1)
})

test('at the limit one person is enough', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit({ amount: '10000.00' })
  assert.equal((await stage.desk.decide(id, 'approve')).body.data.status, 'PROCESSING')
})

test('ten clicks of one person at once are one approval', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit({ amount: '20000' })
  const clicks = await Promise.all(Array.from({ length: 10 }, () => stage.desk.decide(id, 'approve')))
  assert.deepEqual(clicks.map(inShort).sort(), [
    '200',
    ...Array.from({ length: 9 }, () => '409 invalid_state'),
  ])
  assert.equal(await till.status(id), 'PENDING_ADMIN_APPROVAL')
})

test('a second approver who finds too little leaves the first approval standing', async () => {
  const till = await stage.openTill(2_020_000n)
  const { id } = await till.submit({ amount: '20000' })
  const { id: other } = await till.submit()
  await stage.desk.decide(id, 'approve')
  await stage.desk.decide(other, 'approve')
  assert.equal(inShort(await second.decide(id, 'approve')), '409 insufficient_balance')
  const { approvals } = await stage.desk.story(id)
  assert.equal(approvals, 1)
  await till.fill(1_010_000n)
  assert.equal((await second.decide(id, 'approve')).body.data.status, 'PROCESSING')
})

test('one of two may still reject what the other approved', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit({ amount: '20000' })
  await stage.desk.decide(id, 'approve')
  assert.equal(inShort(await second.decide(id, 'reject', { note: 'not this one' })), '200')
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
})

test('nobody decides anything for a merchant they belong to', async () => {
  const till = await stage.openTill()
  const insider = await openDesk(stage.service)
  const { world } = stage.service
  const [person] = await world.sql<{ email: string }[]>`select email from users where id = ${insider.adminId}`
  const wish = {
    merchantId: till.merchantId,
    email: String(person?.email),
    role: 'viewer',
    password,
  } as const
  await world.sql.begin((tx) => makeMember(tx, world, wish))
  const { id } = await till.submit()
  for (const action of ['approve', 'reject', 'request-info', 'resolve', 'retry'] as const) {
    const body = { note: 'for us', ...(action === 'resolve' && { outcome: 'SUCCESS' }) }
    assert.equal(inShort(await insider.decide(id, action, body)), '403 forbidden', action)
  }
  assert.equal(await till.status(id), 'PENDING_ADMIN_APPROVAL')
  assert.deepEqual(await stage.desk.decisions(id), [])
  const { id: others } = await (await stage.openTill()).submit()
  assert.equal(inShort(await insider.decide(others, 'approve')), '200')
})

test('the gate comes before the balance, when asking and when approving', async () => {
  const till = await stage.openTill(1_010_000n)
  const [first, later] = [await till.submit(), await till.submit()]
  await stage.desk.decide(first.id, 'approve')
  // One of the two whom it takes together with the first.
  await second.decide(later.id, 'approve')
  const change = (body: Record<string, unknown>) =>
    stage.desk.call(`/v1/admin/merchants/${till.merchantId}`, 'live', { method: 'PATCH', body })
  for (const [closed, open] of [
    [{ is_active: false }, { is_active: true }],
    [{ verification_status: 'pending' }, { verification_status: 'verified' }],
  ] as const) {
    assert.equal(inShort(await change(closed)), '200')
    assert.equal(inShort(await stage.desk.decide(later.id, 'approve')), '409 withdrawal_restricted')
    assert.equal(inShort(await till.ask({ amount: '999999' })), '409 withdrawal_restricted')
    assert.equal(inShort(await change(open)), '200')
    assert.equal(inShort(await stage.desk.decide(later.id, 'approve')), '409 insufficient_balance')
    assert.equal(inShort(await till.ask()), '409 insufficient_balance')
  }
  assert.equal((await till.list()).length, 2, 'nothing is created on a refusal')
  assert.deepEqual(await till.balance('live'), balanceOf({ reserved: '10100.00' }))
  assert.equal((await stage.desk.decisions(later.id)).length, 1)
})
