import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Refusal } from '../../src/primitives/refusal.ts'
import { changeSubscriber, readSubscriber } from '../../src/providers/providers.ts'
import { openStage, type Stage } from './network-stage.ts'

let stage: Stage
let merchantId: string
before(async () => {
  stage = await openStage()
})
after(() => stage.close())
beforeEach(async () => {
  merchantId = await stage.newMerchant()
})

const phone = '255712345678'
const yes = { answer: 'approve', pin: '1234' } as const
const no = { answer: 'decline' } as const

async function prompt(wish: Partial<Parameters<Stage['order']>[0]> = {}) {
  const order = stage.order({ merchantId, phone, ...wish })
  const { liveProvider, sandboxProvider } = stage.network
  await (order.environment === 'live' ? liveProvider : sandboxProvider).collect(order)
  return order
}

const found = async (order: { reference: string }) =>
  await stage.network.sandboxProvider.lookUp({ reference: order.reference })

async function refusalOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'none',
    (error: Refusal) => error.code,
  )
}

test('a prompt waits for its owner, who approves with the PIN', async () => {
  const order = await prompt()
  stage.jump(60_000)
  await stage.pass(0)
  assert.equal((await found(order)).kind, 'pending')
  assert.equal(await stage.network.answer(merchantId, order.reference, yes), 'paid')
  assert.equal((await found(order)).kind, 'succeeded')
  await stage.pass(0)
  assert.deepEqual(
    stage.told(order.reference).map(({ outcome, isGenuine }) => [outcome.kind, isGenuine]),
    [['succeeded', true]],
  )
})

test('an owner who declines is believed without a PIN', async () => {
  const order = await prompt()
  assert.equal(await stage.network.answer(merchantId, order.reference, no), 'declined')
  const outcome = await found(order)
  assert.deepEqual([outcome.kind, 'reason' in outcome && outcome.reason], ['failed', 'declined'])
})

test('the third wrong PIN declines; a right one before it pays', async () => {
  const wrong = { answer: 'approve', pin: '0000' } as const
  const order = await prompt()
  for (const state of ['waiting', 'waiting', 'declined']) {
    assert.equal(await stage.network.answer(merchantId, order.reference, wrong), state)
  }
  const outcome = await found(order)
  assert.equal('reason' in outcome && outcome.reason, 'wrong_pin')
  const other = await prompt()
  await stage.network.answer(merchantId, other.reference, wrong)
  await stage.network.answer(merchantId, other.reference, wrong)
  assert.equal(await stage.network.answer(merchantId, other.reference, yes), 'paid')
})

test('a subscriber may have a PIN of their own', async () => {
  await changeSubscriber(stage.world, merchantId, phone, { pin: '9876' })
  const order = await prompt()
  assert.equal(await stage.network.answer(merchantId, order.reference, yes), 'waiting')
  assert.equal(
    await stage.network.answer(merchantId, order.reference, { answer: 'approve', pin: '9876' }),
    'paid',
  )
})

test('to approve without a PIN, to answer twice or too late, and to answer what is not ours is refused', async () => {
  const { network, pass } = stage
  const order = await prompt()
  assert.equal(
    await refusalOf(network.answer(merchantId, order.reference, { answer: 'approve' })),
    'validation_error',
  )
  const stranger = await stage.newMerchant()
  assert.equal(await refusalOf(network.answer(stranger, order.reference, yes)), 'not_found')
  assert.equal(await refusalOf(network.answer(merchantId, 'MLPX', yes)), 'not_found')
  await network.answer(merchantId, order.reference, no)
  assert.equal(await refusalOf(network.answer(merchantId, order.reference, yes)), 'invalid_state')
  const live = await prompt({ environment: 'live' })
  assert.equal(await refusalOf(network.answer(merchantId, live.reference, yes)), 'not_found')
  const soon = await prompt({ expiresAt: new Date(stage.world.clock.now().getTime() + 500) })
  stage.jump(500)
  assert.equal(await refusalOf(network.answer(merchantId, soon.reference, yes)), 'invalid_state')
  await pass(0)
  const outcome = await found(soon)
  assert.deepEqual(outcome, { ...outcome, kind: 'failed', reason: 'expired', providerStatus: 'EXPIRED' })
  assert.deepEqual(stage.told(soon.reference), [], 'an expiry is not told')
})

test('two answers at once: one counts', async () => {
  const order = await prompt()
  const answers = await Promise.all(
    [yes, no, yes].map((answer) => refusalOf(stage.network.answer(merchantId, order.reference, answer))),
  )
  assert.deepEqual(answers.toSorted(), ['invalid_state', 'invalid_state', 'none'])
  await stage.pass(0)
  assert.equal(stage.told(order.reference).length, 1)
})

test('a balance pays as far as it reaches, in order, and no further', async () => {
  await changeSubscriber(stage.world, merchantId, phone, { balance: 350_000n })
  const orders = [await prompt(), await prompt(), await prompt()]
  const states = []
  for (const { reference } of orders) states.push(await stage.network.answer(merchantId, reference, yes))
  assert.deepEqual(states, ['paid', 'paid', 'declined'])
  const last = orders[2] ?? { reference: '' }
  const outcome = await found(last)
  assert.equal('reason' in outcome && outcome.reason, 'insufficient_funds')
  assert.equal((await readSubscriber(stage.world, merchantId, phone)).balance, 50_000n)
  const exact = await prompt({ simulate: { status: 'successful', family: 'A' } })
  await stage.pass(400)
  assert.equal((await found(exact)).kind, 'succeeded', 'what was asked for happens whatever is in the purse')
})

test('payments that are due together draw on one balance, and a reversal gives back', async () => {
  const [poor, undone] = ['255700000001', '255700000009']
  await changeSubscriber(stage.world, merchantId, poor, { balance: 400_000n })
  await changeSubscriber(stage.world, merchantId, undone, { balance: 400_000n })
  const orders = [await prompt({ phone: poor }), await prompt({ phone: poor }), await prompt({ phone: poor })]
  await prompt({ phone: undone })
  await stage.pass(300)
  assert.equal((await readSubscriber(stage.world, merchantId, undone)).balance, 250_000n)
  await stage.pass(300)
  const kinds = await Promise.all(orders.map(async (order) => (await found(order)).kind))
  assert.deepEqual(kinds, ['succeeded', 'succeeded', 'failed'])
  assert.equal((await readSubscriber(stage.world, merchantId, poor)).balance, 100_000n)
  assert.equal((await readSubscriber(stage.world, merchantId, undone)).balance, 400_000n)
})

test('a prompt lands in the outbox of the sandbox, once, and never one from live', async () => {
  const order = await prompt()
  await stage.network.sandboxProvider.collect(order)
  await prompt({ environment: 'live' })
  await prompt({ phone: null, method: 'DYNAMIC_QR' })
  const messages = await stage.world.sql<{ recipient: string; text: string }[]>`
    select recipient, text from sandbox_messages where merchant_id = ${merchantId}`
  assert.deepEqual(messages.slice(), [
    { recipient: phone, text: 'Pay TZS 1500.00 to Duka la Asha? Enter your PIN.' },
  ])
})
