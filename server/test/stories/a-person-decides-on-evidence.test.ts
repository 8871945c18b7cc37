import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { examine } from '../../src/operator/operator.ts'
import type { Outcome } from '../../src/providers/providers.ts'
import { resolveWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import type { Reply } from '../service.ts'
import { declined, lookAgain, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf, dataOf, type Fields, openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { accepted, openPayoutStage, type PayoutStage, reversed, silence } from './payouts/stage.ts'

let stage: PayoutStage
let shop: Shop
before(async () => {
  stage = await openPayoutStage()
})
beforeEach(async () => {
  const { script } = stage.provider
  script.collect = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  script.lookUp = () => silence
  script.lookUpPayOut = () => silence
  shop = await openShop(stage.service)
})
after(() => stage.close())

const paid = succeeded(1_000_000n)
const dayMs = 86_400_000

/** A collection of which the provider says these words, one after the other. */
async function told(...words: Outcome[]) {
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(stage.service)
  for (const word of words) await stage.provider.tell(stage.service, reference, word)
  return { id, reference: String(reference) }
}

type Evidence = { kind: string; told: string; status: string; times: number }
const wordsIn = (evidence: unknown) =>
  (evidence as Evidence[]).map((word) => `${word.told} while ${word.status}`)

/** What a refusal brings that whoever decided had not seen. */
function newsIn(reply: Reply): [string, unknown, string[]] {
  const { status, evidence } = reply.body.error.details as { status: string; evidence: unknown }
  return [inShort(reply), status, wordsIn(evidence)]
}

test('to accept a success and a reversal, in whatever order, credits nothing that went back', async () => {
  for (const order of [
    ['success_after_failure', 'reversal_after_failure'],
    ['reversal_after_failure', 'success_after_failure'],
  ]) {
    const { id } = await told(declined, succeeded(150_000n), reversed)
    const found = await stage.desk.discrepancies(id)
    assert.deepEqual(wordsIn(Object(found[0]).evidence), [
      'successful TZS 1500.00 while failed',
      'reversed while failed',
    ])
    for (const kind of order) {
      const one = found.find((discrepancy) => discrepancy.kind === kind)
      assert.equal(inShort(await stage.desk.settle(one?.id, { action: 'accept_provider' })), '200', kind)
    }
    assert.equal((await shop.state(id, shop.liveKey)).status, 'reversed')
    assert.deepEqual(await shop.events(id), [
      'collection.failed',
      'collection.success',
      'collection.reversed',
    ])
  }
  assert.deepEqual(await shop.balance('live'), balanceOf({}))
})

test('what is as the decision wants it already is settled without a step', async () => {
  const { id, reference } = await told(succeeded(150_000n), declined)
  await stage.provider.tell(stage.service, reference, reversed)
  const [found] = await stage.desk.discrepancies(id)
  assert.equal(inShort(await stage.desk.settle(found?.id, { action: 'accept_provider' })), '200')
  assert.deepEqual(await shop.events(id), ['collection.success', 'collection.reversed'])
})

test('a decision is refused with what the provider says by now, and carried out when that was seen', async () => {
  const { id } = await told(declined, succeeded(150_000n))
  const [found] = await stage.desk.discrepancies(id)
  stage.provider.script.lookUp = () => reversed
  const accept = { action: 'accept_provider' }
  assert.deepEqual(newsIn(await stage.desk.settle(found?.id, accept)), [
    '409 invalid_state',
    'failed',
    ['successful TZS 1500.00 while failed', 'reversed while failed'],
  ])
  assert.deepEqual(await shop.events(id), ['collection.failed'])
  assert.equal(inShort(await stage.desk.settle(found?.id, accept)), '200')
  assert.equal((await shop.state(id, shop.liveKey)).status, 'reversed')
  assert.deepEqual(await shop.balance('live'), balanceOf({}))
})

test('held money that went back meanwhile is not cleared', async () => {
  const { id } = await told({ ...succeeded(150_000n), hold: 'a stolen phone' } as Outcome)
  assert.equal((await shop.state(id, shop.liveKey)).status, 'pending_clearance')
  stage.provider.script.lookUp = () => reversed
  const refused = await stage.desk.call(`/v1/admin/collections/${id}/clear`, 'live', { body: {} })
  assert.equal(inShort(refused), '409 invalid_state')
  assert.equal((await shop.state(id, shop.liveKey)).status, 'failed')
  assert.deepEqual(await shop.balance('live'), balanceOf({}))
})

test('held money is not cleared when the fresh look-up tells of another amount, and what it was held for is shown', async () => {
  const held = (amount?: bigint) => ({ ...succeeded(amount), hold: 'a stolen phone' }) as Outcome
  for (const amount of [150_000n, undefined]) {
    const { id } = await told(held(amount))
    const clear = () => stage.desk.call(`/v1/admin/collections/${id}/clear`, 'live', { body: {} })
    stage.provider.script.lookUp = () => succeeded(100n)
    const [short, status, words] = newsIn(await clear())
    assert.deepEqual([short, status], ['409 invalid_state', 'pending_clearance'])
    assert.deepEqual(words.slice(1), ['successful TZS 1.00 while pending_clearance'])
    assert.deepEqual(await shop.balance('live'), balanceOf({ held: '1500.00' }))
    // The usual word is no news, however it is told.
    stage.provider.script.lookUp = () => succeeded()
    assert.equal(inShort(await clear()), '409 invalid_state')
    assert.equal(inShort(await clear()), '200')
    stage.provider.script.lookUp = () => silence
    shop = await openShop(stage.service)
  }
  const usual = await told(held(150_000n))
  stage.provider.script.lookUp = () => succeeded()
  const cleared = await stage.desk.call(`/v1/admin/collections/${usual.id}/clear`, 'live', { body: {} })
  assert.equal(inShort(cleared), '200')
})

test('a provider that turns back to an earlier word says something new, and whoever has not seen it decides nothing', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, declined)
  for (const word of [paid, declined, paid, declined]) await stage.tell(reference, word)
  const { evidence_version: seen } = await stage.desk.story(id)
  await stage.tell(reference, declined)
  assert.equal((await stage.desk.story(id)).evidence_version, seen, 'a repetition is no news')
  await stage.tell(reference, paid)
  const body = { outcome: 'FAILED', note: 'they say it failed', evidence_version: seen }
  assert.equal(newsIn(await stage.desk.decide(id, 'resolve', body))[0], '409 invalid_state')
  assert.equal(await till.status(id), 'NEEDS_ADMIN_ATTENTION')
})

test('more different words than are shown still change the version', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, accepted)
  for (let amount = 1n; amount <= 52n; amount += 1n) await stage.tell(reference, succeeded(amount))
  const { evidence_version: seen, evidence } = await stage.desk.story(id)
  assert.equal((evidence as unknown[]).length, 50)
  await stage.tell(reference, succeeded(53n))
  assert.notEqual((await stage.desk.story(id)).evidence_version, seen)
})

test('who wants to call a payout paid hears first that the provider has never seen it', async () => {
  const till = await stage.openTill()
  const { id } = await stage.sent(till, silence)
  stage.provider.script.lookUpPayOut = () => ({ kind: 'never_seen' })
  const body = { outcome: 'SUCCESS', note: 'somebody said so' }
  const [short, status, words] = newsIn(await stage.desk.decide(id, 'resolve', body))
  assert.deepEqual([short, status], ['409 invalid_state', 'NEEDS_RECONCILIATION'])
  assert.equal(words.at(-1), 'has never seen it while NEEDS_RECONCILIATION')
  assert.equal(inShort(await stage.desk.decide(id, 'resolve', body)), '200')
  const other = await stage.sent(till, silence)
  const failed = { outcome: 'FAILED', note: 'they never had it' }
  assert.equal(inShort(await stage.desk.decide(other.id, 'resolve', failed)), '200', 'no news')
})

test('a reversal told while a payout waits for a person is shown, and whoever has not seen it decides nothing', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, accepted)
  await stage.tell(reference, succeeded(1n))
  const { evidence_version: seen } = await stage.desk.story(id)
  assert.equal((await stage.tell(reference, reversed)).body.data.outcome, 'ignored')
  const body = { outcome: 'SUCCESS', note: 'their statement says so', evidence_version: seen }
  const [short, status, words] = newsIn(await stage.desk.decide(id, 'resolve', body))
  assert.deepEqual([short, status], ['409 invalid_state', 'NEEDS_ADMIN_ATTENTION'])
  assert.deepEqual(words, ['successful TZS 0.01 while PROCESSING', 'reversed while NEEDS_ADMIN_ATTENTION'])
  assert.equal(await till.status(id), 'NEEDS_ADMIN_ATTENTION')
  const { evidence_version: now, evidence } = await stage.desk.story(id)
  assert.deepEqual(wordsIn(evidence), words)
  const decided = await stage.desk.decide(id, 'resolve', {
    ...body,
    outcome: 'FAILED',
    evidence_version: now,
  })
  assert.equal(inShort(decided), '200')
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
})

test('what is said after the fresh look-up, while the decision waits for its turn, is not passed over', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, declined)
  for (const word of [paid, declined]) await stage.tell(reference, word)
  const { world } = stage.service
  const report = { withdrawalId: String(id), source: 'callback', word: paid } as const
  const decision = await world.sql.begin(async (tx) => {
    await resolveWithdrawals(tx, world, [report])
    const made = stage.desk.decide(id, 'resolve', { outcome: 'FAILED', note: 'they say it failed' })
    const waiting = () => world.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting()).length === 0) await sleep(20)
    return { made }
  })
  assert.equal(newsIn(await decision.made)[0], '409 invalid_state')
  assert.equal(await till.status(id), 'NEEDS_ADMIN_ATTENTION')
})

test('who wants to end a payout as failed hears first that it was paid', async () => {
  const till = await stage.openTill()
  const { id } = await stage.sent(till, silence)
  assert.equal(await till.status(id), 'NEEDS_RECONCILIATION')
  stage.provider.script.lookUpPayOut = () => paid
  const body = { outcome: 'FAILED', note: 'nobody answers' }
  assert.deepEqual(newsIn(await stage.desk.decide(id, 'resolve', body)).slice(0, 1), ['409 invalid_state'])
  assert.equal(await till.status(id), 'SUCCESS')
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '89900.00' }))
})

test('who wants to end a payout as failed is refused while it cannot be written down that it was paid', async () => {
  const till = await stage.openTill()
  const { id } = await stage.sent(till, silence)
  stage.provider.script.lookUpPayOut = () => paid
  const { world } = stage.service
  world.crashPoint = (point) => {
    if (point === 'withdrawal.resolving') throw Object.assign(new Error('met another'), { code: '40001' })
  }
  const decision = { outcome: 'FAILED', note: 'They never had it.' }
  const answer = await stage.desk.decide(id, 'resolve', decision)
  delete world.crashPoint
  assert.equal(inShort(answer), '503 unavailable')
  assert.equal(await till.status(id), 'NEEDS_RECONCILIATION')
  assert.equal(inShort(await stage.desk.decide(id, 'resolve', decision)), '409 invalid_state')
  assert.equal(await till.status(id), 'SUCCESS')
})

test('a payout that a person ended as failed is looked at for thirty days, and found paid', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, silence)
  await stage.desk.decide(id, 'resolve', { outcome: 'FAILED', note: 'nobody answers' })
  const asked = () => stage.provider.payOutQuestions.filter((one) => one === reference).length
  const before = asked()
  stage.provider.script.lookUpPayOut = () => accepted
  for (let day = 0; day < 10; day += 1) {
    stage.clock.pass(dayMs)
    await lookAgain(stage.service.parts)
  }
  assert.equal(asked(), before + 10)
  stage.provider.script.lookUpPayOut = (about) => (about === reference ? paid : accepted)
  stage.clock.pass(dayMs)
  await lookAgain(stage.service.parts)
  assert.equal(await till.status(id), 'NEEDS_ADMIN_ATTENTION')
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '89900.00', reserved: '10100.00' }))
  const last = asked()
  for (let day = 0; day < 40; day += 1) {
    stage.clock.pass(dayMs)
    await lookAgain(stage.service.parts)
  }
  assert.ok(asked() - last <= 20, `asked ${asked() - last} times more`)
})

test('a collection of which nothing is known for a day is listed as silent, and stays processing', async () => {
  const { id } = await told()
  const silent = async () => {
    const list = await stage.desk.call('/v1/admin/collections?silent=true&page_size=100')
    const items = dataOf(list).items as Fields[]
    assert.ok(items.every((one) => one.silent === true && one.status === 'processing'))
    return items.some((one) => one.id === id)
  }
  const { config, world } = stage.service.parts
  /** As many as the metric, the doctor and the list say, each by itself. */
  const counted = async () => {
    const metrics = String((await stage.service.call('/metrics')).body)
    const symptoms = await examine(config, world, 'a test')
    const symptom = symptoms.find(({ check }) => check === 'silent collections')
    const { total } = dataOf(await stage.desk.call('/v1/admin/collections?silent=true'))
    return [
      Number(/^malipo_collections_silent (.*)$/m.exec(metrics)?.[1]),
      symptom?.state === 'ok' ? 0 : Number(/of (\d+) live collections/.exec(symptom?.details ?? '')?.[1]),
      total,
    ]
  }
  assert.equal(await silent(), false)
  stage.clock.pass(dayMs + 1_000)
  assert.equal(await silent(), true)
  const [measured, diagnosed, listed] = await counted()
  assert.ok(Number(listed) > 0)
  assert.deepEqual([measured, diagnosed], [listed, listed])
  assert.equal((await shop.state(id, shop.liveKey)).status, 'processing')
  const odd = await stage.desk.call('/v1/admin/collections?silent=maybe')
  assert.equal(inShort(odd), '422 validation_error')
})
