import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { makeSimulations } from '../../src/risk/make-simulations.ts'
import type { Service } from '../service.ts'
import { startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields, openShop, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { hireRuleMaker, type RuleMaker } from './risk/rule-maker.ts'

const provider = ownProvider({ collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
const clock = ownClock()
let service: Service
let rules: RuleMaker
let admin: RuleMaker['admin']
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  rules = await hireRuleMaker(service)
  admin = rules.admin
})
after(() => endStory(service))

const make = (shop: Shop, when: Fields, given: Fields = {}) => rules.make(shop, when, given)
const hitsOf = (shop: Shop, query = '') => rules.hitsOf(shop, query)

const push = (shop: Shop, body: Fields = {}, idempotencyKey: string = randomUUID()) =>
  shop.order(
    'ussd-push',
    { amount: '1500.00', customer_phone: somebody, ...body },
    { key: shop.liveKey, idempotencyKey },
  )

async function pay(id: unknown, payer?: string): Promise<unknown> {
  const [row] = await service.world.sql`select provider_reference from collections where id = ${String(id)}`
  await workOnce(service)
  const word = { ...succeeded(), ...(payer !== undefined && { payer }) }
  return (await provider.tell(service, row?.provider_reference, word)).body.data.status
}

const fourInTenMinutes = { field: 'payer_count_10m', is: 'more_than', value: '4' }

test('the fifth push in ten minutes is refused, and nothing is made of it', async () => {
  const shop = await openShop(service)
  await make(shop, fourInTenMinutes, { name: 'Many pushes' })
  for (let made = 0; made < 4; made += 1) assert.equal(inShort(await push(shop)), '202')
  const refused = await push(shop)
  assert.equal(inShort(refused), '409 risk_blocked')
  assert.equal(JSON.stringify(refused.body).includes('Many pushes'), false)
  const [{ count } = { count: 0 }] = await service.world.sql<{ count: number }[]>`
    select count(*)::int as count from collections where merchant_id = ${shop.merchantId}`
  assert.equal(count, 4)
  const [hit, ...others] = await hitsOf(shop)
  assert.equal(hit?.sentence, '5 payments in 10 minutes from this payer, 4 allowed.')
  assert.deepEqual([hit?.outcome, hit?.payment_id, hit?.rule_version], ['blocked', null, 1])
  assert.deepEqual(hit?.facts, [{ field: 'payer_count_10m', value: '5' }])
  assert.equal(others.length, 0)
  // Somebody else pays on, and so does the same payer when the time is over.
  assert.equal(inShort(await push(shop, { customer_phone: '0713000001' })), '202')
  clock.pass(10 * 60_000 + 1)
  assert.equal(inShort(await push(shop)), '202')
})

test('of twelve at once four are made, whoever comes first', async () => {
  const shop = await openShop(service)
  await make(shop, fourInTenMinutes)
  const answers = await Promise.all(Array.from({ length: 12 }, () => push(shop)))
  const told = answers.map(inShort).toSorted()
  assert.deepEqual(told, [...Array(4).fill('202'), ...Array(8).fill('409 risk_blocked')])
})

test('a repeated request is answered as it was, and counts once', async () => {
  const shop = await openShop(service)
  await make(shop, { field: 'payer_count_1h', is: 'more_than', value: '1' })
  const key = randomUUID()
  const first = await push(shop, {}, key)
  const again = await push(shop, {}, key)
  assert.deepEqual([first.status, again.status], [202, 202])
  assert.equal(again.body.data.id, first.body.data.id)
  assert.equal((await hitsOf(shop)).length, 0)
})

test('what is to be looked at is held when its money has come, and merchants read no more than that', async () => {
  const shop = await openShop(service)
  await make(
    shop,
    { field: 'amount', is: 'more_than', value: '1000' },
    { action: 'review', name: 'Large ones' },
  )
  const small = await shop.push({ amount: '1000.00' }, { key: shop.liveKey })
  assert.equal(await pay(small.id), 'successful')
  const { id } = await shop.push({ amount: '1000.01' }, { key: shop.liveKey })
  assert.equal((await shop.state(id, shop.liveKey)).held_for_review, undefined)
  assert.equal(await pay(id), 'pending_clearance')
  const seen = await shop.read(id, 'live')
  assert.equal(seen.held_for_review, true)
  assert.equal((seen.history.at(-1) as unknown as { note: string }).note, 'held_for_review')
  assert.equal(JSON.stringify(seen).includes('Large ones'), false)
  const [hit] = await hitsOf(shop, `&payment_id=${id}`)
  assert.deepEqual([hit?.outcome, hit?.sentence], ['held', 'Amount is 1000.01, 1000 allowed.'])
  assert.equal((await admin.decide(id, 'clear')).body.data.status, 'successful')
})

test('what one rule allows no other holds, and one that watches only tells', async () => {
  const shop = await openShop(service)
  const all = { field: 'amount', is: 'more_than', value: '1' }
  await make(shop, all, { action: 'review', mode: 'watch' })
  const watched = await shop.push({}, { key: shop.liveKey })
  assert.equal(await pay(watched.id), 'successful')
  await make(shop, all, { action: 'block' })
  assert.equal(inShort(await push(shop)), '409 risk_blocked')
  await make(shop, { field: 'payer_listed', is: 'equals', value: 'known' }, { action: 'allow' })
  assert.equal(inShort(await push(shop)), '409 risk_blocked')
  const entry = `/v1/admin/risk-lists/known/${somebody}`
  assert.equal(
    dataOf(await admin.call(entry, 'live', { method: 'PUT', body: {} })).value,
    `255${somebody.slice(1)}`,
  )
  const { body, status } = await push(shop)
  assert.equal(status, 202, JSON.stringify(body))
  assert.equal(await pay(body.data.id), 'successful')
  const outcomes = (await hitsOf(shop, `&payment_id=${body.data.id}`)).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes.toSorted(), ['allowed', 'watched', 'watched'])
  assert.equal(dataOf(await admin.call(entry, 'live', { method: 'DELETE' })).removed, true)
  assert.equal(inShort(await push(shop)), '409 risk_blocked')
  assert.equal(inShort(await admin.call(entry, 'live', { method: 'DELETE' })), '404 not_found')
})

test('money whose payer is known only when it comes is held, never refused', async () => {
  const shop = await openShop(service)
  await make(shop, { field: 'payer_listed', is: 'equals', value: 'stolen' }, { action: 'block' })
  const { note } = await rules.list('stolen', '0713777777', 'police: 0713777777 was stolen')
  assert.equal(note, 'police: [number] was stolen')
  assert.equal(inShort(await push(shop, { customer_phone: '0713777777' })), '409 risk_blocked')
  const { id } = await shop.push({}, { key: shop.liveKey })
  assert.equal(await pay(id, '255713777777'), 'pending_clearance')
  const [hit] = await hitsOf(shop, `&payment_id=${id}`)
  assert.equal(hit?.outcome, 'held')
  assert.equal(JSON.stringify(hit).includes('713777777'), false)
})

test('rules that come with the service are seen, switched, and otherwise as they are', async () => {
  const { items } = dataOf(await admin.call('/v1/admin/risk-rules?page_size=100'))
  const [own, threshold] = (items as Fields[]).filter(({ ships }) => ships).toReversed()
  assert.deepEqual([own?.name, threshold?.name], ['self-payment', 'over the hold threshold'])
  const { name, applies_to, merchant_id, when, action } = own as Fields
  const same = { name, applies_to, merchant_id, when, action }
  const change = (body: Fields) =>
    admin.call(`/v1/admin/risk-rules/${own?.id}`, 'live', { method: 'PUT', body })
  assert.equal(inShort(await change({ ...same, action: 'block', mode: 'on' })), '422 validation_error')
  const shop = await openShop(service)
  await service.world.sql`update merchants set phone = '255754999999' where id = ${shop.merchantId}`
  const pays = async () => pay((await shop.push({ customer_phone: '0754999999' }, { key: shop.liveKey })).id)
  assert.equal(await pays(), 'pending_clearance')
  assert.equal(dataOf(await change({ ...same, mode: 'off' })).version, 2)
  assert.equal(await pays(), 'successful')
  assert.equal(dataOf(await change({ ...same, mode: 'on' })).version, 3)
  assert.equal(await pays(), 'pending_clearance')
  const versions = dataOf(await admin.call(`/v1/admin/risk-rules/${own?.id}`)).versions as Fields[]
  assert.deepEqual(
    versions.map(({ version, mode }) => `${version} ${mode}`),
    ['3 on', '2 off', '1 on'],
  )
  assert.deepEqual(
    (await hitsOf(shop)).map(({ outcome, rule_version: version }) => [outcome, version]),
    [
      ['held', 1],
      ['held', 3],
    ],
  )
})

test('a rule is tried on the past by what was known then, and changes nothing', async () => {
  const shop = await openShop(service)
  for (let made = 0; made < 6; made += 1) await push(shop, { amount: '100.00' })
  clock.pass(3_600_000)
  for (let made = 0; made < 3; made += 1) await push(shop, { amount: '100.00' })
  const rule = await make(shop, fourInTenMinutes, { mode: 'off' })
  const asked = await admin.call(`/v1/admin/risk-rules/${rule.id}/simulate`, 'live', { method: 'POST' })
  assert.equal(asked.status, 202)
  assert.equal(dataOf(asked).status, 'PREPARING')
  await makeSimulations(service.world)
  const result = dataOf(await admin.call(`/v1/admin/risk-simulations/${dataOf(asked).id}`))
  assert.equal(result.status, 'READY')
  assert.deepEqual([result.looked_at, result.matches, result.truncated], [9, 2, false])
  assert.deepEqual(result.sums, [{ currency: 'TZS', amount: '200.00' }])
  assert.deepEqual(result.outcomes, [{ status: 'processing', count: 2 }])
  const sentences = (result.samples as Fields[]).map(({ sentence }) => sentence)
  assert.deepEqual(sentences, [
    '6 payments in 10 minutes from this payer, 4 allowed.',
    '5 payments in 10 minutes from this payer, 4 allowed.',
  ])
  assert.equal((await hitsOf(shop)).length, 0)
  assert.equal(inShort(await push(shop)), '202')
})

test('a rule that allows, where no other speaks, keeps nothing of each payment', async () => {
  const shop = await openShop(service)
  await make(shop, { field: 'amount', is: 'more_than', value: '1' }, { action: 'allow' })
  assert.equal(inShort(await push(shop)), '202')
  assert.equal((await hitsOf(shop)).length, 0)
})

test('no list is called by a phone number, which would be kept when the entry is gone', async () => {
  for (const name of ['255755000222', 'of-0755-000-222']) {
    const path = `/v1/admin/risk-lists/${name}/0755000222`
    assert.equal(inShort(await admin.call(path, 'live', { method: 'PUT', body: {} })), '422 validation_error')
  }
})
