import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assembleCast, type Cast } from '../permissions/cast.ts'
import { closedEndpoint, owedEvent, type Told } from '../permissions/events.ts'
import { openStream } from '../permissions/send-sample.ts'
import { type Reply, type Service, startService } from '../service.ts'
import { assertNoneTaken, type BadCase } from './bad-input/bad-case.ts'
import * as bad from './bad-input/event-fields.ts'

let service: Service
let cast: Cast
let told: Told
before(async () => {
  // Without chores: whatever changes was then changed by the requests.
  service = await startService({ environment: { ROLE: 'api' } })
  cast = await assembleCast(service)
  told = await owedEvent({ service, cast })
})
after(() => service.stop())

type Order = {
  what: string
  method: 'POST' | 'PATCH'
  path: () => string
  good: Record<string, unknown>
  cases: BadCase[]
}

const config = '/v1/merchant/webhook-config'
const deliveries = '/v1/merchant/webhook-deliveries'
const from = '2026-01-01T00:00:00Z'

const orders: Order[] = [
  {
    what: 'where events go',
    method: 'PATCH',
    path: () => config,
    good: { webhook_url: closedEndpoint, rotate_secret: true },
    cases: [...bad.badConfigs, ...bad.unreadableBodies([])],
  },
  {
    what: 'a test event',
    method: 'POST',
    path: () => `${config}/test`,
    good: { type: 'collection.failed' },
    cases: [...bad.badTests, ...bad.unreadableBodies([])],
  },
  {
    what: 'a check of the endpoint',
    method: 'POST',
    path: () => `${config}/check`,
    good: { reference: 'order-7' },
    cases: [...bad.badChecks, ...bad.unreadableBodies([])],
  },
  {
    what: 'a replay',
    method: 'POST',
    path: () => '/v1/merchant/events/replay',
    good: { from },
    cases: [...bad.badReplays, ...bad.unreadableBodies(['from'])],
  },
  {
    what: 'a retry',
    method: 'POST',
    path: () => `${deliveries}/${told.deliveryId}/retry`,
    good: {},
    cases: bad.badRetries,
  },
]

for (const { what, method, path, good, cases } of orders) {
  describe(what, () => {
    test('what is not right in it is refused by its name, and nothing is changed, owed or sent', async () => {
      const who = { cookie: cast.ownerCookie, method }
      await assertNoneTaken({ service }, cases, (one) => {
        const body = { ...good, ...one.change }
        const raw = one.write ? one.write(body) : JSON.stringify(body)
        const headers = one.headers ?? {}
        return service.call(path(), { ...who, headers, ...(raw !== undefined && { raw }) })
      })
      const parameter = await service.call(`${path()}?dry_run=true`, { ...who, body: good })
      assert.deepEqual(parameter.body.error.details, [{ field: 'dry_run', problem: 'is not a known field' }])
      const taken = await service.call(path(), { ...who, body: good })
      assert.equal(taken.status, 200, `what all of them were made of is taken: ${JSON.stringify(taken.body)}`)
    })

    test('all that is wrong is told at once', async () => {
      const wrong = { colour: 'blue', size: 7 }
      const { body } = await service.call(path(), { cookie: cast.ownerCookie, method, body: wrong })
      const named = (body.error.details as { field: string }[]).map(({ field }) => field)
      assert.deepEqual(named.sort(), ['colour', ...('from' in good ? ['from'] : []), 'size'])
    })
  })
}

const pages: [string, string][] = [
  ...['page=0', 'page=-1', 'page=1.5', 'page=', 'page=x'].map((query): [string, string] => [query, 'page']),
  ...['0', '101', 'x', '', '-5'].map((size): [string, string] => [`page_size=${size}`, 'page_size']),
  ['cursor=abc', 'cursor'],
  ['page=1&cursor=AZ3d1azqc4eT7w8b2k0yAQ', 'cursor'],
  ['page=1&page=2', 'page'],
  ['colour=blue', 'colour'],
  ['__proto__=1', '__proto__'],
]

const noTypes = [
  'types=',
  'types=collection.paid',
  'types=collection.success,',
  'types=collection.success,,collection.failed',
  'types=collection.success,collection.paid',
  'types=Collection.success',
  'types=*',
  'types=collection.success%20',
  `types=${'collection.success,'.repeat(60)}collection.failed`,
  'types=collection.success&types=collection.failed',
  'types=%00',
].map((query): [string, string] => [query, 'types'])

const noTimes = ['from', 'to'].flatMap((field) =>
  [...bad.noTimes, ...bad.noInstants].map((time): [string, string] => [
    `${field}=${encodeURIComponent(time)}`,
    field,
  ]),
)

const queries: Record<string, [string, string][]> = {
  '/v1/merchant/events': [
    ...[...pages, ...noTypes, ...noTimes],
    ['resource_id=no-id', 'resource_id'],
    ['resource_id=', 'resource_id'],
    ['type=collection.success', 'type'],
    ['status=delivered', 'status'],
    ['environment=sandbox', 'environment'],
  ],
  [deliveries]: [
    ...[...pages, ...noTypes, ...noTimes],
    ['event_id=no-id', 'event_id'],
    ['status=sent', 'status'],
    ['status=PENDING', 'status'],
    ['status=', 'status'],
    ['resource_id=01a1ddad-6fc2-71b0-8b84-a46c538f11ec', 'resource_id'],
  ],
  '/v1/merchant/events/stream': [
    ...noTypes,
    ['page=1', 'page'],
    ['page_size=10', 'page_size'],
    ['from=2026-01-01T00:00:00Z', 'from'],
    ['last_event_id=01a1ddad-6fc2-71b0-8b84-a46c538f11ec', 'last_event_id'],
  ],
  [config]: [['verbose=1', 'verbose']],
}

for (const [path, wrong] of Object.entries(queries)) {
  test(`GET ${path}: a parameter that does not exist, or a value it cannot have, is refused by its name`, async () => {
    const cases = wrong.map(([what, field]) => ({ what, told: `422 validation_error ${field}` }))
    // Only people may see where events go; to the rest a key is enough.
    const sent = path === config ? { cookie: cast.ownerCookie } : cast.credentials.live_key
    await assertNoneTaken({ service }, cases, ({ what }) => get(`${path}?${what}`, sent))
  })
}

/** What should have been refused and was not would otherwise stream without end. */
function get(path: string, sent: { key?: string; cookie?: string }): Promise<Reply> {
  return path.includes('/stream') ? openStream(service, path, sent) : service.call(path, sent)
}

test('a type that is misspelt in a query is answered with those that there are', async () => {
  for (const path of ['/v1/merchant/events', deliveries, '/v1/merchant/events/stream']) {
    const { body } = await get(`${path}?types=collection.paid`, cast.credentials.live_key)
    const [problem] = body.error.details as { problem: string }[]
    assert.match(problem?.problem ?? '', /collection\.paid.*collection\.success/, path)
  }
})

test('a window that ends before it begins holds nothing', async () => {
  for (const path of ['/v1/merchant/events', deliveries]) {
    const window = 'from=2026-12-31T00:00:00Z&to=2026-01-01T00:00:00Z'
    const { status, body } = await get(`${path}?${window}`, cast.credentials.live_key)
    assert.deepEqual([status, body.data.items, body.data.total], [200, [], 0])
  }
})

test('reading one event or delivery takes no parameter', async () => {
  for (const path of [`/v1/merchant/events/${told.eventId}`, `${deliveries}/${told.deliveryId}`]) {
    assert.equal((await get(path, cast.credentials.live_key)).status, 200)
    const { status, body } = await get(`${path}?expand=data`, cast.credentials.live_key)
    assert.deepEqual([status, body.error.code], [422, 'validation_error'])
  }
})
