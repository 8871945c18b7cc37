import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Reply } from '../service.ts'
import { balanceOf, inWords } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type Desk, openDesk } from './payouts/desk.ts'
import { accepted, openPayoutStage, type PayoutStage, referenceOf } from './payouts/stage.ts'

let stage: PayoutStage
const desks: Desk[] = []
before(async () => {
  stage = await openPayoutStage()
  stage.provider.script.payOut = () => accepted
  for (let count = 0; count < 20; count += 1) desks.push(await openDesk(stage.service))
})
after(() => stage.close())

test('twenty withdrawals of the whole balance approved at once: one is paid, nineteen wait', async () => {
  const till = await stage.openTill(1_010_000n)
  const ids: unknown[] = []
  for (const _ of desks) ids.push((await till.submit()).id)
  assert.equal(await till.pending(), '202000.00', 'asking reserves nothing, so all of them may ask')
  const answers = await Promise.all(desks.map((desk, place) => desk.decide(ids[place], 'approve')))
  assert.deepEqual(answers.map(inShort).sort(), [
    '200',
    ...Array.from({ length: 19 }, () => '409 insufficient_balance'),
  ])
  const statuses = await Promise.all(ids.map((id) => till.status(id)))
  assert.deepEqual(statuses.sort(), [
    ...Array.from({ length: 19 }, () => 'PENDING_ADMIN_APPROVAL'),
    'PROCESSING',
  ])
  assert.deepEqual(await till.balance('live'), balanceOf({ reserved: '10100.00' }))
  await stage.work()
  const references = ids.map(referenceOf)
  const sent = stage.provider.payOuts.filter(({ reference }) => references.includes(reference))
  assert.equal(sent.length, 1)
  assert.deepEqual(inWords(await till.transactions('live')), [
    'credit deposit 10100.00 → 10100.00',
    'debit withdrawal_reservation 10100.00 → 0.00',
  ])
  const decisions = await Promise.all(ids.map((id) => stage.desk.decisions(id)))
  assert.equal(decisions.flat().length, 1, 'who was refused has decided nothing')
})

test('what was short is approved later, when there is money again', async () => {
  const till = await stage.openTill(1_010_000n)
  const [first, second] = [await till.submit(), await till.submit()]
  assert.equal(inShort(await stage.desk.decide(first.id, 'approve')), '200')
  assert.equal(inShort(await stage.desk.decide(second.id, 'approve')), '409 insufficient_balance')
  assert.equal((await till.path(second.id)).length, 1)
  await till.fill(1_010_000n)
  assert.equal(inShort(await stage.desk.decide(second.id, 'approve')), '200')
  assert.deepEqual(await till.balance('live'), balanceOf({ reserved: '20200.00' }))
})

test('twenty approvals of one withdrawal at once: one counts, the provider is called once', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit()
  const answers = await Promise.all(desks.map((desk) => desk.decide(id, 'approve')))
  assert.deepEqual(answers.map(inShort).sort(), [
    '200',
    ...Array.from({ length: 19 }, () => '409 invalid_state'),
  ])
  await Promise.all([stage.work(), stage.work(), stage.work()])
  assert.equal(stage.sentUnder(referenceOf(id)).length, 1)
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '89900.00', reserved: '10100.00' }))
  assert.equal((await stage.desk.decisions(id)).length, 1)
})

test('approved and rejected at once, it is one or the other, and its money follows', async () => {
  const till = await stage.openTill()
  const [one, two] = desks
  assert.ok(one && two)
  let approved = 0
  for (let round = 0; round < 5; round += 1) {
    const { id } = await till.submit({ amount: '100' })
    const answers: Reply[] = await Promise.all([
      one.decide(id, 'approve'),
      two.decide(id, 'reject', { note: 'no' }),
      one.decide(id, 'request-info', { note: 'why?' }),
    ])
    const [approval, rejection] = answers.map((answer) => answer.status === 200)
    assert.notEqual(approval, rejection)
    if (approval) approved += 1
    assert.equal(await till.status(id), approval ? 'PROCESSING' : 'REJECTED')
    assert.equal(
      (await stage.desk.decisions(id)).length,
      answers.filter(({ status }) => status === 200).length,
    )
  }
  assert.equal((await till.balance('live')).reserved, `${approved * 101}.00`)
})
