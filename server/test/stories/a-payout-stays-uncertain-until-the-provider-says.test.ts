import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { declined, succeeded } from './money/own-provider.ts'
import { balanceOf } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { accepted, blocked, openPayoutStage, type PayoutStage, silence } from './payouts/stage.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())

const reserved = balanceOf({ available: '89900.00', reserved: '10100.00' })

test('after an unclear answer the money stays reserved, and nothing is sent anew however long it lasts', async () => {
  const till = await stage.openTill()
  stage.provider.script.lookUpPayOut = () => silence
  const { id, reference } = await stage.sent(till, silence)
  assert.equal(await till.status(id), 'NEEDS_RECONCILIATION')
  for (let round = 0; round < 12; round += 1) await stage.later()
  assert.deepEqual((await till.path(id)).slice(2), ['PROCESSING → NEEDS_RECONCILIATION by reply'])
  assert.deepEqual(await till.balance('live'), reserved)
  assert.equal(stage.sentUnder(reference).length, 1)
  assert.ok(stage.provider.payOutQuestions.filter((asked) => asked === reference).length >= 5)
  assert.deepEqual(await till.events(id), ['disbursement.approved'])
})

test('a provider that throws has answered nothing, which is not failure', async () => {
  const till = await stage.openTill()
  stage.provider.script.payOut = () => Promise.reject(new Error('socket hang up'))
  const { id } = await till.submit()
  await stage.desk.decide(id, 'approve')
  await stage.work()
  assert.equal(await till.status(id), 'NEEDS_RECONCILIATION')
  assert.deepEqual(await till.balance('live'), reserved)
})

for (const [word, status, available, events] of [
  [succeeded(1_000_000n), 'SUCCESS', '89900.00', ['disbursement.approved', 'disbursement.success']],
  [declined, 'FAILED', '100000.00', ['disbursement.approved', 'disbursement.failed']],
] as const) {
  test(`what was uncertain is chased until the provider says ${status}`, async () => {
    const till = await stage.openTill()
    const { id, reference } = await stage.sent(till, silence)
    stage.provider.script.lookUpPayOut = (asked) => (asked === reference ? word : silence)
    await stage.later()
    assert.deepEqual((await till.path(id)).slice(3), [`NEEDS_RECONCILIATION → ${status} by look_up`])
    assert.deepEqual(await till.balance('live'), balanceOf({ available }))
    assert.deepEqual(await till.events(id), events)
    assert.equal(stage.sentUnder(reference).length, 1)
  })

  test(`a late callback ends what was uncertain in ${status}`, async () => {
    const till = await stage.openTill()
    const { id, reference } = await stage.sent(till, silence)
    assert.equal((await stage.tell(reference, word)).body.data.status, status)
    assert.deepEqual(await till.events(id), events)
  })

  test(`a Super Admin who asked the provider resolves what is uncertain as ${status}, once and with a note`, async () => {
    const till = await stage.openTill()
    const { id, reference } = await stage.sent(till, silence)
    stage.provider.script.lookUpPayOut = () => silence
    assert.equal(inShort(await stage.desk.decide(id, 'resolve', { outcome: status })), '422 validation_error')
    const body = { outcome: status, note: 'seen in their portal' }
    const resolved = await stage.desk.decide(id, 'resolve', body)
    assert.deepEqual([resolved.status, resolved.body.data.status], [200, status])
    assert.equal(inShort(await stage.desk.decide(id, 'resolve', body)), '409 invalid_state')
    assert.deepEqual(await till.balance('live'), balanceOf({ available }))
    assert.deepEqual(await till.events(id), events)
    assert.equal(
      (await stage.desk.decisions(id)).at(-1),
      `withdrawal.resolve by me: NEEDS_RECONCILIATION → ${status}`,
    )
    assert.equal(stage.sentUnder(reference).length, 1)
  })
}

test('what stands in a statement as paid nobody resolves as failed before that is settled', async () => {
  const till = await stage.openTill()
  const { id } = await stage.sent(till, silence)
  const { sql, newId } = stage.service.world
  await sql`
    insert into discrepancies (id, merchant_id, withdrawal_id, environment, kind, ours, theirs, status, created_at)
    select ${newId()}, merchant_id, id, environment, 'missing_here', 'not known', 'paid', 'open', updated_at
    from withdrawals where id = ${String(id)}`
  const found = await stage.desk.decide(id, 'resolve', {
    outcome: 'FAILED',
    note: 'so they said on the phone',
  })
  assert.deepEqual([found.status, found.body.error?.code], [409, 'invalid_state'])
  assert.match(found.body.error.message, /settle/)
  assert.deepEqual(await till.balance('live'), reserved)
  assert.deepEqual(await till.events(id), ['disbursement.approved'])
})

test('a provider that says it never saw what may have reached it is not asked to pay again', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, silence)
  stage.provider.script.lookUpPayOut = () => ({ kind: 'never_seen' })
  stage.provider.script.payOut = () => accepted
  for (let round = 0; round < 5; round += 1) await stage.later()
  assert.equal(await till.status(id), 'NEEDS_RECONCILIATION')
  assert.equal(stage.sentUnder(reference).length, 1)
  assert.deepEqual(await till.balance('live'), reserved)
})

test('what is uncertain can be neither approved, rejected, asked about nor retried', async () => {
  const till = await stage.openTill()
  const { id } = await stage.sent(till, silence)
  for (const action of ['approve', 'reject', 'request-info', 'retry'] as const) {
    assert.equal(inShort(await stage.desk.decide(id, action, { note: 'why' })), '409 invalid_state', action)
  }
  assert.deepEqual(await stage.desk.decisions(id), [
    'withdrawal.approve by me: PENDING_ADMIN_APPROVAL → PROCESSING',
  ])
})

test('a refused address leaves the money reserved and waits for a person, not for the chaser', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, blocked)
  for (let round = 0; round < 5; round += 1) await stage.later()
  assert.deepEqual((await till.path(id)).slice(2), ['PROCESSING → BLOCKED_IP_WHITELIST by reply'])
  assert.deepEqual(await till.balance('live'), reserved)
  assert.equal(stage.sentUnder(reference).length, 1)
  assert.deepEqual(await till.events(id), ['disbursement.approved'])
})

test('a retry sends under the same reference, reserves nothing more, and a second click is refused', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, blocked)
  stage.provider.script.payOut = () => succeeded(1_000_000n)
  assert.equal(inShort(await stage.desk.decide(id, 'retry', { note: 'address is listed now' })), '200')
  assert.equal(inShort(await stage.desk.decide(id, 'retry')), '409 invalid_state')
  assert.deepEqual(await till.balance('live'), reserved)
  await stage.work()
  const [first, second, ...more] = stage.sentUnder(reference)
  assert.deepEqual([second, more], [first, []])
  assert.deepEqual((await till.path(id)).slice(2), [
    'PROCESSING → BLOCKED_IP_WHITELIST by reply',
    'BLOCKED_IP_WHITELIST → PROCESSING by super_admin',
    'PROCESSING → SUCCESS by reply',
  ])
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '89900.00' }))
  assert.deepEqual(await till.events(id), ['disbursement.approved', 'disbursement.success'])
  assert.deepEqual((await stage.desk.decisions(id)).slice(1), [
    'withdrawal.retry by me: BLOCKED_IP_WHITELIST → PROCESSING',
  ])
})

test('a retry that is refused again waits again, and one that stays unclear is never sent a third time', async () => {
  const till = await stage.openTill()
  stage.provider.script.lookUpPayOut = () => silence
  const { id, reference } = await stage.sent(till, blocked)
  assert.equal(inShort(await stage.desk.decide(id, 'retry')), '200')
  await stage.work()
  assert.equal(await till.status(id), 'BLOCKED_IP_WHITELIST')
  stage.provider.script.payOut = () => silence
  assert.equal(inShort(await stage.desk.decide(id, 'retry')), '200')
  for (let round = 0; round < 5; round += 1) await stage.later()
  assert.equal(await till.status(id), 'NEEDS_RECONCILIATION')
  assert.equal(stage.sentUnder(reference).length, 3)
  assert.deepEqual(await till.balance('live'), reserved)
})

for (const [outcome, available] of [
  ['SUCCESS', '89900.00'],
  ['FAILED', '100000.00'],
] as const) {
  test(`a blocked payout is resolved as ${outcome} with a note`, async () => {
    const till = await stage.openTill()
    const { id } = await stage.sent(till, blocked)
    assert.equal(inShort(await stage.desk.decide(id, 'resolve', { outcome })), '422 validation_error')
    assert.equal(inShort(await stage.desk.decide(id, 'resolve', { outcome, note: 'by hand' })), '200')
    assert.equal(await till.status(id), outcome)
    assert.deepEqual(await till.balance('live'), balanceOf({ available }))
    assert.deepEqual(await till.events(id), [
      'disbursement.approved',
      `disbursement.${outcome.toLowerCase()}`,
    ])
  })
}
