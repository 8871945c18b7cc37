import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Environment, eventTypes } from '@malipo/contract'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { endStory } from './money/books.ts'
import { ownClock } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { type Desk, openDesk } from './payouts/desk.ts'
import { openTill, type Till } from './payouts/till.ts'
import { type Letter, type OwnEndpoint, openEndpoint } from './webhooks/own-endpoint.ts'
import { isVerified, type Told, verified } from './webhooks/verified.ts'

const clock = ownClock()
let service: Service
let shop: Till
let desk: Desk
let secret = ''
const ears: Record<Environment, OwnEndpoint> = { live: await openEndpoint(), sandbox: await openEndpoint() }
before(async () => {
  service = await startService({ clock })
  desk = await openDesk(service)
  shop = await openTill(service)
  const urls = { webhook_url: ears.live.url, sandbox_webhook_url: ears.sandbox.url }
  secret = String((await configure(urls)).webhook_secret)
  await shop.call('/v1/sandbox/top-up', { body: { amount: '100000.00' } })
})
after(() => endStory(service))

async function configure(body: Fields): Promise<Fields> {
  return dataOf(await shop.dashboard('/v1/merchant/webhook-config', 'live', { method: 'PATCH', body }))
}

const keyOf = (environment: Environment) => (environment === 'live' ? shop.liveKey : shop.sandboxKey)

/** The customer with this number decides as the number says. */
async function push(environment: Environment, last: string): Promise<string> {
  const body = { customer_phone: `2557000000${last}`, merchant_reference: `order ${randomUUID()}` }
  return String((await shop.push(body, { key: keyOf(environment) })).id)
}

type Decided = 'approve' | 'reject' | 'request-info'

/** The recipient with this number is paid or not as the number says, once somebody has approved. */
async function payOut(environment: Environment, last: string, decided: Decided = 'approve'): Promise<string> {
  const answer = await shop.call('/v1/disbursements/mobile-money', {
    key: keyOf(environment),
    body: {
      merchant_id: shop.merchantId,
      amount: '100.00',
      destination_code: 'MPESA',
      destination_name: 'Asha',
      destination_identifier: `2557000001${last}`,
    },
    headers: { 'idempotency-key': randomUUID() },
  })
  const id = String(dataOf(answer).id)
  // The sandbox approves by itself, in a moment.
  const isForDesk = environment === 'live' || decided !== 'approve'
  if (isForDesk) dataOf(await desk.decide(id, decided, { note: 'looked at' }, environment))
  return id
}

/** Waits, while time passes, for the letter that tells this of a resource. */
async function letterOf(environment: Environment, resourceId: string, type: string): Promise<Letter> {
  const find = () =>
    ears[environment].letters.find(({ body }) => {
      const told = JSON.parse(body) as Told
      return told.data.id === resourceId && told.type === type
    })
  await until(() => {
    clock.pass(50)
    return find() !== undefined
  }).catch(() => assert.fail(`no ${type} of ${resourceId} in ${environment}`))
  return find() ?? assert.fail()
}

type Happening = {
  type: string
  make: (environment: Environment) => Promise<string>
  status: string
  /** The place in the life of its resource. */
  sequence: number
}
const happenings: Happening[] = [
  { type: 'collection.success', make: (where) => push(where, '01'), status: 'successful', sequence: 2 },
  { type: 'collection.failed', make: (where) => push(where, '02'), status: 'failed', sequence: 2 },
  { type: 'collection.reversed', make: (where) => push(where, '09'), status: 'reversed', sequence: 3 },
  {
    type: 'collection.pending_clearance',
    make: (where) => push(where, '13'),
    status: 'pending_clearance',
    sequence: 2,
  },
  { type: 'disbursement.approved', make: (where) => payOut(where, '01'), status: 'PROCESSING', sequence: 2 },
  {
    type: 'disbursement.info_requested',
    make: (where) => payOut(where, '01', 'request-info'),
    status: 'INFO_REQUESTED',
    sequence: 2,
  },
  {
    type: 'disbursement.failed',
    make: (where) => payOut(where, '01', 'reject'),
    status: 'REJECTED',
    sequence: 2,
  },
  { type: 'disbursement.success', make: (where) => payOut(where, '01'), status: 'SUCCESS', sequence: 3 },
  { type: 'disbursement.failed', make: (where) => payOut(where, '02'), status: 'FAILED', sequence: 3 },
  { type: 'disbursement.reversed', make: (where) => payOut(where, '08'), status: 'REVERSED', sequence: 4 },
]

function assertHeaders({ headers, id }: Letter, event: Fields): void {
  assert.equal(id, event.id, 'the header and the pull way name it alike')
  assert.equal(headers['content-type'], 'application/json')
  assert.match(headers['user-agent'] ?? '', /^Malipo-Webhooks\//)
  assert.match(headers['webhook-timestamp'] ?? '', /^\d{10}$/)
  assert.match(headers['webhook-signature'] ?? '', /^v1,[\w+/]+=*$/)
}

async function eventOf(environment: Environment, id: string): Promise<Fields> {
  return dataOf(await shop.call(`/v1/merchant/events/${id}`, { key: keyOf(environment) }))
}

for (const environment of ['live', 'sandbox'] as const) {
  for (const { type, make, status, sequence } of happenings) {
    test(`${type} (${status}) in ${environment} reaches the merchant, who verifies it`, async () => {
      const resourceId = await make(environment)
      const letter = await letterOf(environment, resourceId, type)
      const told = verified(letter, secret, clock.now())
      assert.deepEqual(Object.keys(told), ['type', 'timestamp', 'data'])
      const { data } = told
      assert.deepEqual(
        [data.id, data.environment, data.merchant_id, data.status, data.sequence],
        [resourceId, environment, shop.merchantId, status, sequence],
      )
      assert.match(String(data.amount), /^\d+\.\d\d$/)
      assert.equal(data.currency, 'TZS')
      if (type.startsWith('collection.')) {
        assert.equal(data.collection_id, resourceId)
        assert.equal(data.amount, '1500.00')
        assert.match(String(data.reference), /^order /)
        assert.equal(data.merchant_reference, data.reference)
      } else assert.deepEqual([data.withdrawal_id, data.disbursement_id], [resourceId, resourceId])
      const event = await eventOf(environment, letter.id)
      assertHeaders(letter, event)
      assert.deepEqual(
        [event.type, event.timestamp, event.resource_id, event.sequence, event.data],
        [type, told.timestamp, resourceId, sequence, data],
      )
    })
  }
}

for (const pinned of ['collection.successful', 'collection.success'] as const) {
  test(`a merchant that pins ${pinned} is told so, in the body and in the list`, async () => {
    assert.equal((await configure({ success_event_name: pinned })).success_event_name, pinned)
    const letter = await letterOf('live', await push('live', '01'), pinned)
    assert.equal(verified(letter, secret, clock.now()).type, pinned)
    assert.equal((await eventOf('live', letter.id)).type, pinned)
  })
}

test('every type of payments and payouts was delivered, each where it belongs, and the numbers of a resource grow', () => {
  const types = new Set<string>()
  const numbers = new Map<string, Map<string, number>>()
  for (const [environment, { letters }] of Object.entries(ears)) {
    for (const letter of letters) {
      const { type, data } = verified(letter, secret, clock.now())
      assert.equal(data.environment, environment)
      types.add(type)
      numbers.set(data.id, (numbers.get(data.id) ?? new Map()).set(type, data.sequence))
    }
    assert.equal(new Set(letters.map(({ id }) => id)).size, letters.length, 'nothing came twice')
  }
  // Refunds and statements have stories of their own.
  const told = eventTypes.filter((type) => /^(collection|disbursement)\./.test(type))
  assert.deepEqual([...types].sort(), told.sort())
  const reversals = [...numbers.values()].filter((of) => [...of.keys()].some((type) => /reversed/.test(type)))
  assert.equal(reversals.length, 4)
  for (const of of reversals) {
    const [paid = 0, reversed = 0] = [...of]
      .sort(([one], [other]) => (one > other ? -1 : 1))
      .map(([, at]) => at)
    assert.ok(paid > 0 && paid < reversed, JSON.stringify([...of]))
  }
})

test('a changed body, another id or another secret is not verified', async () => {
  const [letter] = ears.live.letters
  assert.ok(letter)
  const sentAt = Number(letter.headers['webhook-timestamp'])
  const forged = [
    { ...letter, body: letter.body.replace('1500.00', '9500.00') },
    { ...letter, headers: { ...letter.headers, 'webhook-id': randomUUID() } },
    { ...letter, headers: { ...letter.headers, 'webhook-timestamp': String(sentAt + 1) } },
  ]
  for (const one of forged) assert.ok(!isVerified(one, secret, clock.now()))
  assert.ok(!isVerified(letter, `whsec_${Buffer.from('another').toString('base64')}`, clock.now()))
})

test('what the merchant does not want is an event all the same, and is not delivered', async () => {
  const wanted = await configure({ events: ['collection.failed'] })
  assert.deepEqual(wanted.events, ['collection.failed'])
  const paid = await push('live', '01')
  const sold = () => shop.events(paid)
  await until(async () => {
    clock.pass(50)
    return (await sold()).length > 0
  })
  await letterOf('live', await push('live', '02'), 'collection.failed')
  assert.deepEqual(await sold(), ['collection.success'])
  const [event] = dataOf(await shop.call(`/v1/merchant/events?resource_id=${paid}`, { key: shop.liveKey }))
    .items as { id: string }[]
  const owed = dataOf(
    await shop.call(`/v1/merchant/webhook-deliveries?event_id=${event?.id}`, { key: shop.liveKey }),
  )
  assert.deepEqual(owed.items, [])
  assert.ok(!ears.live.idsSeen().includes(event?.id ?? ''))
  await configure({ events: ['*'] })
})

test('after a rotation both secrets verify for a day, and then only the new one', async () => {
  const old = secret
  const fresh = String((await configure({ rotate_secret: true })).webhook_secret)
  assert.notEqual(fresh, old)
  const sale = async () => await letterOf('live', await push('live', '01'), 'collection.success')
  const both = await sale()
  assert.equal(both.headers['webhook-signature']?.split(' ').length, 2)
  assert.deepEqual(
    [old, fresh].map((one) => isVerified(both, one, clock.now())),
    [true, true],
  )
  clock.pass(23 * 3_600_000)
  const stillBoth = await sale()
  assert.deepEqual(
    [old, fresh].map((one) => isVerified(stillBoth, one, clock.now())),
    [true, true],
  )
  clock.pass(3_600_000)
  const alone = await sale()
  assert.equal(alone.headers['webhook-signature']?.split(' ').length, 1)
  assert.deepEqual(
    [old, fresh].map((one) => isVerified(alone, one, clock.now())),
    [false, true],
  )
})
