import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { watchRows } from '../fuzz/watch-rows.ts'
import type { Reply } from '../service.ts'
import { until } from '../test-clusters.ts'
import { rowTo } from './batches/stage.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { type HeldWrites, holdWrites } from './parts/hold-writes.ts'
import { inShort } from './parts/newcomers.ts'
import { openPayoutStage, type PayoutStage } from './payouts/stage.ts'
import type { Till } from './payouts/till.ts'
import { hireRuleMaker, type RuleMaker } from './risk/rule-maker.ts'

const asha = '0712000001'
const twiceAtMost = { field: 'recipient_count_1d', is: 'more_than', value: '2' }

let stage: PayoutStage
let rules: RuleMaker
before(async () => {
  stage = await openPayoutStage()
  rules = await hireRuleMaker(stage.service)
})
after(() => stage.close())

async function tillWith(action: string): Promise<Till> {
  const till = await stage.openTill(100_000_000n)
  await rules.make(till, twiceAtMost, { applies_to: 'payouts', action })
  return till
}

const bodyOf = (till: Till, phones: string[]) => ({
  ...{ merchant_id: till.merchantId, name: 'Wages', rows: phones.map((phone) => rowTo(phone)) },
})

function askForBatch(till: Till, ...phones: string[]): Promise<Reply> {
  return till.dashboard('/v1/disbursement-batches', 'live', {
    body: bodyOf(till, phones),
    headers: { 'idempotency-key': randomUUID() },
  })
}

/** With a key that may ask for so much at once. */
async function askByKey(till: Till, each: string, ...phones: string[]): Promise<Reply> {
  const body = { environment: 'live', name: 'Agent', payout_caps: { each } }
  const made = await till.dashboard(`/v1/merchants/${till.merchantId}/api-keys`, 'live', { body })
  return await till.call('/v1/disbursement-batches', {
    key: String(dataOf(made).api_key),
    body: bodyOf(till, phones),
    headers: { 'idempotency-key': randomUUID() },
  })
}

/** A batch that has been counted and now is being written. */
async function batchInside(
  till: Till,
  ...phones: string[]
): Promise<{ inside: HeldWrites; batch: Promise<Reply> }> {
  const inside = await holdWrites(stage.service.world.sql, 'disbursement_batches')
  const batch = askForBatch(till, ...phones)
  await until(() => inside.isWaitedFor())
  return { inside, batch }
}

/** The numbers of the rows that are under review. */
async function heldOf(till: Till, id: unknown): Promise<unknown[]> {
  const rows = (await till.dashboard(`/v1/disbursement-batches/${id}/rows`, 'live')).body.data.items
  return (rows as Fields[]).filter((row) => row.held_for_review).map(({ row }) => row)
}

const payAsha = (till: Till) => till.ask({ destination_phone: asha })

test('while a batch is inside, payouts of its merchant are made, and those count before it', async () => {
  const till = await tillWith('block')
  const { inside, batch } = await batchInside(till, asha, '0712000002')
  const others = [await payAsha(till), await payAsha(till)]
  await inside.release()
  assert.deepEqual(others.map(inShort), ['202', '202'])
  assert.equal(inShort(await batch), '409 risk_blocked')
  assert.equal((await till.list()).length, 2)
  const [hit, ...more] = await rules.hitsOf(till)
  assert.equal(hit?.sentence, '3 payments in 1 day to this recipient, 2 allowed.')
  assert.equal(more.length, 0)
  assert.equal(inShort(await askForBatch(till, '0712000002')), '202')
})

test('what others ask for meanwhile puts a row of the batch under review, and is told in its hit', async () => {
  const till = await tillWith('review')
  const { inside, batch } = await batchInside(till, asha, '0712000002', asha)
  const other = await payAsha(till)
  await inside.release()
  assert.equal(inShort(other), '202')
  const { id } = dataOf(await batch)
  assert.deepEqual(await heldOf(till, id), [3])
  const hits = (await rules.hitsOf(till)).map(({ outcome, sentence }) => [outcome, sentence])
  assert.deepEqual(hits, [['held', '3 payments in 1 day to this recipient, 2 allowed.']])
})

test('a batch that nothing speaks against is made as it was foreseen, whatever else is paid meanwhile', async () => {
  const till = await tillWith('block')
  const { inside, batch } = await batchInside(till, asha, '0712000002')
  const other = await till.ask({ destination_phone: '0712000003' })
  await inside.release()
  assert.deepEqual([inShort(other), inShort(await batch)], ['202', '202'])
  assert.deepEqual(await rules.hitsOf(till), [])
})

test('of two batches at once for the last that is allowed one is made', async () => {
  const till = await tillWith('block')
  const both = await Promise.all([askForBatch(till, asha, asha), askForBatch(till, asha, '0712000002')])
  assert.deepEqual(both.map(inShort).toSorted(), ['202', '409 risk_blocked'])
})

const strangers = { field: 'recipient_new', is: 'equals', value: 'true' }

test('a payout to the same new recipient, which waits itself, takes no row of a batch from under review', async () => {
  const till = await stage.openTill(100_000_000n)
  await rules.make(till, strangers, { applies_to: 'payouts', action: 'review' })
  const { inside, batch } = await batchInside(till, asha)
  const single = dataOf(await payAsha(till))
  await inside.release()
  const { id } = dataOf(await batch)
  const story = await stage.desk.story(single.id)
  assert.deepEqual([await heldOf(till, id), story.approvals_needed], [[1], 2])
})

test('what rules have met in a batch is written once, whatever else is paid meanwhile', async () => {
  const till = await stage.openTill(100_000_000n)
  await rules.make(till, strangers, { applies_to: 'payouts', action: 'review' })
  const watch = await watchRows(stage.service)
  const place = await watch.place()
  const { inside, batch } = await batchInside(till, asha, '0712000002')
  await till.ask({ destination_phone: '0712000003' })
  await inside.release()
  assert.equal(inShort(await batch), '202')
  const changes = await watch.changesSince(place)
  const many = (table: string) => changes.filter((one) => one.table === table).map(({ what }) => what)
  assert.deepEqual(
    [many('withdrawals'), many('risk_hits')],
    [Array(3).fill('INSERT'), Array(3).fill('INSERT')],
  )
})

/** What is answered to a batch while nobody can ask rules about it. */
async function whileRulesAreHeld(ask: () => Promise<Reply>): Promise<string> {
  const inside = await holdWrites(stage.service.world.sql, 'risk_list_entries', 'access exclusive')
  let isAnswered = false
  const asked = ask().finally(() => {
    isAnswered = true
  })
  await until(async () => isAnswered || (await inside.isWaitedFor()))
  const isBefore = isAnswered
  await inside.release()
  return `${inShort(await asked)}${isBefore ? '' : ', after rules were asked'}`
}

test('rules are not asked about a batch that its balance or a cap of its key refuses anyway', async () => {
  const [poor, rich] = [await stage.openTill(100_000n), await stage.openTill(100_000_000n)]
  for (const till of [poor, rich])
    await rules.make(
      till,
      { field: 'recipient_listed', is: 'equals', value: 'stolen' },
      { applies_to: 'payouts' },
    )
  const tooMuch = await whileRulesAreHeld(() => askForBatch(poor, asha, '0712000002'))
  const beyondCap = await whileRulesAreHeld(() => askByKey(rich, '999.99', asha))
  const welcome = await whileRulesAreHeld(() => askForBatch(rich, asha))
  assert.deepEqual(
    [tooMuch, beyondCap, welcome],
    ['409 insufficient_balance', '409 payout_cap_exceeded', '202, after rules were asked'],
  )
  assert.deepEqual(await rules.hitsOf(poor), [])
})
