import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { withdrawalStatuses } from '@malipo/contract'
import { declined, succeeded } from './money/own-provider.ts'
import { balanceOf, inWords } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { accepted, openPayoutStage, type PayoutStage, reversed } from './payouts/stage.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())

test('what is asked for waits: nothing is reserved, no reference is shown, and the provider hears nothing', async () => {
  const till = await stage.openTill()
  const asked = await till.submit()
  await stage.later()
  const { history, ...shown } = await till.read(asked.id)
  assert.deepEqual(shown, asked)
  assert.deepEqual(
    [asked.status, asked.requires_approval, asked.provider_reference, asked.transaction_reference],
    ['PENDING_ADMIN_APPROVAL', true, null, null],
  )
  assert.deepEqual(
    [asked.amount, asked.total_charges, asked.total_reserved_amount, asked.recipient_net_amount],
    ['10000.00', '100.00', '10100.00', '10000.00'],
  )
  assert.deepEqual([asked.destination_identifier, asked.completed_at], ['255712345678', null])
  assert.deepEqual(
    history.map(({ from, to, source }) => [from, to, source]),
    [[null, 'PENDING_ADMIN_APPROVAL', 'caller']],
  )
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
  assert.equal(await till.pending(), '10100.00')
  assert.deepEqual([stage.provider.payOuts, stage.provider.payOutQuestions], [[], []])
})

test('approved, it is reserved and sent once, and its references appear when it is sent', async () => {
  const till = await stage.openTill()
  stage.provider.script.payOut = () => accepted
  const { id } = await till.submit()
  const approved = await stage.desk.decide(id, 'approve')
  assert.deepEqual([approved.status, approved.body.data.status], [200, 'PROCESSING'])
  assert.deepEqual(
    await till.balance('live'),
    balanceOf({ available: '89900.00', reserved: '10100.00' }),
    'reserved with the approval itself',
  )
  assert.equal(await till.pending(), '0.00')
  const unsent = await till.read(id)
  assert.deepEqual([unsent.provider_reference, unsent.transaction_reference], [null, null])
  await stage.work()
  const sent = await till.read(id)
  const reference = String(sent.provider_reference)
  assert.match(reference, /^MLW[0-9A-F]{32}$/)
  assert.match(String(sent.transaction_reference), /^WX/)
  assert.deepEqual([sent.status, sent.requires_approval, sent.completed_at], ['PROCESSING', false, null])
  for (let round = 0; round < 5; round += 1) await stage.later()
  const [order, ...more] = stage.sentUnder(reference)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [order?.amount, order?.currency, order?.identifier, order?.destinationCode, order?.merchantId],
    [1_000_000n, 'TZS', '255712345678', 'MPESA', till.merchantId],
  )
  assert.deepEqual(await till.events(id), ['disbursement.approved'])
})

test('the provider confirms: the money leaves with its fee, one event tells it, and repeats change nothing', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, accepted)
  const eventId = randomUUID()
  const told = await stage.tell(reference, succeeded(1_000_000n), eventId)
  assert.deepEqual(told.body.data, { event_id: eventId, outcome: 'applied', status: 'SUCCESS' })
  const again = await stage.tell(reference, succeeded(1_000_000n), eventId)
  assert.equal(again.body.data.outcome, 'duplicate')
  assert.equal((await stage.tell(reference, succeeded())).body.data.outcome, 'ignored')
  const paid = await till.read(id)
  assert.equal(paid.status, 'SUCCESS')
  assert.notEqual(paid.completed_at, null)
  assert.deepEqual(inWords(await till.transactions('live')), [
    'credit deposit 100000.00 → 100000.00',
    'debit withdrawal_reservation 10100.00 → 89900.00',
    'credit withdrawal_release 10100.00 → 100000.00',
    'debit withdrawal 10000.00 → 90000.00',
    'debit withdrawal_fee 100.00 → 89900.00',
  ])
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '89900.00' }))
  assert.deepEqual(await till.events(id), ['disbursement.approved', 'disbursement.success'])
  assert.deepEqual(await till.path(id), [
    '→ PENDING_ADMIN_APPROVAL by caller',
    'PENDING_ADMIN_APPROVAL → PROCESSING by super_admin',
    'PROCESSING → SUCCESS by callback',
  ])
  assert.deepEqual(
    (await till.notices()).map(({ kind, withdrawal_id: about }) => [kind, about]),
    [
      ['withdrawal.processing', id],
      ['withdrawal.success', id],
    ],
  )
  assert.equal(stage.sentUnder(reference).length, 1)
})

test('the provider declines: the reservation is released, and one event tells it', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, declined)
  assert.deepEqual((await till.path(id)).slice(2), ['PROCESSING → FAILED by reply'])
  assert.deepEqual(inWords(await till.transactions('live')), [
    'credit deposit 100000.00 → 100000.00',
    'debit withdrawal_reservation 10100.00 → 89900.00',
    'credit withdrawal_release 10100.00 → 100000.00',
  ])
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
  assert.deepEqual(await till.events(id), ['disbursement.approved', 'disbursement.failed'])
  assert.deepEqual(
    (await till.notices()).map(({ kind }) => kind),
    ['withdrawal.processing', 'withdrawal.failed'],
  )
  await stage.later()
  assert.ok(!stage.provider.payOutQuestions.includes(reference), 'what is over is not asked about')
})

test('a payout that comes back is credited with its fee, once, and announced', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, succeeded(1_000_000n))
  assert.equal(await till.status(id), 'SUCCESS')
  assert.equal((await stage.tell(reference, reversed)).body.data.status, 'REVERSED')
  for (const late of [reversed, succeeded(1_000_000n), declined]) {
    assert.equal((await stage.tell(reference, late)).body.data.outcome, 'ignored')
  }
  assert.deepEqual((await till.path(id)).slice(2), [
    'PROCESSING → SUCCESS by reply',
    'SUCCESS → REVERSED by callback',
  ])
  assert.deepEqual(
    inWords(await till.transactions('live')).at(-1),
    'credit withdrawal_reversal 10100.00 → 100000.00',
  )
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
  assert.deepEqual(await till.events(id), [
    'disbursement.approved',
    'disbursement.success',
    'disbursement.reversed',
  ])
  assert.equal((await till.notices()).at(-1)?.kind, 'withdrawal.reversed')
})

test('a lost callback costs a question: the chaser learns the end and asks no more', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, accepted)
  stage.provider.script.lookUpPayOut = (asked) => (asked === reference ? succeeded(1_000_000n) : accepted)
  await stage.later()
  assert.deepEqual((await till.path(id)).slice(2), ['PROCESSING → SUCCESS by look_up'])
  assert.equal(stage.sentUnder(reference).length, 1)
  const count = () => stage.provider.payOutQuestions.filter((asked) => asked === reference).length
  const asked = count()
  await stage.later()
  assert.equal(count(), asked)
})

test('a callback that nobody genuine signed only makes us ask', async () => {
  const till = await stage.openTill()
  stage.provider.script.lookUpPayOut = () => accepted
  const { id, reference } = await stage.sent(till, accepted)
  const forged = await stage.provider.tell(stage.service, reference, declined, {
    about: 'disbursement',
    isGenuine: false,
  })
  assert.deepEqual([forged.status, forged.body.data.outcome], [200, 'hint'])
  await stage.work()
  assert.equal(await till.status(id), 'PROCESSING')
  assert.equal(stage.provider.payOutQuestions.at(-1), reference)
})

test('COMPLETED is the word of providers, never a status of ours', async () => {
  const till = await stage.openTill()
  const { id } = await stage.sent(till, succeeded())
  assert.ok(!(withdrawalStatuses as readonly string[]).includes('COMPLETED'))
  const told = JSON.stringify([await till.read(id), await till.notices(), await till.list()])
  assert.doesNotMatch(told, /COMPLETED/)
  const answer = await till.dashboard('/v1/merchant/withdrawals?status=COMPLETED', 'live')
  assert.equal(inShort(answer), '422 validation_error')
})
