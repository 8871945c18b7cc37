import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  newAdmin,
  newMember,
  newMerchant,
  type Sent,
  type Service,
  sessionOf,
  startService,
} from '../service.ts'

type Item = { id: string } & Record<string, unknown>
type List = {
  items: Item[]
  page: number | null
  page_size: number
  total: number | null
  next_cursor: string | null
}

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

async function list(path: string, sent: Sent, query: Record<string, string> = {}): Promise<List> {
  const search = new URLSearchParams(query)
  const answer = await service.call(`${path}?${search}`, sent)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data as List
}

/** Follows the cursor from the first page to the end. */
async function walk(path: string, sent: Sent, size: number, between = async () => {}): Promise<Item[]> {
  let page = await list(path, sent, { page_size: String(size) })
  const items = [...page.items]
  while (page.next_cursor !== null) {
    await between()
    page = await list(path, sent, { page_size: String(size), cursor: page.next_cursor })
    assert.ok(page.items.length > 0 && page.items.length <= size)
    assert.deepEqual([page.page, page.total, page.page_size], [null, null, size])
    items.push(...page.items)
  }
  return items
}

async function addCustomers(key: string, names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) {
    const { body } = await service.call('/v1/customers', { key, body: { name } })
    ids.push(String(body.data.id))
  }
  return ids
}

const numbered = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word} ${at}`)

test('sixty customers are walked without loss or repetition while new ones come in', async () => {
  const { liveKey: key } = await newMerchant(service)
  const ids = await addCustomers(key, numbered('Mteja', 60))
  let late = 0
  const items = await walk('/v1/customers', { key }, 7, async () => {
    late += 1
    await addCustomers(key, [`Late ${late}`])
  })
  assert.ok(late >= 8)
  assert.deepEqual(
    items.map(({ id }) => id),
    ids.toReversed(),
  )
})

test('pages are counted from one, the newest first, and end with an empty one', async () => {
  const { liveKey: key } = await newMerchant(service)
  const ids = (await addCustomers(key, numbered('Mteja', 60))).reverse()
  const pages = []
  for (const page of [1, 2, 3, 4]) pages.push(await list('/v1/customers', { key }, { page: String(page) }))
  assert.deepEqual(
    pages.map(({ items, page, page_size, total }) => [items.length, page, page_size, total]),
    [
      [25, 1, 25, 60],
      [25, 2, 25, 60],
      [10, 3, 25, 60],
      [0, 4, 25, 60],
    ],
  )
  assert.deepEqual(
    pages.flatMap(({ items }) => items.map(({ id }) => id)),
    ids,
  )
  assert.deepEqual(
    pages.map(({ next_cursor }) => next_cursor === null),
    [false, false, true, true],
  )
  const all = await list('/v1/customers', { key }, { page_size: '100' })
  assert.deepEqual([all.items.length, all.next_cursor], [60, null])
})

test('a page that is exactly full has no next one', async () => {
  const { liveKey: key } = await newMerchant(service)
  await addCustomers(key, numbered('Mteja', 5))
  assert.equal((await list('/v1/customers', { key }, { page_size: '5' })).next_cursor, null)
  assert.notEqual((await list('/v1/customers', { key }, { page_size: '4' })).next_cursor, null)
})

test('a list without entries is an empty first page', async () => {
  const { liveKey: key } = await newMerchant(service)
  assert.deepEqual(await list('/v1/customers', { key }), {
    items: [],
    page: 1,
    page_size: 25,
    total: 0,
    next_cursor: null,
  })
})

test('live and sandbox never see each other, for keys and for people', async () => {
  const { liveKey, sandboxKey, ownerEmail } = await newMerchant(service)
  const [live] = await addCustomers(liveKey, ['Live'])
  const [sandbox] = await addCustomers(sandboxKey, ['Sandbox'])
  const cookie = await sessionOf(service, ownerEmail)
  const inSandbox = { cookie, headers: { 'x-environment': 'sandbox' } }
  for (const [sent, own, other] of [
    [{ key: liveKey }, live, sandbox],
    [{ key: sandboxKey }, sandbox, live],
    [{ cookie }, live, sandbox],
    [{ cookie, headers: { 'x-environment': 'live' } }, live, sandbox],
    [inSandbox, sandbox, live],
    [{ key: liveKey, headers: { 'x-environment': 'sandbox' } }, live, sandbox],
  ] as [Sent, string, string][]) {
    const { items, total } = await list('/v1/customers', sent)
    assert.deepEqual([items.map(({ id }) => id), total], [[own], 1])
    assert.equal((await service.call(`/v1/customers/${own}`, sent)).status, 200)
    assert.equal((await service.call(`/v1/customers/${other}`, sent)).status, 404)
  }
})

test('customers are found by phone, however it is written', async () => {
  const { liveKey: key } = await newMerchant(service)
  const { body } = await service.call('/v1/customers', { key, body: { name: 'Asha', phone: '0712345678' } })
  await addCustomers(key, ['Juma'])
  for (const phone of ['0712345678', '255712345678', '+255712345678', '712345678']) {
    const { items, total } = await list('/v1/customers', { key }, { phone })
    assert.deepEqual([items.map(({ id }) => id), total], [[body.data.id], 1])
  }
})

test('every other list is walked to the same items by cursor and by page', async () => {
  const { merchantId, ownerEmail } = await newMerchant(service)
  const cookie = await sessionOf(service, ownerEmail)
  const at = `/v1/merchants/${merchantId}`
  for (let round = 0; round < 5; round += 1) {
    await newMember(service, { merchantId, email: `m${round}@list.test`, role: 'viewer' })
    await service.call(`${at}/members`, { cookie, body: { email: `i${round}@list.test`, role: 'viewer' } })
    await service.call(`${at}/api-keys`, { cookie, body: { environment: 'sandbox' } })
  }
  await newAdmin(service, 'lists@admin.test')
  const admin = { cookie: await sessionOf(service, 'lists@admin.test') }
  for (const [path, sent, field] of [
    [`${at}/members`, { cookie }, 'id'],
    [`${at}/api-keys`, { cookie }, 'id'],
    ['/v1/admin/merchants', admin, 'merchant_id'],
  ] as [string, Sent, string][]) {
    const whole = await list(path, sent, { page_size: '100' })
    const byCursor = await walk(path, sent, 2)
    assert.deepEqual(byCursor, whole.items, path)
    assert.equal(whole.total, whole.items.length)
    const ids = whole.items.map((item) => String(item[field]))
    assert.deepEqual(ids, ids.toSorted().reverse(), `${path} is newest first`)
    assert.ok(ids.length >= 6)
  }
})

test('destinations are a list like all others, in their own order', async () => {
  const { liveKey: key } = await newMerchant(service)
  const whole = await list('/v1/destinations', { key }, {})
  assert.deepEqual([whole.page, whole.page_size, whole.next_cursor], [1, 100, null])
  assert.equal(whole.total, whole.items.length)
  assert.ok(whole.items.length > 40)
  assert.deepEqual(await walk('/v1/destinations', { key }, 7), whole.items)
  const second = await list('/v1/destinations', { key }, { page: '2', page_size: '10' })
  assert.deepEqual([second.items, second.total], [whole.items.slice(10, 20), whole.total])
  const beyond = await list('/v1/destinations', { key }, { page: '9' })
  assert.deepEqual([beyond.items, beyond.next_cursor], [[], null])
  const wallets = await list('/v1/destinations', { key }, { method: 'MOBILE_MONEY' })
  assert.deepEqual([wallets.total, wallets.page_size, wallets.next_cursor], [5, 100, null])
  for (const query of ['page_size=101', 'page=0', 'cursor=strange', `page=1&cursor=${second.next_cursor}`]) {
    const answer = await service.call(`/v1/destinations?${query}`, { key })
    assert.equal(answer.status, 422, query)
  }
})

test("a merchant's prices are walked, its own first, newest first, and those for everybody last", async () => {
  const { merchantId } = await newMerchant(service)
  const email = 'admin@prices.test'
  await newAdmin(service, email)
  const sent = { cookie: await sessionOf(service, email) }
  const path = `/v1/admin/merchants/${merchantId}/pricing-rules`
  for (const label of numbered('Price', 5)) {
    const body = { label, percentage: '1' }
    const answer = await service.call(`${path}/COLLECTION`, { ...sent, method: 'PUT', body })
    assert.equal(answer.status, 200)
  }
  const labels = (await walk(path, sent, 2)).map(({ label }) => label)
  assert.deepEqual(labels, [...numbered('Price', 5).reverse(), ...Array(5).fill('Standard')])
  const first = await list(path, sent, { page_size: '2', channel: 'COLLECTION' })
  assert.deepEqual([first.items.length, first.page, first.total], [2, 1, 6])
})
