import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { makeSimulations } from '../../src/risk/make-simulations.ts'
import { hireAdmin } from './money/admin.ts'
import { succeeded } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'
import { hireRuleMaker, type RuleMaker } from './risk/rule-maker.ts'

let stage: RefundStage
let rules: RuleMaker
before(async () => {
  stage = await openRefundStage()
  rules = await hireRuleMaker(stage.service)
})
after(() => stage.close())

type Counter = Awaited<ReturnType<RefundStage['openCounter']>>

const reported = '0754777777'
const whoIsListed = { field: 'recipient_listed', is: 'equals', value: 'reported' }

/** A payment of a thousand by a code that anybody may have scanned. */
async function scanned(counter: Counter): Promise<unknown> {
  const made = await stage.service.call('/v1/collections/dynamic-qr', {
    key: counter.liveKey,
    body: { merchant_id: counter.merchantId, amount: '1000.00' },
    headers: { 'idempotency-key': randomUUID() },
  })
  const { id, provider_reference: reference } = dataOf(made)
  await stage.provider.tell(stage.service, reference, succeeded())
  return id
}

const to = (phone: string): Fields => ({
  destination_code: 'MPESA',
  destination_identifier: phone,
  destination_name: 'Asha Juma',
})

test('where a merchant says whom a refund goes to, a rule refuses it as every payout, and nothing is left of it', async () => {
  const counter = await stage.openCounter()
  await rules.list('reported', reported)
  await rules.make(counter, whoIsListed, { applies_to: 'payouts' })
  const id = await scanned(counter)
  const refused = await counter.ask({ collection_id: id, ...to(reported) })
  assert.equal(inShort(refused), '409 risk_blocked')
  assert.doesNotMatch(JSON.stringify(refused.body), /A rule|reported/)
  assert.equal((await counter.collection(id)).refundable_amount, '1000.00')
  const met = (await rules.hitsOf(counter)).map(({ outcome, kind, payment_id: of }) => [outcome, kind, of])
  assert.deepEqual(met, [['blocked', 'withdrawal', null]])
  const welcome = await counter.refund({ collection_id: id, ...to('0754000001') })
  assert.equal(welcome.held_for_review, undefined)
})

test('a refund to whoever paid is theirs, whatever rules say of them', async () => {
  const counter = await stage.openCounter()
  await rules.list('reported', '0712345678')
  await rules.make(counter, whoIsListed, { applies_to: 'payouts' })
  await rules.make(counter, { field: 'amount', is: 'more_than', value: '1' }, { applies_to: 'payouts' })
  const { id } = await counter.paid()
  assert.equal((await counter.refund({ collection_id: id })).status, 'PENDING_ADMIN_APPROVAL')
  assert.deepEqual(await rules.hitsOf(counter), [])
})

test('one that a rule wants looked at waits for two people', async () => {
  const counter = await stage.openCounter()
  const isNew = { field: 'recipient_new', is: 'equals', value: 'true' }
  await rules.make(counter, isNew, { applies_to: 'payouts', action: 'review' })
  const [first, second] = [await scanned(counter), await scanned(counter)]
  const { id, held_for_review: isHeld } = await counter.refund({ collection_id: first, ...to('0754000002') })
  assert.equal(isHeld, true)
  assert.equal((await stage.desk.story(id)).approvals_needed, 2)
  await stage.approve(id)
  assert.equal((await counter.read(id)).status, 'PENDING_ADMIN_APPROVAL')
  const another = await hireAdmin(stage.service)
  const approved = await another.call(`/v1/admin/withdrawals/${id}/approve`, 'live', { body: {} })
  assert.equal(inShort(approved), '200')
  assert.equal((await counter.read(id)).status, 'PROCESSING')
  const met = (await rules.hitsOf(counter)).map(({ outcome, payment_id: of }) => [outcome, of])
  assert.deepEqual(met, [['held', id]])
  const known = await counter.refund({ collection_id: second, ...to('0754000002') })
  assert.equal(known.held_for_review, undefined)
})

test('what goes where merchants say is counted with payouts, what goes back to payers is not, and the past is tried likewise', async () => {
  const counter = await stage.openCounter()
  const tooMany = { field: 'merchant_count_1d', is: 'more_than', value: '2' }
  const twice = { field: 'recipient_count_1d', is: 'more_than', value: '1' }
  const { id: rule } = await rules.make(counter, tooMany, { applies_to: 'payouts' })
  await rules.make(counter, twice, { applies_to: 'payouts', action: 'review' })
  const codes = [await scanned(counter), await scanned(counter), await scanned(counter)]
  await counter.refund({ collection_id: (await counter.paid()).id })
  const ask = (place: number, phone: string) => counter.ask({ collection_id: codes[place], ...to(phone) })
  assert.equal(dataOf(await ask(0, '0754000003')).held_for_review, undefined)
  assert.equal(dataOf(await ask(1, '0754000003')).held_for_review, true)
  assert.equal(inShort(await ask(2, '0754000004')), '409 risk_blocked')
  const sentences = (await rules.hitsOf(counter)).map(({ sentence }) => sentence)
  assert.deepEqual(sentences, [
    '2 payments in 1 day to this recipient, 1 allowed.',
    '3 payments in 1 day of this merchant, 2 allowed.',
  ])
  const simulate = `/v1/admin/risk-rules/${rule}/simulate`
  const asked = dataOf(await rules.admin.call(simulate, 'live', { method: 'POST' }))
  await makeSimulations(stage.service.world)
  const tried = dataOf(await rules.admin.call(`/v1/admin/risk-simulations/${asked.id}`))
  assert.deepEqual([tried.status, tried.looked_at, tried.matches], ['READY', 2, 0])
})

test('of two at once for the last that is allowed one is made', async () => {
  const counter = await stage.openCounter()
  const once = { field: 'recipient_count_1d', is: 'more_than', value: '1' }
  await rules.make(counter, once, { applies_to: 'payouts' })
  const codes = [await scanned(counter), await scanned(counter)]
  const answers = await Promise.all(
    codes.map((id) => counter.ask({ collection_id: id, ...to('0754000005') })),
  )
  assert.deepEqual(answers.map(inShort).toSorted(), ['202', '409 risk_blocked'])
})
