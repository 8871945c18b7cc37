import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { findCarriers } from '../../src/collections/collections.ts'
import { createRegistry } from '../../src/providers/providers.ts'
import { findPayOutCarriers } from '../../src/withdrawals/withdrawals.ts'
import { declined, succeeded } from './money/own-provider.ts'
import { dataOf, referenceOf as referenceOfCollection } from './money/shop.ts'
import { openSwitchedStage, type SwitchedStage } from './money/switched-stage.ts'
import { inShort } from './parts/newcomers.ts'
import { accepted, blocked, referenceOf, silence } from './payouts/stage.ts'
import { openTill, type Till } from './payouts/till.ts'

let stage: SwitchedStage
let till: Till
before(async () => {
  stage = await openSwitchedStage()
  till = await openTill(stage.before)
})
after(() => stage.close())
afterEach(() => {
  for (const { script } of [stage.older, stage.newer]) {
    script.payOut = script.lookUpPayOut = script.collect = script.lookUp = undefined
  }
})

/** Asked for and approved before the switch; whatever was sent of it went to the older one. */
async function approvedBefore() {
  const { id } = await till.submit({ amount: '1000' })
  assert.equal(inShort(await stage.desk.decide(id, 'approve')), '200')
  return { id, reference: referenceOf(id) }
}

async function pushedBefore() {
  const { id } = await till.push({}, { key: till.liveKey })
  await stage.work(stage.before)
  return { id, reference: referenceOfCollection(id) }
}

const sentToOlder = (reference: string) =>
  stage.older.payOuts.filter((order) => order.reference === reference).length
const orderedOfOlder = (reference: string) =>
  stage.older.orders.filter((order) => order.reference === reference).length

test('a payout whose answer was lost is asked about where it was sent, and is never sent again', async () => {
  const { older, newer } = stage
  older.script.payOut = () => silence
  const { id, reference } = await approvedBefore()
  await stage.work(stage.before)
  assert.equal(await till.status(id), 'NEEDS_RECONCILIATION')
  newer.script.payOut = () => accepted
  newer.script.lookUpPayOut = () => ({ kind: 'never_seen' })
  for (let round = 0; round < 5; round += 1) await stage.later()
  assert.equal(await till.status(id), 'NEEDS_RECONCILIATION')
  assert.ok(older.payOutQuestions.filter((asked) => asked === reference).length >= 5)
  older.script.lookUpPayOut = () => succeeded(100_000n)
  await stage.later()
  assert.equal(await till.status(id), 'SUCCESS')
  assert.deepEqual([sentToOlder(reference), stage.newerHeardOf(reference)], [1, []])
})

test('a payout whose sender died before the answer is taken up by another worker, at the same provider', async () => {
  const { older, newer } = stage
  const { world } = stage.before
  older.script.payOut = () => accepted
  const { id, reference } = await approvedBefore()
  world.crashPoint = (point) => {
    if (point === 'withdrawal.sent') throw new Error('the sender dies')
  }
  await assert.rejects(stage.work(stage.before))
  delete world.crashPoint
  assert.equal(await till.status(id), 'PROCESSING')
  // One that never saw it and knows repeats would be sent it, were it asked.
  newer.script.payOut = () => accepted
  newer.script.lookUpPayOut = () => ({ kind: 'never_seen' })
  older.script.lookUpPayOut = () => succeeded(100_000n)
  await stage.later()
  assert.equal(await till.status(id), 'SUCCESS')
  assert.deepEqual([sentToOlder(reference), stage.newerHeardOf(reference)], [1, []])
})

test('a payout that was approved before the switch is sent after it to the provider that it names', async () => {
  stage.older.script.payOut = () => succeeded(100_000n)
  const { id, reference } = await approvedBefore()
  await stage.later()
  assert.equal(await till.status(id), 'SUCCESS')
  assert.deepEqual([sentToOlder(reference), stage.newerHeardOf(reference)], [1, []])
})

test('a payout that was turned away is retried where it was turned away', async () => {
  stage.older.script.payOut = () => blocked
  const { id, reference } = await approvedBefore()
  await stage.work(stage.before)
  assert.equal(await till.status(id), 'BLOCKED_IP_WHITELIST')
  stage.older.script.payOut = () => succeeded(100_000n)
  assert.equal(inShort(await stage.deskAfter.decide(id, 'retry', { note: 'listed now' })), '200')
  await stage.later()
  assert.equal(await till.status(id), 'SUCCESS')
  assert.deepEqual([sentToOlder(reference), stage.newerHeardOf(reference)], [2, []])
})

test('a collection whose answer was lost is asked about where it was sent, and nobody is prompted twice', async () => {
  const { older, newer } = stage
  const { id, reference } = await pushedBefore()
  newer.script.collect = () => accepted
  newer.script.lookUp = () => ({ kind: 'never_seen' })
  older.script.lookUp = () => ({ kind: 'never_seen' })
  for (let round = 0; round < 3; round += 1) await stage.later()
  assert.equal((await till.state(id, till.liveKey)).status, 'processing')
  older.script.lookUp = () => succeeded(150_000n)
  await stage.later()
  assert.equal((await till.state(id, till.liveKey)).status, 'successful')
  assert.deepEqual([orderedOfOlder(reference), stage.newerHeardOf(reference)], [1, []])
})

test('a refresh asks the provider that the collection names', async () => {
  const { id, reference } = await pushedBefore()
  stage.older.script.lookUp = () => succeeded(150_000n)
  stage.newer.script.lookUp = () => declined
  const path = `/v1/collections/${id}/refresh-status`
  const refreshed = dataOf(await stage.after.call(path, { key: till.liveKey, method: 'POST' }))
  assert.equal(refreshed.status, 'successful')
  assert.deepEqual(stage.newerHeardOf(reference), [])
})

test('a hint at the door of the older one is looked into there, and the newer one is not believed about it', async () => {
  const { older, newer } = stage
  const collected = await pushedBefore()
  older.script.payOut = () => accepted
  const paid = await approvedBefore()
  await stage.work(stage.before)
  const lies = [
    await newer.tell(stage.after, collected.reference, declined),
    await newer.tell(stage.after, paid.reference, declined, { about: 'disbursement' }),
  ]
  // It carries nothing under these references, so that a person hears of what it says, and nobody else.
  assert.deepEqual(
    lies.map(({ body }) => body.data.outcome),
    ['discrepancy', 'discrepancy'],
  )
  assert.equal((await till.state(collected.id, till.liveKey)).status, 'processing')
  assert.equal(await till.status(paid.id), 'PROCESSING')
  older.script.lookUp = () => succeeded(150_000n)
  older.script.lookUpPayOut = () => succeeded(100_000n)
  const unsigned = { isGenuine: false }
  await older.tell(stage.after, collected.reference, declined, unsigned)
  await older.tell(stage.after, paid.reference, declined, { ...unsigned, about: 'disbursement' })
  await stage.work(stage.after)
  assert.equal((await till.state(collected.id, till.liveKey)).status, 'successful')
  assert.equal(await till.status(paid.id), 'SUCCESS')
  assert.deepEqual(
    [collected, paid].flatMap(({ reference }) => stage.newerHeardOf(reference)),
    [],
  )
})

test('a signed word of the older one still counts', async () => {
  const { id, reference } = await pushedBefore()
  const told = await stage.older.tell(stage.after, reference, succeeded(150_000n))
  assert.deepEqual([told.body.data.outcome, told.body.data.status], ['applied', 'successful'])
  assert.equal((await till.state(id, till.liveKey)).status, 'successful')
})

test('what is asked for after the switch goes to the newer one alone', async () => {
  const { older, newer } = stage
  const shop = await openTill(stage.after)
  newer.script.collect = () => succeeded(150_000n)
  newer.script.payOut = () => succeeded(1_000_000n)
  const { id: collectionId } = await shop.push({}, { key: shop.liveKey })
  const { id } = await shop.submit()
  assert.equal(inShort(await stage.deskAfter.decide(id, 'approve')), '200')
  // Also by a worker that was started before: the row decides, not whoever carries it out.
  await stage.work(stage.before)
  assert.equal((await shop.state(collectionId, shop.liveKey)).status, 'successful')
  assert.equal(await shop.status(id), 'SUCCESS')
  const [order, payOut] = [newer.orders.at(-1)?.reference, newer.payOuts.at(-1)?.reference]
  assert.deepEqual([order, payOut], [referenceOfCollection(collectionId), referenceOf(id)])
  assert.ok(!older.orders.some(({ reference }) => reference === order))
  assert.ok(!older.payOuts.some(({ reference }) => reference === payOut))
})

test('the older one is needed for as long as a payout of it only waits for a person, and no longer', async () => {
  const { sql } = stage.after.world
  const withoutOlder = createRegistry({
    clock: stage.clock,
    providers: [stage.newer],
    route: { live: 'newer', sandbox: null },
  })
  const start = async () =>
    withoutOlder.refuseMissing([...(await findCarriers(sql)), ...(await findPayOutCarriers(sql))])
  await start()
  const { id } = await till.submit({ amount: '1000' })
  await assert.rejects(start(), /Open payments are carried by older, which is not set up here/)
  assert.equal(inShort(await stage.deskAfter.decide(id, 'reject', { note: 'no' })), '200')
  await start()
})
