import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { balanceOf, inWords } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { accepted, openPayoutStage, type PayoutStage } from './payouts/stage.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
  stage.provider.script.payOut = () => accepted
})
after(() => stage.close())

const untouched = ['credit deposit 100000.00 → 100000.00']

test('a rejection needs a note, moves no money, tells the merchant why, and cannot be taken back', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit()
  for (const body of [{}, { note: '' }, { note: null }]) {
    assert.equal(inShort(await stage.desk.decide(id, 'reject', body)), '422 validation_error')
  }
  assert.deepEqual(await stage.desk.decisions(id), [])
  const rejected = await stage.desk.decide(id, 'reject', { note: 'unknown recipient' })
  assert.deepEqual([rejected.status, rejected.body.data.status], [200, 'REJECTED'])
  for (const action of ['approve', 'reject', 'request-info', 'resolve', 'retry'] as const) {
    const body = { note: 'again', ...(action === 'resolve' && { outcome: 'SUCCESS' }) }
    assert.equal(inShort(await stage.desk.decide(id, action, body)), '409 invalid_state')
  }
  await stage.later()
  assert.deepEqual(inWords(await till.transactions('live')), untouched)
  assert.equal(await till.pending(), '0.00')
  assert.deepEqual(await till.events(id), ['disbursement.failed'])
  assert.equal((await till.lastTold(id)).status, 'REJECTED')
  const [notice, ...more] = await till.notices()
  assert.deepEqual([notice?.kind, more], ['withdrawal.rejected', []])
  assert.match(String(notice?.text), /unknown recipient/)
  assert.deepEqual(await stage.desk.decisions(id), [
    'withdrawal.reject by me: PENDING_ADMIN_APPROVAL → REJECTED',
  ])
})

test('a question needs a note, is answered by the merchant, and the withdrawal is back in the queue', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit()
  assert.equal(inShort(await stage.desk.decide(id, 'request-info')), '422 validation_error')
  assert.equal(inShort(await till.answerInfo(id, { message: 'nobody asked' })), '409 invalid_state')
  const asked = await stage.desk.decide(id, 'request-info', { note: 'who is Asha?' })
  assert.deepEqual([asked.status, asked.body.data.status], [200, 'INFO_REQUESTED'])
  assert.equal(inShort(await stage.desk.decide(id, 'request-info', { note: 'who?' })), '409 invalid_state')
  assert.equal(await till.pending(), '10100.00')
  assert.equal((await till.read(id)).requires_approval, true)
  const [notice] = await till.notices()
  assert.deepEqual([notice?.kind, notice?.withdrawal_id], ['withdrawal.info_requested', id])
  assert.match(String(notice?.text), /who is Asha\?/)
  for (const body of [{}, { message: '' }]) {
    assert.equal(inShort(await till.answerInfo(id, body)), '422 validation_error')
  }
  const answered = await till.answerInfo(id, { message: 'our supplier' })
  assert.deepEqual([answered.status, answered.body.data.status], [200, 'PENDING_ADMIN_APPROVAL'])
  assert.equal(inShort(await till.answerInfo(id, { message: 'once more' })), '409 invalid_state')
  assert.deepEqual(
    (await till.read(id)).history.map(({ to, source, note }) => [to, source, note]),
    [
      ['PENDING_ADMIN_APPROVAL', 'caller', null],
      ['INFO_REQUESTED', 'super_admin', 'who is [name]?'],
      ['PENDING_ADMIN_APPROVAL', 'merchant', 'our supplier'],
    ],
  )
  assert.deepEqual(inWords(await till.transactions('live')), untouched)
  assert.deepEqual(await till.events(id), ['disbursement.info_requested'])
  assert.equal(inShort(await stage.desk.decide(id, 'approve', { note: 'fine' })), '200')
  assert.deepEqual(await till.events(id), ['disbursement.info_requested', 'disbursement.approved'])
  assert.deepEqual(await stage.desk.decisions(id), [
    'withdrawal.request_info by me: PENDING_ADMIN_APPROVAL → INFO_REQUESTED',
    'withdrawal.approve by me: PENDING_ADMIN_APPROVAL → PROCESSING',
  ])
})

for (const [action, status, balance] of [
  ['approve', 'PROCESSING', { available: '89900.00', reserved: '10100.00' }],
  ['reject', 'REJECTED', { available: '100000.00' }],
] as const) {
  test(`without waiting for the answer a Super Admin may ${action}, and the answer is then too late`, async () => {
    const till = await stage.openTill()
    const { id } = await till.submit()
    await stage.desk.decide(id, 'request-info', { note: 'who is Asha?' })
    assert.equal(inShort(await stage.desk.decide(id, action, { note: 'found out' })), '200')
    assert.equal(inShort(await till.answerInfo(id, { message: 'our supplier' })), '409 invalid_state')
    assert.equal((await till.path(id)).at(-1), `INFO_REQUESTED → ${status} by super_admin`)
    assert.deepEqual(await till.balance('live'), balanceOf(balance))
    assert.equal(
      (await stage.desk.decisions(id)).at(-1),
      `withdrawal.${action} by me: INFO_REQUESTED → ${status}`,
    )
  })
}

test('who decided is for Super Admins to know, and nothing a merchant reads names them', async () => {
  const till = await stage.openTill()
  const { id } = await stage.sent(till, accepted)
  const { history } = (await stage.desk.story(id)) as { history: { to: string; by: string | null }[] }
  const [email] = history.filter(({ to }) => to === 'PROCESSING').map(({ by }) => by)
  assert.match(String(email), /^admin-.*@malipo\.test$/)
  const path = `/v1/disbursements/${id}`
  const shown = [
    await till.read(id),
    await till.notices(),
    await till.list(),
    (await till.call(path, { key: till.liveKey })).body,
    await stage.service.world.sql`select body from events where resource_id = ${String(id)}`,
  ]
  const text = JSON.stringify(shown)
  assert.ok(!text.includes(String(email)) && !text.includes(stage.desk.adminId), 'an admin is named')
})

test('notifications are read, unread again, and read all at once, by their merchant only', async () => {
  const [till, other] = [await stage.openTill(), await stage.openTill()]
  const { id } = await till.submit()
  await stage.desk.decide(id, 'request-info', { note: 'who is Asha?' })
  await stage.desk.decide(id, 'reject', { note: 'no answer' })
  const [first, second] = await till.notices('?unread=true')
  assert.deepEqual([first?.read_at, second?.read_at], [null, null])
  const path = `/v1/merchant/notifications/${first?.id}`
  const mark = (read: boolean) => till.dashboard(path, 'live', { method: 'PATCH', body: { read } })
  const foreign = await other.dashboard(path, 'live', { method: 'PATCH', body: { read: true } })
  assert.equal(inShort(foreign), '404 not_found')
  assert.notEqual((await mark(true)).body.data.read_at, null)
  assert.deepEqual(
    (await till.notices('?unread=true')).map((one) => one.id),
    [second?.id],
  )
  assert.equal((await mark(false)).body.data.read_at, null)
  assert.equal((await till.notices('?unread=true')).length, 2)
  const all = '/v1/merchant/notifications/read-all'
  for (const marked of [2, 0]) {
    assert.deepEqual((await till.dashboard(all, 'live', { method: 'POST' })).body.data, { marked })
  }
  assert.deepEqual(await till.notices('?unread=true'), [])
  assert.equal((await till.notices('?unread=false')).length, 2)
  assert.deepEqual([await other.notices(), await till.notices('', 'sandbox')], [[], []])
})

test('neither a key nor a merchant decides, and nobody finds what is not there', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit()
  for (const action of ['approve', 'reject', 'request-info', 'resolve', 'retry'] as const) {
    const path = `/v1/admin/withdrawals/${id}/${action}`
    const body = { note: 'mine', ...(action === 'resolve' && { outcome: 'SUCCESS' }) }
    assert.equal(inShort(await till.dashboard(path, 'live', { body })), '403 forbidden', action)
    const byKey = await till.call(path, { key: till.liveKey, body })
    assert.equal(inShort(byKey), '403 dashboard_session_required', action)
    assert.equal(inShort(await stage.service.call(path, { body })), '401 unauthenticated', action)
    for (const nobody of [randomUUID(), 'nothing']) {
      assert.equal(inShort(await stage.desk.decide(nobody, action, body)), '404 not_found', action)
    }
    assert.equal(inShort(await stage.desk.decide(id, action, body, 'sandbox')), '404 not_found', action)
  }
  assert.equal(await till.status(id), 'PENDING_ADMIN_APPROVAL')
  assert.deepEqual(await stage.desk.decisions(id), [])
})

test('a withdrawal is its own merchant’s to read, in its environment', async () => {
  const [till, other] = [await stage.openTill(), await stage.openTill()]
  const { id } = await till.submit()
  const path = `/v1/merchant/withdrawals/${id}`
  assert.equal(inShort(await other.dashboard(path, 'live')), '404 not_found')
  assert.equal(inShort(await till.dashboard(path, 'sandbox')), '404 not_found')
  assert.equal(inShort(await other.answerInfo(id, { message: 'mine' })), '404 not_found')
  const foreign = await other.call(`/v1/disbursements/${id}`, { key: other.liveKey })
  assert.equal(inShort(foreign), '404 not_found')
})
