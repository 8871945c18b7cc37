import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { declined } from './money/own-provider.ts'
import type { Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type Desk, openDesk } from './payouts/desk.ts'
import { accepted, openPayoutStage, type PayoutStage } from './payouts/stage.ts'

let stage: PayoutStage
let second: Desk
before(async () => {
  stage = await openPayoutStage({ APPROVE_TWICE_ABOVE: '10000' })
  stage.provider.script.payOut = () => accepted
  second = await openDesk(stage.service)
})
after(() => stage.close())

type Till = Awaited<ReturnType<PayoutStage['openTill']>>

async function approve(till: Till, amount: string, by: Desk = stage.desk): Promise<Fields> {
  const { id } = await till.submit({ amount })
  const answer = await by.decide(id, 'approve')
  assert.equal(inShort(answer), '200', JSON.stringify(answer.body))
  return answer.body.data
}

const inWords = ({ status, approvals, approvals_needed: needed, passed_alone: alone }: Fields) =>
  `${status} ${approvals} of ${needed}, beside ${alone}`

async function queued(till: Till): Promise<unknown[]> {
  const path = `/v1/admin/withdrawals?merchant_id=${till.merchantId}&status=PENDING_ADMIN_APPROVAL`
  const { body } = await stage.desk.call(path, 'live')
  return (body.data.items as Fields[]).map(({ approvals, approvals_needed: needed }) => [approvals, needed])
}

test('sums below the limit pass with one approval until together they are above it, whoever approves', async () => {
  const till = await stage.openTill()
  assert.equal(inWords(await approve(till, '6000')), 'PROCESSING 1 of 1, beside 0.00')
  assert.equal(inWords(await approve(till, '4000', second)), 'PROCESSING 1 of 1, beside 0.00')
  const { id } = await till.submit({ amount: '1000' })
  assert.equal(inWords(await stage.desk.story(id)), 'PENDING_ADMIN_APPROVAL 0 of 2, beside 10000.00')
  assert.deepEqual(await queued(till), [[0, 2]])
  const first = await stage.desk.decide(id, 'approve')
  assert.equal(inWords(first.body.data), 'PENDING_ADMIN_APPROVAL 1 of 2, beside 10000.00')
  const last = await second.decide(id, 'approve')
  assert.equal(inWords(last.body.data), 'PROCESSING 2 of 2, beside 0.00')
})

test('another merchant, another day, and what two have approved count apart', async () => {
  const till = await stage.openTill()
  const large = await approve(till, '20000')
  assert.equal(large.status, 'PENDING_ADMIN_APPROVAL')
  assert.equal((await second.decide(large.id, 'approve')).body.data.status, 'PROCESSING')
  assert.equal((await approve(till, '10000')).status, 'PROCESSING')
  assert.equal((await approve(await stage.openTill(), '10000')).status, 'PROCESSING')
  const waiting = await approve(till, '1000')
  assert.equal(waiting.status, 'PENDING_ADMIN_APPROVAL')
  stage.clock.pass(24 * 3_600_000)
  assert.equal((await approve(till, '1000')).status, 'PROCESSING')
  // Whoever has approved it once cannot be the second, and a queue that says otherwise would lie.
  assert.deepEqual(await queued(till), [[1, 2]])
  assert.equal(inShort(await stage.desk.decide(waiting.id, 'approve')), '409 invalid_state')
  assert.equal((await second.decide(waiting.id, 'approve')).body.data.status, 'PROCESSING')
})

test('what came to nothing counts no longer', async () => {
  const till = await stage.openTill()
  await stage.sent(till, declined, { amount: '9000' })
  stage.provider.script.payOut = () => accepted
  assert.equal((await approve(till, '9000')).status, 'PROCESSING')
})

test('of many that are approved at once no more than the limit passes', async () => {
  const till = await stage.openTill()
  const asked = await Promise.all(Array.from({ length: 6 }, () => till.submit({ amount: '4000' })))
  const answers = await Promise.all(asked.map(({ id }) => stage.desk.decide(id, 'approve')))
  const passed = answers.filter(({ body }) => body.data.status === 'PROCESSING')
  assert.deepEqual([answers.map(inShort), passed.length], [Array.from({ length: 6 }, () => '200'), 2])
})
