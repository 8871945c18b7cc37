import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { examine } from '../../src/operator/operator.ts'
import type { Outcome } from '../../src/providers/providers.ts'
import { type Service, startService } from '../service.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import { ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf, dataOf, type Fields, openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openTill } from './payouts/till.ts'

const provider = ownProvider({ collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
const clock = ownClock()
let service: Service
let shop: Shop
let admin: Awaited<ReturnType<typeof hireAdmin>>
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  shop = await openShop(service)
  admin = await hireAdmin(service)
})
after(() => endStory(service))

const reversed: Outcome = { kind: 'reversed', providerStatus: 'REVERSED' }

async function paid() {
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(service)
  await provider.tell(service, reference, succeeded(150_000n))
  return { id, reference: String(reference) }
}

/** While the work runs, whatever is resolved fails with this, in the transaction that resolves it. */
async function failing(fault: Error, work: () => Promise<void>): Promise<void> {
  const { world } = service
  world.crashPoint = (point) => {
    if (point.endsWith('.resolving')) throw fault
  }
  // It will not be free sooner for being waited for.
  world.pause = async () => {}
  try {
    await work()
  } finally {
    delete world.crashPoint
    delete world.pause
  }
}

const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })

/** Passes as well, but nobody waits at the door for a statement that took too long, as they do for a row: five seconds. */
const slow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })

async function letters(query = ''): Promise<Fields[]> {
  return dataOf(await admin.call(`/v1/admin/dead-letters${query}`)).items as Fields[]
}

test('a reversal that meets a locked row, and a slow database again and again, is carried out in the end', async () => {
  const { id, reference } = await paid()
  await failing(locked, async () => {
    assert.equal(inShort(await provider.tell(service, reference, reversed)), '503 unavailable')
  })
  await failing(slow, async () => {
    for (let round = 0; round < 4; round += 1) {
      clock.pass(3_600_000)
      await service.parts.callbacks.takeDue()
      assert.equal((await shop.state(id, shop.liveKey)).status, 'successful')
    }
  })
  clock.pass(3_600_000)
  await service.parts.callbacks.takeDue()
  assert.equal((await shop.state(id, shop.liveKey)).status, 'reversed')
  assert.deepEqual(await letters(), [])
})

test('what fails for the moment is tried again later each time, and by one worker at once', async () => {
  const { reference } = await paid()
  const due = async () => {
    const [row] = await service.world.sql<{ due_at: Date }[]>`
      select due_at from provider_callbacks where handled_at is null`
    return row ? row.due_at.getTime() - clock.now().getTime() : null
  }
  await failing(slow, async () => {
    await provider.tell(service, reference, reversed)
    assert.equal(await due(), 5_000)
    clock.pass(4_000)
    assert.equal(await service.parts.callbacks.takeDue(), 0)
    clock.pass(2_000)
    const { takeDue } = service.parts.callbacks
    const taken = await Promise.all([takeDue(), takeDue(), takeDue()])
    assert.deepEqual(taken.sort(), [0, 0, 1])
    assert.equal(await due(), 30_000)
  })
  clock.pass(31_000)
  assert.equal(await service.parts.callbacks.takeDue(), 1)
  assert.equal(await due(), null)
})

test('what cannot be carried out is a dead letter that people see, and is taken up again when they say so', async () => {
  const { id, reference } = await paid()
  await failing(new Error('a bug of ours'), async () => {
    assert.equal((await provider.tell(service, reference, reversed)).status, 500)
    for (let day = 0; day < 12; day += 1) {
      clock.pass(86_400_000)
      await service.parts.callbacks.takeDue()
    }
  })
  const [letter, ...others] = await letters('?status=open&provider=own')
  assert.ok(letter)
  assert.deepEqual([letter.attempts, letter.fault, others], [11, 'Error: a bug of ours', []])
  assert.ok(String(letter.body).includes(reference))
  const metrics = await service.parts.metrics.text()
  assert.match(metrics, /malipo_waiting_for_people\{what="dead_letters"\} 1/)
  const symptoms = await examine(service.parts.config, service.world, 'the test')
  const told = symptoms.find(({ check }) => check === 'callbacks')
  assert.equal(told?.state, 'warning')
  assert.match(told?.details ?? '', /^1 could not be carried out/)
  const path = `/v1/admin/dead-letters/${letter.id}/settle`
  const retry = { body: { action: 'retry', note: 'mended' } }
  assert.equal(inShort(await admin.call(path, 'live', { body: { action: 'retry' } })), '422 validation_error')
  assert.equal(inShort(await admin.call(path, 'sandbox', retry)), '404 not_found')
  const settled = await admin.call(path, 'live', retry)
  assert.deepEqual([settled.body.data.status, settled.body.data.action], ['settled', 'retry'])
  assert.equal(inShort(await admin.call(path, 'live', retry)), '409 invalid_state')
  clock.pass(1_000)
  await service.parts.callbacks.takeDue()
  assert.equal((await shop.state(id, shop.liveKey)).status, 'reversed')
  assert.deepEqual(await letters('?status=open'), [])
  assert.deepEqual(await admin.audited(letter.id), [
    { action: 'dead_letter.settled', actor_id: admin.adminId },
  ])
})

test('a genuine word of the wrong kind is told so and put aside, and one that nobody signed is not', async () => {
  const { reference } = await paid()
  const wrong = { about: 'disbursement' } as const
  assert.equal(inShort(await provider.tell(service, reference, reversed, wrong)), '422 validation_error')
  const [letter, ...others] = await letters('?status=open')
  assert.match(String(letter?.fault), /^validation_error/)
  assert.deepEqual(others, [])
  const body = { action: 'dismiss', note: 'they have mended it' }
  const path = `/v1/admin/dead-letters/${letter?.id}/settle`
  assert.equal(inShort(await admin.call(path, 'live', { body })), '200')
  await provider.tell(service, reference, reversed, { ...wrong, isGenuine: false })
  assert.deepEqual(await letters('?status=open'), [])
})

test('whoever plays the provider in the sandbox is told what cannot be carried out, and leaves nothing for people to settle', async () => {
  const full = await openShop(service)
  await full.call('/v1/sandbox/top-up', { body: { amount: '9999999999999.99' } })
  const reference = String((await full.push()).provider_reference)
  for (let told = 0; told < 3; told += 1)
    assert.equal(inShort(await full.tell({ reference })), '422 amount_not_supported')
  const { sql } = service.world
  assert.equal((await sql`select from dead_letters where environment = 'sandbox'`).length, 0)
  assert.equal((await sql`select from provider_callbacks where handled_at is null`).length, 0)
})

test('a genuine word about a reference that nobody has is a discrepancy, one however often it is told', async () => {
  const reference = `MLP${randomUUID().replaceAll('-', '').toUpperCase()}`
  for (let round = 0; round < 3; round += 1) {
    const told = await provider.tell(service, reference, succeeded(150_000n))
    assert.deepEqual([told.body.data.outcome, told.body.data.status], ['discrepancy', null])
  }
  const forged = await provider.tell(service, reference, succeeded(1n), { isGenuine: false })
  assert.equal(inShort(forged), '404 not_found')
  const list = dataOf(await admin.call('/v1/admin/discrepancies?kind=unknown_reference')).items as Fields[]
  const [found, ...others] = list.filter((one) => one.reference === reference)
  assert.ok(found)
  assert.deepEqual(
    [found.provider, found.ours, found.theirs, found.merchant_id, found.collection_id, others],
    ['own', 'no collection has this reference', 'successful TZS 1500.00', null, null, []],
  )
  const accept = await admin.settle(found.id, { action: 'accept_provider' })
  assert.equal(inShort(accept), '422 validation_error')
  const kept = { action: 'keep_ours', note: 'paid back by hand' }
  assert.equal(inShort(await admin.settle(found.id, kept)), '200')
  assert.equal(inShort(await admin.settle(found.id, kept)), '409 invalid_state')
})

test('a payout that the provider pays before anybody approved it is a discrepancy', async () => {
  const till = await openTill(service)
  const { id } = await till.submit({})
  const reference = `MLW${String(id).replaceAll('-', '').toUpperCase()}`
  const told = await provider.tell(service, reference, succeeded(1_000_000n), { about: 'disbursement' })
  assert.deepEqual([told.body.data.outcome, told.body.data.status], ['discrepancy', 'PENDING_ADMIN_APPROVAL'])
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
  const path = `/v1/admin/discrepancies?withdrawal_id=${id}`
  const [found] = dataOf(await admin.call(path)).items as Fields[]
  assert.equal(found?.kind, 'success_before_request')
})

test('a sealed header that cannot be opened any more keeps nobody else from being heard', async () => {
  const first = await paid()
  const second = await paid()
  await failing(slow, async () => {
    const headers = { authorization: 'TOY 1' }
    for (const { reference } of [first, second])
      await provider.tell(service, reference, reversed, { headers })
  })
  const sealed = JSON.stringify({ 'x-own-signature': 'genuine', authorization: 'AAAA' })
  await service.world.sql`
    update provider_callbacks set headers = ${sealed}::text::json where handled_at is null`
  clock.pass(60_000)
  await service.parts.callbacks.takeDue()
  for (const { id } of [first, second]) {
    assert.equal((await shop.state(id, shop.liveKey)).status, 'reversed')
  }
})

test('nobody settles a letter about their own money, not even while there is but one connection left', async () => {
  const { sql, newId, clock: now } = service.world
  const { provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await sql`
    insert into memberships (id, merchant_id, user_id, role, created_at)
    values (${newId()}, ${shop.merchantId}, ${admin.adminId}, 'viewer', ${now.now()})`
  const [id, body] = [newId(), JSON.stringify({ event_id: 'a letter', provider_reference: reference })]
  await sql`
    insert into dead_letters (id, environment, provider, at_interface, headers, body, received_at, attempts, fault, status,
      created_at)
    values (${id}, 'live', 'own', false, '{}', convert_to(${body}, 'UTF8'), ${now.now()}, 1, 'a bug', 'open', ${now.now()})`
  const ended = Promise.withResolvers<void>()
  const busy = Array.from({ length: sql.pool.options.max - 1 }, () => sql.begin(() => ended.promise))
  const dismissed = { body: { action: 'dismiss', note: 'mine' } }
  const answer = await admin.call(`/v1/admin/dead-letters/${id}/settle`, 'live', dismissed)
  ended.resolve()
  await Promise.all(busy)
  assert.equal(inShort(answer), '403 forbidden')
})
