import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '@malipo/contract'
import { listenTo } from '../../test/events/stream-reader.ts'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import { type Database, DatabaseAway, type Transaction } from '../database/database.ts'
import { createEventFeed, type FeedOptions, type Listening } from './event-feed.ts'

let stage: Awaited<ReturnType<typeof openToldMerchants>>
before(async () => {
  stage = await openToldMerchants()
})
after(() => stage.database.drop())

const quick = { pollMs: 10, retryMs: 10, pageSize: 7 }
const hungUp: AbortController[] = []
afterEach(() => {
  for (const gone of hungUp.splice(0)) gone.abort()
  // So that what one test stored is older than what the next looks back at.
  stage.pass(60_000)
})

type Wish = Partial<Listening> & { environment?: Environment; merchantId?: string }

function feedWith(timing: FeedOptions['timing'] = {}, sql = stage.world.sql) {
  const reported: unknown[] = []
  const world = { ...stage.world, sql }
  const onError = (error: unknown) => void reported.push(error)
  const feed = createEventFeed(world, { onError, timing: { ...quick, ...timing } })
  async function open({ environment = 'live', merchantId = stage.merchantId, ...wish }: Wish = {}) {
    const gone = new AbortController()
    hungUp.push(gone)
    const owner = { merchantId, environment }
    const texts = await feed.listen({ owner, types: null, lastEventId: null, gone: gone.signal, ...wish })
    return { texts, hangUp: () => gone.abort() }
  }
  const hear = async (wish?: Wish) => listenTo((await open(wish)).texts)
  return { feed, open, hear, reported }
}

/** An event as `announce` stores it, in a transaction and with an id of the test's choice. */
async function store(tx: Transaction, id: string, body = '{"type":"x"}') {
  await tx`
    insert into events (id, merchant_id, environment, type, resource_id, sequence, body, created_at)
    values (${id}, ${stage.merchantId}, 'live', 'collection.success', ${stage.world.newId()}, 1, ${body},
            ${stage.world.clock.now()})`
}

test('a listener hears what is stored from now on, each event once and as it is delivered', async () => {
  const old = await stage.tell()
  const { hear } = feedWith()
  const heard = await hear()
  const told = [await stage.tell(), await stage.tell({ type: 'disbursement.failed' })]
  await heard.untilHeard(...told)
  await sleep(60)
  assert.deepEqual(heard.ids(), told)
  assert.ok(!heard.ids().includes(old))
  const rows = await stage.world.sql<{ id: string; type: string; body: string }[]>`
    select id, type, body from events where id = any(${told}::uuid[]) order by id`
  assert.deepEqual(
    heard.events,
    rows.map((row) => ({ ...row })),
  )
  assert.equal(heard.comments[0], 'listening')
})

test('an event that commits after a newer one was sent is sent too, and once', async () => {
  const { hear } = feedWith()
  const heard = await hear()
  const [early, lateId] = [stage.world.newId(), stage.world.newId()]
  const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = stage.world.sql.begin(async (tx) => {
    await store(tx, early)
    written.resolve()
    await commit.promise
  })
  await written.promise
  await stage.world.sql.begin((tx) => store(tx, lateId))
  await heard.untilHeard(lateId)
  stage.pass(20_000)
  await sleep(60)
  commit.resolve()
  await slow
  await heard.untilHeard(early)
  await sleep(60)
  assert.deepEqual(heard.ids(), [lateId, early])
})

test('each merchant and environment hears its own', async () => {
  const { hear } = feedWith()
  const [live, sandbox] = [await hear(), await hear({ environment: 'sandbox' })]
  const stranger = await hear({ merchantId: stage.strangerId })
  const told = await stage.tell()
  const tested = await stage.tell({ environment: 'sandbox' })
  const theirs = await stage.tell({ merchantId: stage.strangerId })
  await Promise.all([live.untilHeard(told), sandbox.untilHeard(tested), stranger.untilHeard(theirs)])
  await sleep(40)
  assert.deepEqual([live.ids(), sandbox.ids(), stranger.ids()], [[told], [tested], [theirs]])
})

test('who asks for some types hears only those', async () => {
  const { hear } = feedWith()
  const heard = await hear({ types: ['collection.failed'] })
  await stage.tell()
  const failed = await stage.tell({ type: 'collection.failed' })
  await heard.untilHeard(failed)
  assert.deepEqual(heard.ids(), [failed])
})

test('who comes back hears everything after the last event it has, page by page, and then what follows', async () => {
  const { hear } = feedWith()
  const told: string[] = []
  for (let count = 0; count < 23; count += 1) {
    told.push(await stage.tell({ type: count % 2 ? 'collection.failed' : 'collection.success' }))
    stage.pass(31_000)
  }
  const [, , last = ''] = told
  const heard = await hear({ lastEventId: last })
  const some = await hear({ lastEventId: last, types: ['collection.failed'] })
  const next = await stage.tell({ type: 'collection.failed' })
  await Promise.all([heard.untilHeard(next), some.untilHeard(next)])
  assert.deepEqual(heard.ids(), [...told.slice(3), next])
  assert.deepEqual(some.ids(), [...told.slice(3).filter((_, place) => place % 2 === 0), next])
})

test('who comes back also hears what committed late, up to half a minute before the last event it has', async () => {
  const late = stage.world.newId()
  stage.pass(29_000)
  const last = await stage.tell()
  await stage.world.sql.begin((tx) => store(tx, late))
  const heard = await feedWith().hear({ lastEventId: last })
  await heard.untilHeard(late)
  assert.deepEqual(heard.ids(), [late])
})

test('nothing is lost between catching up and going on live', async () => {
  const { hear } = feedWith({ pageSize: 3 })
  const first = await stage.tell()
  const told: string[] = []
  let isTelling = true
  const telling = (async () => {
    while (isTelling) told.push(await stage.tell())
  })()
  await sleep(50)
  const heard = await Promise.all([1, 2, 3, 4].map(() => hear({ lastEventId: first })))
  await sleep(100)
  isTelling = false
  await telling
  for (const one of heard) {
    await one.untilHeard(...told)
    assert.equal(new Set(one.ids()).size, one.ids().length, 'each came once')
  }
})

test('who does not read is held nothing beyond the limit, and hears everything when it reads again', async () => {
  const { open } = feedWith({ mostHeld: 5 })
  const { texts } = await open()
  const reader = texts[Symbol.asyncIterator]()
  assert.match(String((await reader.next()).value), /^: listening/)
  const told: string[] = []
  for (let count = 0; count < 40; count += 1) {
    told.push(await stage.tell())
    await sleep(2)
  }
  const heard = listenTo({ [Symbol.asyncIterator]: () => reader })
  await heard.untilHeard(...told)
  const next = await stage.tell()
  await heard.untilHeard(next)
  assert.deepEqual(heard.ids(), [...told, next])
})

test('a body with line breaks arrives whole', async () => {
  const heard = await feedWith().hear()
  const id = stage.world.newId()
  await stage.world.sql.begin((tx) => store(tx, id, '{\n"a": 1,\n\n"b": 2}'))
  await heard.untilHeard(id)
  assert.equal(heard.events[0]?.body, '{\n"a": 1,\n\n"b": 2}')
})

test('silence is filled with heartbeats', async () => {
  const heard = await feedWith({ heartbeatMs: 20 }).hear()
  await heard.until(() => heard.comments.length >= 3, 'heartbeats')
  assert.deepEqual([...new Set(heard.comments)], ['listening', 'still here'])
})

test('a stream ends by itself after a while, so that a revoked key stops working', async () => {
  const { feed, open } = feedWith({ endAfterMs: 50, mostStreams: 1 })
  const heard = listenTo((await open()).texts)
  await heard.finished
  assert.equal(heard.failure(), undefined)
  await feed.stop()
})

test('a merchant has so many streams and no more, and one that ended makes room', async () => {
  const { open } = feedWith({ mostStreams: 2 })
  const [first] = [await open(), await open({ environment: 'sandbox' })]
  const refusal = { code: 'rate_limited', details: { limit: 2, retry_after_seconds: 10 } }
  await assert.rejects(open(), refusal)
  await open({ merchantId: stage.strangerId })
  // Nobody ever read it, and it must be given back all the same.
  first.hangUp()
  await open()
  await assert.rejects(open(), refusal)
})

/** The database of the stage, counted, and away when the test says so. */
function watchedDatabase() {
  const watched = { asked: 0, isAway: false }
  const ask: ProxyHandler<Database>['apply'] = (target, _self, given) => {
    watched.asked += 1
    if (watched.isAway) throw new DatabaseAway('pulled out')
    return Reflect.apply(target, undefined, given)
  }
  return { watched, sql: new Proxy(stage.world.sql, { apply: ask }) }
}

test('while the database is away streams stay open, and nothing is lost when it is back', async () => {
  const { watched, sql } = watchedDatabase()
  const { hear, open, reported } = feedWith({}, sql)
  const last = await stage.tell()
  stage.pass(40_000)
  const missed = await stage.tell()
  const heard = await hear()
  const { texts } = await open({ lastEventId: last })
  watched.isAway = true
  const back = listenTo(texts)
  const told = await stage.tell()
  // Longer than it usually looks back.
  stage.pass(40_000)
  const later = await stage.tell()
  await heard.until(() => reported.length > 5, 'failed polls')
  await assert.rejects(open(), DatabaseAway)
  assert.deepEqual([heard.ids(), back.ids(), heard.isOver(), back.isOver()], [[], [], false, false])
  watched.isAway = false
  await Promise.all([heard.untilHeard(told, later), back.untilHeard(missed, told, later)])
  assert.deepEqual(heard.ids(), [told, later])
  assert.deepEqual(back.ids(), [missed, told, later])
})

test('nobody is asked while nobody listens', async () => {
  const { watched, sql } = watchedDatabase()
  const { open } = feedWith({}, sql)
  const [one, other] = [await open(), await open({ environment: 'sandbox' })]
  one.hangUp()
  other.hangUp()
  await sleep(30)
  const { asked } = watched
  await sleep(60)
  assert.equal(watched.asked, asked)
  const again = listenTo((await open()).texts)
  await again.untilHeard(await stage.tell())
})
