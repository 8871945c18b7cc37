import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { endStory } from './money/books.ts'
import { ownClock } from './money/own-provider.ts'
import { dataOf } from './money/shop.ts'
import { type ListeningShop, openListeningShop } from './webhooks/listening-shop.ts'
import { type OwnEndpoint, openEndpoint } from './webhooks/own-endpoint.ts'
import { verified } from './webhooks/verified.ts'

const clock = ownClock()
const hourMs = 3_600_000
const dayMs = 24 * hourMs
let service: Service
before(async () => {
  service = await startService({ clock })
})
after(() => endStory(service))

async function open(): Promise<[OwnEndpoint, ListeningShop]> {
  const endpoint = await openEndpoint()
  return [endpoint, await openListeningShop(service, endpoint.url)]
}

/** As many looks as a worker takes in this while find nothing to do. */
const forAWhile = () => sleep(150)

const passUntil = (time: string | null, lessMs = 0) =>
  clock.pass(Date.parse(time ?? '') - clock.now().getTime() - lessMs)

/** What was promised to merchants, in seconds. */
const waits = [5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 86_400]

test('a failure is tried again as the list says, the same bytes each time, and given up after the twelfth', async () => {
  const [endpoint, shop] = await open()
  endpoint.script = () => ({ status: 500, body: 'é'.repeat(5_000) })
  const event = await shop.sell()
  for (const [place, seconds] of waits.entries()) {
    const failed = await shop.delivery(event, ({ attempts }) => attempts === place + 1)
    const wait = Date.parse(failed.next_attempt_at ?? '') - Date.parse(failed.last_attempt_at ?? '')
    assert.ok(wait >= seconds * 800 && wait <= seconds * 1200, `wait ${place + 1} is ${wait} ms`)
    assert.deepEqual([failed.status, failed.last_status], ['pending', 500])
    if (place === 2) {
      passUntil(failed.next_attempt_at, 1)
      await forAWhile()
      assert.equal(endpoint.letters.length, place + 1, 'not a millisecond too early')
    }
    passUntil(failed.next_attempt_at)
  }
  const over = await shop.delivery(event, ({ status }) => status === 'exhausted')
  assert.deepEqual([over.attempts, over.next_attempt_at, over.attempt_log.length], [12, null, 12])
  for (const { result, status, error, response_body: kept, url } of over.attempt_log) {
    assert.deepEqual(
      [result, status, error, url],
      ['refused', 500, 'answered 500 instead of 2xx', endpoint.url],
    )
    assert.equal(kept, 'é'.repeat(2_048), 'four kilobytes, and no half letter')
  }
  clock.pass(40 * hourMs)
  await forAWhile()
  assert.equal(endpoint.letters.length, 12)
  assert.deepEqual(new Set(endpoint.letters.map(({ id, body }) => `${id} ${body}`)).size, 1)
  const times = new Set(endpoint.letters.map(({ headers }) => headers['webhook-timestamp']))
  assert.equal(times.size, 12, 'each is signed at its own time')

  endpoint.script = () => ({ status: 204 })
  const retried = dataOf(await shop.retry(over.id))
  assert.deepEqual([retried.status, retried.attempts], ['pending', 12])
  const through = await shop.delivery(event, ({ status }) => status === 'delivered')
  assert.deepEqual([through.attempts, through.last_status, through.last_error], [13, 204, null])
  assert.equal(endpoint.letters.at(-1)?.body, endpoint.letters[0]?.body)
})

test('a retry that fails begins the list anew', async () => {
  const [endpoint, shop] = await open()
  endpoint.script = () => ({ status: 500 })
  const event = await shop.sell()
  const first = await shop.delivery(event, ({ attempts }) => attempts === 1)
  passUntil(first.next_attempt_at)
  const second = await shop.delivery(event, ({ attempts }) => attempts === 2)
  dataOf(await shop.retry(second.id))
  const third = await shop.delivery(event, ({ attempts }) => attempts === 3)
  const wait = Date.parse(third.next_attempt_at ?? '') - Date.parse(third.last_attempt_at ?? '')
  assert.ok(wait <= 6_000, `${wait} ms`)
})

test('a receiver that asks for more time is given it, and one that asks for less is not hurried', async () => {
  const [endpoint, shop] = await open()
  const waitOf = async (after: string) => {
    endpoint.script = () => ({ status: 503, headers: { 'retry-after': after } })
    const { next_attempt_at: next, last_attempt_at: last } = await shop.delivery(
      await shop.sell(),
      ({ attempts }) => attempts === 1,
    )
    return Date.parse(next ?? '') - Date.parse(last ?? '')
  }
  assert.equal(await waitOf('600'), 600_000)
  const inAnHour = new Date(Math.ceil(clock.now().getTime() / 1000) * 1000 + hourMs)
  assert.ok(Math.abs((await waitOf(inAnHour.toUTCString())) - hourMs) <= 1_000)
  for (const little of ['1', '0', 'soon']) {
    const wait = await waitOf(little)
    assert.ok(wait >= 4_000 && wait <= 6_000, `${little}: ${wait}`)
  }
})

test('an endpoint that says it is gone is switched off and told of, and sent nothing more until it is named', async () => {
  const [endpoint, shop] = await open()
  endpoint.script = () => ({ status: 500 })
  const owed = await shop.sell()
  await shop.delivery(owed, ({ attempts }) => attempts === 1)
  endpoint.script = () => ({ status: 410 })
  const event = await shop.sell()
  const gone = await shop.delivery(event, ({ status }) => status === 'exhausted')
  assert.equal(gone.attempt_log[0]?.result, 'gone')
  await until(async () => (await shop.endpoint()).status === 'off')
  const { switched_off_because: because, switched_off_at: at } = await shop.endpoint()
  assert.deepEqual([because, at], ['gone', clock.now().toISOString()])
  assert.equal((await shop.endpoint('live')).status, 'on', 'the other environment is another endpoint')
  const [notice, ...others] = await shop.notices()
  assert.deepEqual([notice?.kind, others], ['webhook.switched_off', []])
  assert.match(notice?.text ?? '', /410/)
  assert.equal((await shop.delivery(owed, ({ status }) => status === 'exhausted')).next_attempt_at, null)

  const before = endpoint.letters.length
  endpoint.script = () => ({ status: 200 })
  const meanwhile = await shop.sell()
  clock.pass(2 * hourMs)
  await forAWhile()
  assert.equal(endpoint.letters.length, before)
  assert.deepEqual(await shop.deliveriesOf(meanwhile), [], 'the event is there, and nobody owes it')
  assert.equal((await shop.retry(gone.id)).status, 409)

  await shop.configure({ webhook_url: endpoint.url })
  assert.deepEqual([(await shop.endpoint()).status, (await shop.endpoint()).switched_off_at], ['on', null])
  const since = new Date(clock.now().getTime() - 3 * hourMs).toISOString()
  assert.equal(await shop.replay({ from: since }), 3)
  // What is replayed may be spread over a while, so as not to come all at once.
  clock.pass(1_000)
  await until(() => endpoint.letters.length === before + 3)
  const replayed = endpoint.letters.slice(before)
  assert.deepEqual(
    replayed.map(({ id }) => id).sort(),
    [owed, event, meanwhile].sort(),
    'with the ids they always had',
  )
  const first = endpoint.letters.find(({ id }) => id === event)
  assert.equal(replayed.find(({ id }) => id === event)?.body, first?.body, 'and the same bytes')
  for (const letter of replayed) assert.equal(verified(letter, shop.secret, clock.now()).data.sequence, 2)
  const causes = (await shop.deliveriesOf(event)).map(({ cause }) => cause)
  assert.deepEqual(causes, ['replay', 'event'])
})

test('an endpoint that nothing reaches for five days is switched off and told of', async () => {
  const [endpoint, shop] = await open()
  endpoint.script = () => ({ status: 500 })
  const beganAt = clock.now().toISOString()
  await shop.delivery(await shop.sell(), ({ attempts }) => attempts === 1)
  await until(async () => (await shop.endpoint()).status === 'failing')
  assert.equal((await shop.endpoint()).failing_since, beganAt)
  clock.pass(5 * dayMs - 1)
  await shop.delivery(await shop.sell(), ({ attempts }) => attempts === 1)
  await forAWhile()
  assert.equal((await shop.endpoint()).status, 'failing')
  assert.deepEqual(await shop.notices(), [])
  clock.pass(1)
  const event = await shop.sell()
  await shop.delivery(event, ({ status }) => status === 'exhausted')
  const off = await shop.endpoint()
  assert.deepEqual([off.status, off.switched_off_because, off.failing_since], ['off', 'failing', beganAt])
  const [notice, ...others] = await shop.notices()
  assert.deepEqual([notice?.kind, others], ['webhook.switched_off', []])
  assert.match(notice?.text ?? '', /five days/)
  const before = endpoint.letters.length
  clock.pass(dayMs)
  await forAWhile()
  assert.equal(endpoint.letters.length, before)
  const owed = await service.world.sql`
    select from webhook_deliveries where merchant_id = ${shop.merchantId} and due_at is not null`
  assert.equal(owed.length, 0)
})

test('one that gets through in between has its five days anew', async () => {
  const [endpoint, shop] = await open()
  const sellWith = async (status: number) => {
    endpoint.script = () => ({ status })
    await shop.delivery(await shop.sell(), ({ attempts }) => attempts > 0)
  }
  await sellWith(500)
  await until(async () => (await shop.endpoint()).status === 'failing')
  clock.pass(3 * dayMs)
  await sellWith(200)
  await until(async () => (await shop.endpoint()).failing_since === null)
  // What had failed before gets through as well, or it would count.
  await until(async () => {
    const open = await service.world.sql`
      select from webhook_deliveries where merchant_id = ${shop.merchantId} and due_at is not null`
    return open.length === 0
  })
  clock.pass(dayMs)
  const beganAt = clock.now().toISOString()
  await sellWith(500)
  await until(async () => (await shop.endpoint()).failing_since === beganAt)
  clock.pass(3 * dayMs)
  await sellWith(500)
  await forAWhile()
  assert.equal(
    (await shop.endpoint()).status,
    'failing',
    'seven days after the first failure, three after the last',
  )
  assert.deepEqual(await shop.notices(), [])
})

test('a redirect is not followed, and says what to do', async () => {
  const [endpoint, shop] = await open()
  const elsewhere = await openEndpoint()
  for (const status of [301, 302, 303, 307, 308]) {
    endpoint.script = () => ({ status, headers: { location: elsewhere.url } })
    const { attempt_log: log } = await shop.delivery(await shop.sell(), ({ attempts }) => attempts === 1)
    assert.deepEqual([log[0]?.result, log[0]?.status], ['redirected', status])
    assert.match(log[0]?.error ?? '', /redirects are not followed/)
  }
  assert.equal(elsewhere.letters.length, 0)
})

test('an address where nobody listens is an attempt like any other, told in plain words', async () => {
  const [, shop] = await open()
  await shop.configure({ sandbox_webhook_url: 'http://127.0.0.1:1/events' })
  const { attempt_log: log, last_status: status } = await shop.delivery(
    await shop.sell(),
    ({ attempts }) => attempts === 1,
  )
  assert.deepEqual([log[0]?.result, status, log[0]?.response_body], ['unreachable', null, null])
  assert.match(log[0]?.error ?? '', /nothing accepts connections there/)
})
