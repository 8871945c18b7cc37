import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Outcome } from '../../src/providers/providers.ts'
import { type Service, startService } from '../service.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import { declined, ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf, inWords, openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const provider = ownProvider({ collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
const clock = ownClock()
let service: Service
let admin: Awaited<ReturnType<typeof hireAdmin>>
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  admin = await hireAdmin(service)
})
after(() => endStory(service))

const reversed: Outcome = { kind: 'reversed', providerStatus: 'REVERSED' }

async function push(shop: Shop) {
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(service)
  return { id, reference }
}

/** First word, second word, what we hold then, and what the contradiction is called. */
const contradictions: [title: string, first: Outcome | null, second: Outcome, holds: string, kind: string][] =
  [
    ['success after failure', declined, succeeded(150_000n), 'failed', 'success_after_failure'],
    ['failure after success', succeeded(150_000n), declined, 'successful', 'failure_after_success'],
    ['another amount', null, succeeded(150_100n), 'processing', 'other_amount'],
    ['another currency', null, succeeded(150_000n, 'KES'), 'processing', 'other_currency'],
    ['another amount after success', succeeded(), succeeded(1n), 'successful', 'other_amount'],
    ['a reversal after failure', declined, reversed, 'failed', 'reversal_after_failure'],
  ]

for (const [title, first, second, holds, kind] of contradictions) {
  test(`${title}: nothing moves, and told thrice by callback and thrice by look-up it is one discrepancy`, async () => {
    const shop = await openShop(service)
    const { id, reference } = await push(shop)
    if (first) assert.equal((await provider.tell(service, reference, first)).body.data.outcome, 'applied')
    const before = [await shop.read(id, 'live'), await shop.transactions('live'), await shop.events(id)]
    for (let round = 0; round < 3; round += 1) {
      const told = await provider.tell(service, reference, second)
      assert.deepEqual([told.body.data.outcome, told.body.data.status], ['discrepancy', holds])
    }
    provider.script.lookUp = (asked) => (asked === reference ? second : { kind: 'unknown', because: '' })
    for (let round = 0; round < 3; round += 1) {
      assert.equal((await shop.refresh(id, shop.liveKey)).status, holds)
    }
    assert.deepEqual(
      [await shop.read(id, 'live'), await shop.transactions('live'), await shop.events(id)],
      before,
    )
    const found = await admin.discrepancies(id)
    assert.deepEqual(
      found.map((one) => [one.kind, one.status, one.action]),
      [[kind, 'open', null]],
    )
    assert.equal(found[0]?.ours, `${holds} TZS 1500.00`)
    assert.deepEqual(await admin.discrepancies(id, 'sandbox'), [])
  })
}

test('an amount that the chaser learns of keeps the collection open until a person fails it', async () => {
  const shop = await openShop(service)
  const { id, reference } = await push(shop)
  provider.script.lookUp = (asked) =>
    asked === reference ? succeeded(1n) : { kind: 'unknown', because: 'not this one' }
  for (let round = 0; round < 5; round += 1) {
    clock.pass(3_600_000)
    await workOnce(service)
  }
  assert.equal((await shop.state(id, shop.liveKey)).status, 'processing')
  const [found, ...more] = await admin.discrepancies(id)
  assert.deepEqual(more, [])
  const refused = await admin.settle(found?.id, { action: 'accept_provider' })
  assert.equal(inShort(refused), '422 validation_error')
  assert.equal(inShort(await admin.settle(found?.id, { action: 'keep_ours', note: 'sent back' })), '200')
  assert.equal((await shop.state(id, shop.liveKey)).status, 'failed')
  assert.deepEqual(await shop.events(id), ['collection.failed'])
  assert.deepEqual(await shop.balance('live'), balanceOf({}))
  // Settled is settled: the provider saying it again opens nothing.
  await provider.tell(service, reference, succeeded(1n))
  assert.deepEqual(
    (await admin.discrepancies(id)).map(({ status }) => status),
    ['settled'],
  )
})

async function contradicted(shop: Shop, first: Outcome, second: Outcome) {
  const { id, reference } = await push(shop)
  await provider.tell(service, reference, first)
  await provider.tell(service, reference, second)
  const [found] = await admin.discrepancies(id)
  return { id, discrepancyId: found?.id }
}

test('to accept a success after failure credits the shop, once', async () => {
  const shop = await openShop(service)
  const { id, discrepancyId } = await contradicted(shop, declined, succeeded(150_000n))
  const settled = await admin.settle(discrepancyId, { action: 'accept_provider', note: 'seen their books' })
  assert.deepEqual(
    [settled.body.data.status, settled.body.data.action, settled.body.data.settled_by],
    ['settled', 'accept_provider', admin.adminId],
  )
  const { data: read } = (await admin.call(`/v1/admin/discrepancies/${discrepancyId}`)).body
  assert.deepEqual([read, typeof read.settled_by_name], [settled.body.data, 'string'])
  assert.equal((await shop.state(id, shop.liveKey)).status, 'successful')
  assert.deepEqual(await shop.events(id), ['collection.failed', 'collection.success'])
  assert.deepEqual(inWords(await shop.transactions('live')), ['credit collection 1500.00 → 1500.00'])
  const { history } = await shop.read(id, 'live')
  assert.deepEqual([history.at(-1)?.from, history.at(-1)?.source], ['failed', 'super_admin'])
  for (const action of ['accept_provider', 'keep_ours']) {
    assert.equal(inShort(await admin.settle(discrepancyId, { action })), '409 invalid_state')
  }
  assert.deepEqual(await shop.balance('live'), balanceOf({ available: '1500.00' }))
  assert.deepEqual(await admin.audited(discrepancyId), [
    { action: 'discrepancy.settled', actor_id: admin.adminId },
  ])
})

test('to accept a failure after success takes the money back, once', async () => {
  const shop = await openShop(service)
  const { id, discrepancyId } = await contradicted(shop, succeeded(150_000n), declined)
  assert.equal(inShort(await admin.settle(discrepancyId, { action: 'accept_provider' })), '200')
  assert.equal((await shop.state(id, shop.liveKey)).status, 'reversed')
  assert.deepEqual(await shop.events(id), ['collection.success', 'collection.reversed'])
  assert.deepEqual(inWords(await shop.transactions('live')), [
    'credit collection 1500.00 → 1500.00',
    'debit collection_reversal 1500.00 → 0.00',
  ])
})

test('to keep ours moves nothing and tells nobody', async () => {
  const shop = await openShop(service)
  const lost = await contradicted(shop, declined, succeeded(150_000n))
  const kept = await contradicted(shop, succeeded(150_000n), declined)
  for (const { discrepancyId } of [lost, kept]) {
    assert.equal(inShort(await admin.settle(discrepancyId, { action: 'keep_ours' })), '200')
  }
  assert.equal((await shop.state(lost.id, shop.liveKey)).status, 'failed')
  assert.equal((await shop.state(kept.id, shop.liveKey)).status, 'successful')
  assert.deepEqual(await shop.events(lost.id), ['collection.failed'])
  assert.deepEqual(await shop.events(kept.id), ['collection.success'])
  assert.deepEqual(await shop.balance('live'), balanceOf({ available: '1500.00' }))
})

for (const [title, first, second, , kind] of contradictions) {
  test(`${title}, settled, is opened anew when the provider denied it in between, and not when it only repeats it`, async () => {
    const shop = await openShop(service)
    const { id, reference } = await push(shop)
    const say = (word: Outcome) => provider.tell(service, reference, word)
    const open = async () => (await admin.discrepancies(id)).filter((one) => one.status === 'open')
    if (first) await say(first)
    await say(second)
    const [found] = await open()
    assert.equal(inShort(await admin.settle(found?.id, { action: 'keep_ours' })), '200')
    provider.script.lookUp = (asked) => (asked === reference ? second : { kind: 'unknown', because: '' })
    await shop.refresh(id, shop.liveKey)
    await say(second)
    assert.deepEqual(await open(), [], 'repeated')
    const isOfFailure = second.kind === 'failed'
    await say(isOfFailure ? succeeded(150_000n) : declined)
    await say(second)
    await say(second)
    assert.deepEqual(
      (await open()).map((one) => one.kind).filter((one) => one === kind),
      [kind],
    )
  })
}

test('ten clicks at once settle it once', async () => {
  const shop = await openShop(service)
  const { discrepancyId } = await contradicted(shop, declined, succeeded(150_000n))
  const clicks = await Promise.all(
    Array.from({ length: 10 }, () => admin.settle(discrepancyId, { action: 'accept_provider' })),
  )
  const answers = clicks.map(inShort).sort()
  assert.deepEqual(answers, ['200', ...Array.from({ length: 9 }, () => '409 invalid_state')])
  assert.deepEqual(await shop.balance('live'), balanceOf({ available: '1500.00' }))
  assert.equal((await admin.audited(discrepancyId)).length, 1)
})

test('only a Super Admin settles, what exists, in its environment, by a decision that exists', async () => {
  const shop = await openShop(service)
  const { id, discrepancyId } = await contradicted(shop, declined, succeeded(150_000n))
  const body = { action: 'accept_provider' }
  for (const unknown of [randomUUID(), 'nothing']) {
    assert.equal(inShort(await admin.settle(unknown, body)), '404 not_found')
  }
  assert.equal(inShort(await admin.settle(discrepancyId, body, 'sandbox')), '404 not_found')
  assert.equal(inShort(await admin.settle(discrepancyId, { action: 'both' })), '422 validation_error')
  const path = `/v1/admin/discrepancies/${discrepancyId}/settle`
  assert.equal(inShort(await shop.dashboard(path, 'live', { body })), '403 forbidden')
  assert.equal(inShort(await shop.call(path, { body })), '403 dashboard_session_required')
  assert.equal(inShort(await shop.dashboard('/v1/admin/discrepancies', 'live')), '403 forbidden')
  assert.equal((await shop.state(id, shop.liveKey)).status, 'failed')
  assert.deepEqual(await admin.audited(discrepancyId), [])
  const open = await admin.call('/v1/admin/discrepancies?status=open&page_size=100')
  const ids = (open.body.data.items as { id: string }[]).map((one) => one.id)
  assert.ok(ids.includes(String(discrepancyId)))
})
