import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Environment } from '@malipo/contract'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import type { Transaction } from '../database/database.ts'
import type { ListReply } from '../http/read-page.ts'
import { openMerchants } from '../merchants/merchants.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { notify, routes } from './notifications.ts'

let nowMs = Date.parse('2026-11-15T00:00:00Z')
const clock = { now: () => new Date(nowMs) }
type Shown = { id: string; title: string; read_at: string | null }
let database: TestDatabase
let world: World
let merchants: string[]
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
  const order = { name: 'Duka', ownerId: null, verificationStatus: 'verified' as const }
  merchants = (await world.sql.begin((tx) => openMerchants(tx, world, [order, order]))).map(({ id }) => id)
})
after(() => database.drop())
beforeEach(async () => {
  await world.sql`delete from notifications`
  const given = [
    ['first', 0, 'live'],
    ['second', 0, 'live'],
    ['third', 0, 'live'],
    ['played', 0, 'sandbox'],
    ['foreign', 1, 'live'],
  ] as const
  const notices = given.map(([title, at, environment]) => ({
    merchantId: merchants[at] ?? '',
    environment,
    kind: 'withdrawal.success' as const,
    title,
    text: title,
    withdrawalId: null,
  }))
  await world.sql.begin((tx) => notify(tx, world, notices))
})

/** A request that was read and permitted already. */
async function call<Reply>(id: string, given: object, environment: Environment = 'live'): Promise<Reply> {
  const found = routes({ world }).find(({ operation }) => operation.id === id)
  assert.ok(found, id)
  const caller = { merchantId: merchants[0], environment }
  const idempotently = (work: (tx: Transaction) => Promise<Reply>) => world.sql.begin(work)
  const read = { query: {}, params: {}, caller, lists: world.sql, idempotently, ...given }
  return (await found.handle(read as never)) as Reply
}

const list = (query = {}, environment?: Environment) =>
  call<ListReply<Shown>>('listNotifications', { query }, environment)
const mark = (id: string, read: boolean, environment?: Environment) =>
  call<Shown>('markNotification', { params: { notification_id: id }, body: { read } }, environment)
const titles = ({ items }: ListReply<Shown>) => items.map(({ title }) => title)
const newest = async () => (await list()).items[0]?.id ?? ''

test('a merchant sees its own notifications of one environment, newest first', async () => {
  const all = await list()
  assert.deepEqual([titles(all), all.total, all.page], [['third', 'second', 'first'], 3, 1])
  assert.deepEqual(titles(await list({}, 'sandbox')), ['played'])
})

test('a list is walked by cursor', async () => {
  const first = await list({ page_size: 2 })
  const second = await list({ page_size: 2, cursor: first.next_cursor })
  assert.deepEqual([titles(first), titles(second)], [['third', 'second'], ['first']])
  assert.deepEqual([second.total, second.next_cursor], [null, null])
})

test('read and unread are told apart, and counted apart', async () => {
  await mark(await newest(), true)
  const [unread, read] = [await list({ unread: true }), await list({ unread: false })]
  assert.deepEqual([titles(unread), unread.total], [['second', 'first'], 2])
  assert.deepEqual([titles(read), read.total], [['third'], 1])
})

test('a notification keeps the time when it was read first, until it is marked unread', async () => {
  const id = await newest()
  const { read_at: first } = await mark(id, true)
  nowMs += 60_000
  assert.equal((await mark(id, true)).read_at, first)
  assert.equal((await mark(id, false)).read_at, null)
  assert.notEqual((await mark(id, true)).read_at, first)
})

test("another merchant's notification, another environment's, and no id at all are not found", async () => {
  const [foreign] = await world.sql<{ id: string }[]>`select id from notifications where title = 'foreign'`
  const [played] = await world.sql<{ id: string }[]>`select id from notifications where title = 'played'`
  for (const id of [foreign?.id ?? '', played?.id ?? '', world.newId(), 'nonsense'])
    await assert.rejects(mark(id, true), { code: 'not_found' })
  assert.equal((await world.sql`select from notifications where read_at is not null`).count, 0)
})

test('all are marked at once, of this merchant and environment only', async () => {
  await mark(await newest(), true)
  assert.deepEqual(await call('markAllNotifications', {}), { marked: 2 })
  assert.deepEqual(await call('markAllNotifications', {}), { marked: 0 })
  const left = await world.sql`select title from notifications where read_at is null order by id`
  assert.deepEqual(
    left.map(({ title }) => title),
    ['played', 'foreign'],
  )
})
