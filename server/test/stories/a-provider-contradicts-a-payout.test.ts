import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Outcome } from '../../src/providers/providers.ts'
import { resolveWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { declined, succeeded } from './money/own-provider.ts'
import { balanceOf, inWords } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { accepted, openPayoutStage, type PayoutStage, reversed } from './payouts/stage.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())

const paid = succeeded(1_000_000n)

/** What the provider said first and then, and what had been announced before a person decides. */
const contradictions: [title: string, first: Outcome, second: Outcome, events: string[]][] = [
  ['another amount', accepted, succeeded(999_900n), []],
  ['another currency', accepted, succeeded(1_000_000n, 'KES'), []],
  ['a reversal of what was never paid', accepted, reversed, []],
  ['success after failure', declined, paid, ['disbursement.failed']],
  ['another amount after failure', declined, succeeded(1n), ['disbursement.failed']],
]

for (const [title, first, second, before] of contradictions) {
  test(`${title} waits for a person, with the money reserved, and said again it changes nothing`, async () => {
    const till = await stage.openTill()
    const { id, reference } = await stage.sent(till, first)
    const told = await stage.tell(reference, second)
    assert.deepEqual(
      [told.body.data.outcome, told.body.data.status],
      ['discrepancy', 'NEEDS_ADMIN_ATTENTION'],
    )
    for (const word of [second, first, paid, declined, reversed]) {
      assert.equal((await stage.tell(reference, word)).body.data.outcome, 'ignored')
    }
    stage.provider.script.lookUpPayOut = () => paid
    await stage.later()
    delete stage.provider.script.lookUpPayOut
    assert.equal(await till.status(id), 'NEEDS_ADMIN_ATTENTION')
    assert.deepEqual(await till.balance('live'), balanceOf({ available: '89900.00', reserved: '10100.00' }))
    assert.deepEqual(await till.events(id), ['disbursement.approved', ...before])
    assert.equal(stage.sentUnder(reference).length, 1)
  })

  for (const [outcome, available] of [
    ['SUCCESS', '89900.00'],
    ['FAILED', '100000.00'],
  ] as const) {
    test(`${title} is resolved as ${outcome}, once, by a person with a note`, async () => {
      const till = await stage.openTill()
      const { id, reference } = await stage.sent(till, first)
      await stage.tell(reference, second)
      assert.equal(inShort(await stage.desk.decide(id, 'resolve', { outcome })), '422 validation_error')
      const body = { outcome, note: 'agreed on the telephone' }
      const resolved = await stage.desk.decide(id, 'resolve', body)
      assert.deepEqual([resolved.status, resolved.body.data.status], [200, outcome])
      assert.equal(inShort(await stage.desk.decide(id, 'resolve', body)), '409 invalid_state')
      assert.deepEqual(await till.balance('live'), balanceOf({ available }))
      const ended = `disbursement.${outcome.toLowerCase()}`
      assert.deepEqual(await till.events(id), ['disbursement.approved', ...before, ended])
      assert.deepEqual((await stage.desk.decisions(id)).slice(1), [
        `withdrawal.resolve by me: NEEDS_ADMIN_ATTENTION → ${outcome}`,
      ])
    })
  }
}

/** What is said of a payout that is paid, and what it is called. */
const afterSuccess: [title: string, second: Outcome, kind: string, theirs: string][] = [
  ['failure', declined, 'failure_after_success', 'failed'],
  ['another amount', succeeded(1n), 'other_amount', 'paid TZS 0.01'],
  ['another currency', succeeded(1_000_000n, 'KES'), 'other_currency', 'paid KES 10000.00'],
]

for (const [title, second, kind, theirs] of afterSuccess) {
  test(`${title} after success moves nothing: it is one discrepancy, however often and however it is told`, async () => {
    const till = await stage.openTill()
    const { id, reference } = await stage.sent(till, paid)
    for (let round = 0; round < 3; round += 1) {
      const told = await stage.tell(reference, second)
      assert.deepEqual([told.body.data.outcome, told.body.data.status], ['discrepancy', 'SUCCESS'])
    }
    assert.deepEqual(await till.balance('live'), balanceOf({ available: '89900.00' }))
    assert.deepEqual(await till.events(id), ['disbursement.approved', 'disbursement.success'])
    const found = await stage.desk.contradictions(id)
    assert.deepEqual(
      found.map((one) => [one.kind, one.ours, one.theirs, one.status]),
      [[kind, 'SUCCESS TZS 10000.00', theirs, 'open']],
    )
    assert.equal(inShort(await stage.desk.settle(found[0]?.id, { action: 'keep_ours' })), '200')
    assert.equal(await till.status(id), 'SUCCESS')
    // Told once more after the decision, it may have come true in the meantime: somebody looks again.
    assert.equal((await stage.tell(reference, second)).body.data.outcome, 'discrepancy')
    assert.deepEqual(
      (await stage.desk.contradictions(id)).map(({ status }) => status),
      ['open', 'settled'],
    )
  })
}

test('to accept a failure after success gives the money back, once, and tells the merchant', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, paid)
  await stage.tell(reference, declined)
  const [found] = await stage.desk.contradictions(id)
  const body = { action: 'accept_provider', note: 'it never left' }
  assert.equal(inShort(await stage.desk.settle(found?.id, body)), '200')
  assert.equal(await till.status(id), 'REVERSED')
  assert.equal(inShort(await stage.desk.settle(found?.id, body)), '409 invalid_state')
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
  assert.deepEqual(await till.events(id), [
    'disbursement.approved',
    'disbursement.success',
    'disbursement.reversed',
  ])
  assert.deepEqual(inWords(await till.transactions('live')).slice(1), [
    'debit withdrawal_reservation 10100.00 → 89900.00',
    'credit withdrawal_release 10100.00 → 100000.00',
    'debit withdrawal 10000.00 → 90000.00',
    'debit withdrawal_fee 100.00 → 89900.00',
    'credit withdrawal_reversal 10100.00 → 100000.00',
  ])
  assert.deepEqual((await stage.desk.decisions(id)).slice(1), ['withdrawal.settle by me: SUCCESS → REVERSED'])
})

test('to accept a failure of what the provider has taken back meanwhile settles it without a second step', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, paid)
  await stage.tell(reference, declined)
  await stage.tell(reference, reversed)
  const [found] = await stage.desk.contradictions(id)
  assert.equal(inShort(await stage.desk.settle(found?.id, { action: 'accept_provider' })), '200')
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
  assert.deepEqual(await till.events(id), [
    'disbursement.approved',
    'disbursement.success',
    'disbursement.reversed',
  ])
})

test('success after failure finds the money spent: the rest is a debt, no balance is negative, and release repays it', async () => {
  const till = await stage.openTill(1_110_000n)
  const { id, reference } = await stage.sent(till, declined)
  const { id: spent } = await stage.sent(till, paid)
  assert.equal(await till.status(spent), 'SUCCESS')
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '1000.00' }))
  await stage.tell(reference, paid)
  assert.deepEqual(await till.balance('live'), balanceOf({ reserved: '10100.00', receivable: '9100.00' }))
  const refused = await till.ask({ amount: '1' })
  assert.equal(inShort(refused), '409 insufficient_balance')
  await stage.desk.decide(id, 'resolve', { outcome: 'FAILED', note: 'they were wrong' })
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '1000.00' }))
})

test('paid, told again after a person made it failed, is asked about anew only if the provider denied it in between', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, declined)
  await stage.tell(reference, paid)
  const resolved = await stage.desk.decide(id, 'resolve', { outcome: 'FAILED', note: 'it never came' })
  assert.equal(inShort(resolved), '200')
  await stage.later()
  assert.equal((await stage.tell(reference, paid)).body.data.outcome, 'ignored')
  assert.equal((await stage.tell(reference, declined)).body.data.outcome, 'ignored')
  await stage.later()
  const again = await stage.tell(reference, paid)
  assert.deepEqual(
    [again.body.data.outcome, again.body.data.status],
    ['discrepancy', 'NEEDS_ADMIN_ATTENTION'],
  )
})

test('a denial and an assertion that are resolved in one batch are asked about anew as well', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, declined)
  await stage.tell(reference, paid)
  await stage.desk.decide(id, 'resolve', { outcome: 'FAILED', note: 'it never came' })
  const { world } = stage.service
  const reports = [declined, paid].map(
    (word) => ({ withdrawalId: String(id), source: 'look_up', word }) as const,
  )
  const resolved = await world.sql.begin((tx) => resolveWithdrawals(tx, world, reports))
  assert.deepEqual(
    resolved.map(({ outcome }) => outcome),
    ['ignored', 'discrepancy'],
  )
})

test('the chaser learns of a contradiction as a callback does', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, accepted)
  stage.provider.script.lookUpPayOut = (asked) => (asked === reference ? succeeded(1n) : accepted)
  await stage.later()
  assert.deepEqual((await till.path(id)).slice(2), ['PROCESSING → NEEDS_ADMIN_ATTENTION by look_up'])
})

test('what a person has resolved as paid, the provider may still take back', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, accepted)
  await stage.tell(reference, succeeded(1n))
  await stage.desk.decide(id, 'resolve', { outcome: 'SUCCESS', note: 'the rest was sent by hand' })
  assert.equal((await stage.tell(reference, reversed)).body.data.status, 'REVERSED')
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
  assert.deepEqual(await till.events(id), [
    'disbursement.approved',
    'disbursement.success',
    'disbursement.reversed',
  ])
})

test('a genuine word about a collection moves no payout, whatever reference it names', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, accepted)
  for (const word of [declined, paid]) {
    await stage.provider.tell(stage.service, reference, word, { about: 'collection' })
    assert.equal(await till.status(id), 'PROCESSING')
  }
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '89900.00', reserved: '10100.00' }))
})
