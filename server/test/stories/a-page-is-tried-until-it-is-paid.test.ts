import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collectionResolver, endPages } from '../../src/collections/collections.ts'
import { Refusal } from '../../src/primitives/refusal.ts'
import type { Cancelled } from '../../src/providers/providers.ts'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { type Service, startService } from '../service.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import {
  declined,
  lookAgain,
  type OwnProvider,
  ownClock,
  ownProvider,
  succeeded,
  workOnce,
} from './money/own-provider.ts'
import { type HostedPage, openPage } from './money/page.ts'
import { openShop, type Shop } from './money/shop.ts'

const clock = ownClock()
const [minutes, hours] = [60_000, 3_600_000]
let provider: OwnProvider
let service: Service
let shop: Shop
before(async () => {
  provider = ownProvider({
    collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }),
    cancel: () => ({ kind: 'cancelled', providerStatus: 'OFF' }),
  })
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  shop = await openShop(service)
})
after(() => endStory(service))

const page = () => openPage(service, shop)
const refused = (error: unknown) => error instanceof Refusal && error.code === 'invalid_state'
const outcome = async ({ id }: HostedPage) => {
  const { status, failure_code: code } = await shop.state(id, shop.liveKey)
  return code === null ? status : `${status}: ${code}`
}
/** A try that the provider has, and then says of what it is told to. */
async function sent(on: HostedPage, wish = {}): Promise<string> {
  const { tried } = await on.begin(wish)
  await workOnce(service)
  return tried.provider_reference
}
async function failedTry(on: HostedPage): Promise<string> {
  const reference = await sent(on)
  await provider.tell(service, reference, declined)
  return reference
}

test('who leaves without paying ends it, once; not while a try is open', async () => {
  const unpicked = await page()
  assert.deepEqual(
    [(await unpicked.leave()).status, await outcome(unpicked)],
    ['failed', 'failed: cancelled'],
  )
  assert.equal((await unpicked.leave()).status, 'failed')
  assert.deepEqual(await shop.events(unpicked.id), ['collection.failed'])
  await assert.rejects(unpicked.begin(), refused)

  const open = await page()
  const reference = await sent(open)
  assert.equal((await open.leave()).status, 'processing')
  assert.deepEqual((await open.read()).may, { begin: false, useAnotherWay: true, leave: false })
  await provider.tell(service, reference, declined)
  assert.deepEqual((await open.read()).may, { begin: true, useAnotherWay: false, leave: true })
  await open.leave()
  assert.equal(await outcome(open), 'failed: cancelled')
  assert.deepEqual(await shop.events(open.id), ['collection.failed'])
})

test('what nobody uses ends by itself, and nobody is asked', async () => {
  const [unpicked, tried, open] = [await page(), await page(), await page()]
  await failedTry(tried)
  const reference = await sent(open)
  provider.script.lookUp = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  clock.pass(15 * minutes - 1)
  await endPages(service.world)
  assert.deepEqual([await outcome(tried), await outcome(unpicked)], ['processing', 'created'])
  clock.pass(1)
  const asked = provider.questions.length
  await endPages(service.world)
  assert.deepEqual([await outcome(tried), await outcome(unpicked)], ['failed: declined', 'created'])
  clock.pass(24 * hours)
  await endPages(service.world)
  assert.deepEqual([await outcome(unpicked), await outcome(open)], ['failed: expired', 'processing'])
  assert.equal(provider.questions.length, asked)
  await assert.rejects(unpicked.begin(), refused)
  await provider.tell(service, reference, declined)
  assert.equal(await outcome(open), 'failed: declined', 'there is no page any more to try again on')
  for (const { id } of [unpicked, tried, open]) {
    assert.deepEqual(await shop.events(id), ['collection.failed'])
  }
})

test('another way is free once the open try is cancelled for sure, and not before', async () => {
  const answers: [Cancelled, string[]][] = [
    [{ kind: 'unknown', because: 'silence' }, ['open']],
    [{ kind: 'pending', providerStatus: 'PENDING' }, ['open']],
    [{ kind: 'cancelled', providerStatus: 'OFF' }, ['cancelled']],
    [declined, ['failed']],
  ]
  for (const [answer, states] of answers) {
    const on = await page()
    await sent(on)
    provider.script.cancel = () => answer
    const { may } = await on.useAnotherWay()
    assert.deepEqual([await on.states(), may.begin], [states, states[0] !== 'open'], answer.kind)
    if (!may.begin) await assert.rejects(on.begin(), refused)
    else assert.equal((await on.begin({ method: 'DYNAMIC_QR', phone: null })).tried.number, 2)
  }
  const paid = await page()
  await sent(paid)
  provider.script.cancel = () => succeeded(150_000n)
  const { may } = await paid.useAnotherWay()
  assert.deepEqual([await outcome(paid), may.begin, may.useAnotherWay], ['successful', false, false])
})

test('a double tap is one try, and of two attempts at once one begins', async () => {
  const tapped = await page()
  const taps = await Promise.all([1, 2, 3].map(() => tapped.begin({ attempt: 'the same' })))
  assert.deepEqual(taps.map(({ isNew }) => isNew).sort(), [false, false, true])
  assert.equal(new Set(taps.map(({ tried }) => tried.id)).size, 1)
  const raced = await page()
  const tabs = await Promise.allSettled([raced.begin(), raced.begin({ method: 'DYNAMIC_QR' })])
  const lost = tabs.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  assert.equal((await raced.read()).tries.length, 1)
  const { method } = (await raced.read()).collection
  assert.deepEqual(
    lost.map(({ details }) => details),
    [{ status: 'processing', open_try: { number: 1, method } }],
  )
})

test('five tries, and no sixth; the page then ends as any other', async () => {
  const on = await page()
  for (let number = 1; number <= 5; number += 1) await failedTry(on)
  assert.deepEqual((await on.read()).may, { begin: false, useAnotherWay: false, leave: true })
  await assert.rejects(on.begin(), refused)
  assert.equal((await on.read()).triesLeft, 0)
  clock.pass(15 * minutes)
  await endPages(service.world)
  assert.equal(await outcome(on), 'failed: declined')
})

test('an earlier try that succeeds late pays; whatever succeeds after that is a discrepancy', async () => {
  const before = Number((await shop.balance('live')).available)
  const on = await page()
  const first = await failedTry(on)
  const second = await sent(on, { phone: '0754000002' })
  await provider.tell(service, first, succeeded(150_000n))
  const { collection, tries } = await on.read()
  assert.deepEqual(
    [collection.status, collection.provider_reference, collection.customer_phone],
    ['successful', first, '255754000001'],
  )
  assert.deepEqual(
    tries.map(({ state }) => state),
    ['paid', 'open'],
  )
  const told = await provider.tell(service, second, succeeded(150_000n))
  assert.equal(told.body.data.outcome, 'discrepancy')
  await provider.tell(service, second, succeeded(150_000n))
  assert.deepEqual(await shop.events(on.id), ['collection.successful'])
  assert.equal(Number((await shop.balance('live')).available), before + 1500)

  const admin = await hireAdmin(service)
  const items = await admin.discrepancies(on.id)
  assert.deepEqual(
    items.map(({ kind, theirs, reference }) => [kind, theirs, reference]),
    [['another_try_paid', 'successful, try 2', second]],
  )
  const settle = (action: string) => admin.settle(String(items[0]?.id), { action, note: 'returned' })
  assert.equal((await settle('accept_provider')).status, 422)
  assert.equal((await settle('keep_ours')).status, 200)
  assert.equal(Number((await shop.balance('live')).available), before + 1500)
})

test('an earlier try that pays late has the later one cancelled; what nobody knows of that stays open, and is asked again', async () => {
  const answers: [Cancelled, string][] = [
    [{ kind: 'cancelled', providerStatus: 'OFF' }, 'cancelled'],
    [declined, 'failed'],
    [{ kind: 'pending', providerStatus: 'PENDING' }, 'open'],
    [{ kind: 'unknown', because: 'silence' }, 'open'],
    [succeeded(150_000n), 'open'],
  ]
  const cancelled: string[] = []
  const askedFor = (reference: string) => cancelled.splice(0).filter((one) => one === reference)
  provider.script.lookUp = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  for (const [answer, state] of answers) {
    const on = await page()
    const first = await failedTry(on)
    const second = await sent(on)
    provider.script.cancel = (reference) => {
      cancelled.push(reference)
      return answer
    }
    await provider.tell(service, first, succeeded(150_000n))
    assert.deepEqual(await on.states(), ['paid', 'open'], 'nobody waits for the provider')
    await lookAgain(service.parts)
    assert.deepEqual(askedFor(second), [second], answer.kind)
    assert.deepEqual([await on.states(), await outcome(on)], [['paid', state], 'successful'], answer.kind)
    clock.pass(hours)
    await lookAgain(service.parts)
    const isStillOpen = state === 'open' && answer.kind !== 'succeeded'
    assert.deepEqual(askedFor(second), isStillOpen ? [second] : [], answer.kind)
    await provider.tell(service, second, succeeded(150_000n))
    const told = await service.world.sql`
      select kind, reference from discrepancies where collection_id = ${on.id}`
    assert.deepEqual([...told], [{ kind: 'another_try_paid', reference: second }], answer.kind)
    assert.deepEqual(await shop.events(on.id), ['collection.successful'])
  }
})

test('of two tries that are paid at the same moment one pays, and the money of the other is for a person', async (context) => {
  const rounds = howMuch({ test: 5, proveShort: 40, prove: 200 })
  tellProof(context, `${rounds} rounds of two tries paid at the same moment`)
  const { world, parts } = service
  // Two doors, as of two processes: in one of them they would share a batch, and come one after the other.
  const doors = [parts.resolve, collectionResolver(world, parts.registry)]
  const before = Number((await shop.balance('live')).available)
  const winners = new Set<number>()
  for (let round = 1; round <= rounds; round += 1) {
    const on = await page()
    await failedTry(on)
    await sent(on)
    const { collection, tries } = await on.read()
    const outcomes = await Promise.all(
      tries.map(async ({ id: tryId }, place) => {
        const report = { collectionId: on.id, tryId, source: 'callback', word: succeeded(150_000n) } as const
        // Whose transaction begins first is not always whose comes first here.
        const door = doors[(place + round) % 2]
        return (await door?.(report, collection))?.outcome
      }),
    )
    assert.deepEqual(outcomes.toSorted(), ['applied', 'discrepancy'])
    const after = await on.read()
    const winner = outcomes.indexOf('applied')
    winners.add(winner)
    const [paid, other] = [after.tries[winner], after.tries[1 - winner]]
    assert.deepEqual(
      [after.collection.status, after.collection.provider_reference, paid?.state, other?.state === 'paid'],
      ['successful', paid?.provider_reference, 'paid', false],
    )
    const told = await world.sql`select kind, reference from discrepancies where collection_id = ${on.id}`
    assert.deepEqual([...told], [{ kind: 'another_try_paid', reference: other?.provider_reference }])
    assert.deepEqual(await shop.events(on.id), ['collection.successful'])
  }
  assert.equal(Number((await shop.balance('live')).available), before + 1500 * rounds)
  if (rounds > 100) assert.equal(winners.size, 2, 'either may come first')
})

test('a success after the end waits for a person, who makes that try the one that paid', async () => {
  const on = await page()
  await failedTry(on)
  const second = await failedTry(on)
  await failedTry(on)
  await on.leave()
  await provider.tell(service, second, succeeded(150_000n))
  assert.equal(await outcome(on), 'failed: cancelled')
  provider.script.lookUp = (reference) => (reference === second ? succeeded(150_000n) : declined)
  const admin = await hireAdmin(service)
  const items = await admin.discrepancies(on.id)
  assert.deepEqual(
    items.map(({ kind, reference }) => [kind, reference]),
    [['success_after_failure', second]],
  )
  const settled = await admin.settle(String(items[0]?.id), { action: 'accept_provider' })
  assert.equal(settled.status, 200, JSON.stringify(settled.body))
  const { collection } = await on.read()
  assert.deepEqual([collection.status, collection.provider_reference], ['successful', second])
  assert.deepEqual(await on.states(), ['failed', 'paid', 'failed'])
  assert.deepEqual(await shop.events(on.id), ['collection.failed', 'collection.successful'])
})

test('a merchant reads what was tried, and a refresh before that asks nobody', async () => {
  const on = await page()
  const asked = provider.questions.length
  assert.equal((await shop.refresh(on.id, shop.liveKey)).status, 'created')
  assert.equal(provider.questions.length, asked)
  await failedTry(on)
  await sent(on, { method: 'DYNAMIC_QR', phone: null })
  const { history } = await shop.read(on.id, 'live')
  assert.deepEqual(
    history.map(({ to, note }: { to: string; note?: unknown }) => [to, note]),
    [
      ['created', null],
      ['processing', 'try 1 begins: USSD_PUSH'],
      ['processing', 'try 1 failed: declined: no'],
      ['processing', 'try 2 begins: DYNAMIC_QR'],
    ],
  )
})
