import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Refusal } from '../../src/primitives/refusal.ts'
import {
  changeHandset,
  changeSubscriber,
  type HandsetChange,
  type HandsetView,
  holdHandsets,
  keepNetworkMemory,
  leaseMs,
  lookAtHandsets,
  promptMs,
  type Reach,
} from '../../src/providers/simulated/simulated.ts'
import { openStage, type Stage } from './network-stage.ts'

let stage: Stage
let merchantId: string
let phone: string
let phones = 0
before(async () => {
  stage = await openStage()
})
after(() => stage.close())
beforeEach(async () => {
  merchantId = await stage.newMerchant()
  phones += 1
  phone = `2557123${String(phones).padStart(5, '0')}`
})

const yes = { answer: 'approve', pin: '1234' } as const
const no = { answer: 'decline' } as const
const familyA = { simulate: { status: null, family: 'A' } } as const
const ours = (): Reach => ({ sandboxOf: merchantId })

/** Takes a phone up, as its owner wants it. */
async function hold(
  reach: Reach,
  { phone: number = phone, ...wish }: { phone?: string } & HandsetChange = {},
) {
  await holdHandsets(stage.world, reach, [{ phone: number, answers: true }])
  await changeHandset(stage.world, reach, number, wish)
}

async function order(wish: Partial<Parameters<Stage['order']>[0]> = {}) {
  const made = stage.order({ merchantId, phone, ...wish })
  const { liveProvider, sandboxProvider } = stage.network
  await (made.environment === 'live' ? liveProvider : sandboxProvider).collect(made)
  return made
}

async function kindOf({ reference, environment }: Awaited<ReturnType<typeof order>>): Promise<string> {
  const { liveProvider, sandboxProvider } = stage.network
  const found = await (environment === 'live' ? liveProvider : sandboxProvider).lookUp({ reference })
  return found.kind === 'failed' ? found.reason : found.kind
}

async function view(reach: Reach): Promise<HandsetView> {
  return await lookAtHandsets(
    stage.world,
    reach,
    await holdHandsets(stage.world, reach, [{ phone, answers: true }]),
  )
}

const shown = async (reach: Reach) => (await view(reach)).prompts.map(({ reference }) => reference)

const answer = (
  reach: Reach,
  reference: string,
  reaction: typeof yes | typeof no | { answer: 'approve'; pin: string },
) => stage.network.answerOnHandset({ reach, reference, phone }, reaction)

async function refusalOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'none',
    (error: Refusal) => error.code,
  )
}

test('a number that is held waits for its owner, in the sandbox and live; others play as ever', async () => {
  await hold('everything')
  const held = [await order(familyA), await order({ environment: 'live' })]
  const others = [
    await order({ ...familyA, phone: '255700000001' }),
    await order({ environment: 'live', phone: '255700000002' }),
  ]
  await stage.pass(1_000)
  assert.deepEqual(await Promise.all(held.map(kindOf)), ['pending', 'pending'])
  assert.deepEqual(await Promise.all(others.map(kindOf)), ['succeeded', 'declined'])
  assert.deepEqual(
    await shown('everything'),
    held.map(({ reference }) => reference),
  )
  for (const { reference } of held) assert.equal((await answer('everything', reference, yes)).state, 'paid')
  assert.deepEqual(await Promise.all(held.map(kindOf)), ['succeeded', 'succeeded'])
})

test('a number that chooses the outcome keeps its meaning unless it is held by somebody who answers', async () => {
  phone = '255700000002'
  await hold(ours(), { answers: false })
  const watched = await order()
  await stage.pass(400)
  assert.equal(await kindOf(watched), 'declined')
  await hold(ours(), { answers: true })
  const held = await order()
  await stage.pass(400)
  assert.equal(await kindOf(held), 'pending')
  assert.equal((await answer(ours(), held.reference, yes)).state, 'paid')
})

test('what was asked for in so many words, or ends in the same answer, waits for nobody', async () => {
  await hold(ours())
  const exact = await order({ simulate: { status: 'failed', family: 'A' } })
  const atOnce = await order({ simulate: { status: 'successful', family: 'B', endsAtOnce: true } })
  const byChance = await order({
    simulate: { status: null, family: 'B', endsAtOnce: true },
    phone: '255700000001',
  })
  await stage.pass(400)
  assert.deepEqual(await Promise.all([exact, atOnce, byChance].map(kindOf)), [
    'declined',
    'succeeded',
    'succeeded',
  ])
})

test('a page that was closed lets its number go after some seconds, and opens anew', async () => {
  await hold(ours(), { hasSignal: false, isSlow: true, scans: true, balance: 7n })
  stage.jump(leaseMs + 1)
  const late = await order(familyA)
  await stage.pass(400)
  assert.notEqual(await kindOf(late), 'pending')
  const [anew] = await holdHandsets(stage.world, ours(), [{ phone, answers: true }])
  assert.deepEqual(anew, { ...anew, scans: false, is_slow: false, reachable_since: new Date(0), balance: 7n })
})

test('what nobody answers ends by itself, and the third wrong PIN ends it too', async () => {
  await hold(ours())
  const ignored = await order()
  const guessed = await order()
  for (const state of ['waiting', 'waiting', 'declined'])
    assert.equal((await answer(ours(), guessed.reference, { answer: 'approve', pin: '0000' })).state, state)
  assert.equal(await kindOf(guessed), 'wrong_pin')
  stage.jump(promptMs)
  await stage.pass(0)
  assert.equal(await kindOf(ignored), 'expired')
  assert.equal(await refusalOf(answer(ours(), ignored.reference, yes)), 'invalid_state')
})

test('without signal a prompt never comes, not even later; a slow phone gets it late', async () => {
  await hold(ours())
  await changeHandset(stage.world, ours(), phone, { hasSignal: false })
  const lost = await order()
  assert.deepEqual(await shown(ours()), [])
  stage.jump(1)
  await changeHandset(stage.world, ours(), phone, { hasSignal: true, isSlow: true })
  const slow = await order()
  assert.deepEqual(await shown(ours()), [])
  stage.jump(5_000)
  assert.deepEqual(await shown(ours()), [slow.reference])
  stage.jump(promptMs)
  await stage.pass(0)
  assert.deepEqual([await kindOf(lost), await kindOf(slow)], ['expired', 'expired'])
})

test('what is on the phone goes down, comes back up, and does not pay for more than there is', async () => {
  await hold(ours())
  await changeHandset(stage.world, ours(), phone, { balance: 200_000n })
  const [first, second] = [await order(), await order()]
  assert.equal((await answer(ours(), first.reference, yes)).state, 'paid')
  assert.deepEqual(await answer(ours(), second.reference, yes), {
    ...{ environment: 'sandbox', state: 'declined', reason: 'insufficient_funds' },
  })
  const payOut = stage.payOut({ merchantId, identifier: phone, environment: 'live' })
  await stage.network.liveProvider.payOut(payOut)
  await stage.network.sandboxProvider.payOut(stage.payOut({ merchantId, identifier: phone, amount: 25_000n }))
  await stage.pass(400)
  const { messages } = await view(ours())
  assert.deepEqual(
    messages.map(({ kind, reason, amount, balance }) => [kind, reason, amount, balance]).reverse(),
    [
      ['paid', null, 150_000n, 50_000n],
      ['failed', 'insufficient_funds', 150_000n, 50_000n],
      ['received', null, 25_000n, 75_000n],
    ],
  )
})

test('an open camera has codes wait; whoever scans one first pays it', async () => {
  const code = { phone: null, method: 'DYNAMIC_QR', ...familyA } as const
  const alone = await order(code)
  await stage.pass(400)
  assert.notEqual(await kindOf(alone), 'pending', 'nobody was about to scan it')
  await hold(ours(), { scans: true })
  const scanned = await order(code)
  await stage.pass(promptMs)
  await hold(ours(), { scans: true })
  assert.deepEqual(
    (await view(ours())).codes.map(({ reference }) => reference),
    [scanned.reference],
  )
  assert.equal((await answer(ours(), scanned.reference, { answer: 'approve', pin: '9' })).state, 'waiting')
  const other = `${phone.slice(0, -1)}9`
  await hold(ours(), { phone: other })
  const theirs = { reach: ours(), reference: scanned.reference, phone: other }
  assert.equal((await stage.network.answerOnHandset(theirs, yes)).state, 'paid')
  assert.equal(await refusalOf(answer(ours(), scanned.reference, yes)), 'invalid_state')
  const outcome = await stage.network.sandboxProvider.lookUp({ reference: scanned.reference })
  assert.equal('payer' in outcome && outcome.payer, other)
})

test("nobody sees, answers or delays what is another merchant's or live", async () => {
  const stranger = { sandboxOf: await stage.newMerchant() }
  await hold(stranger, { scans: true })
  await changeHandset(stage.world, stranger, phone, { balance: 1n })
  const mine = [await order(familyA), await order({ environment: 'live' })]
  const code = await order({ phone: null, method: 'DYNAMIC_QR', ...familyA })
  await stage.pass(400)
  for (const one of [...mine, code]) assert.notEqual(await kindOf(one), 'pending')
  const waiting = [await order(), await order({ phone: null, method: 'DYNAMIC_QR' })]
  await changeSubscriber(stage.world, merchantId, phone, { pin: '9876' })
  const seen = await view(stranger)
  assert.deepEqual([seen.prompts.length, seen.codes.length, seen.messages.length], [0, 0, 0])
  for (const { reference } of waiting)
    assert.equal(await refusalOf(answer(stranger, reference, yes)), 'not_found')
  assert.equal(
    await refusalOf(answer(ours(), waiting[0]?.reference ?? '', { answer: 'approve', pin: '9876' })),
    'invalid_state',
  )
  await hold(ours(), { scans: true })
  const ownLive = [
    await order({ environment: 'live' }),
    await order({ environment: 'live', phone: null, method: 'DYNAMIC_QR' }),
  ]
  await stage.pass(400)
  assert.deepEqual(await Promise.all(ownLive.map(kindOf)), ['succeeded', 'succeeded'])
  await hold('everything')
  const live = await order({ environment: 'live' })
  assert.equal(await refusalOf(answer(ours(), live.reference, yes)), 'not_found')
  assert.equal((await answer('everything', live.reference, no)).state, 'declined')
})

test('phones and what they were told are forgotten after a month', async () => {
  await hold(ours())
  const paid = await order()
  await answer(ours(), paid.reference, yes)
  stage.jump(31 * 24 * 3_600_000)
  await keepNetworkMemory(stage.world)
  const [left] = await stage.world.sql<{ handsets: number; messages: number }[]>`
    select (select count(*)::int from network_handsets) as handsets, (select count(*)::int from network_messages) as messages`
  assert.deepEqual(left, { handsets: 0, messages: 0 })
})
