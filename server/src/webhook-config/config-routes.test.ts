import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { WebhookConfig } from '@malipo/contract'
import type { Static } from 'typebox'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { openMerchants } from '../merchants/merchants.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { configRoutes } from './config-routes.ts'

type Config = Static<typeof WebhookConfig>
const dayMs = 24 * 60 * 60 * 1000
const address = 'https://shop.example/events'
const other = 'https://test.shop.example/events'
let nowMs = Date.parse('2026-11-15T00:00:00Z')
const clock = { now: () => new Date(nowMs) }
const guard = { problemOf: async (url: string) => (url.includes('inside') ? 'is inside' : null) }
let database: TestDatabase
let world: World
let merchantId: string
let firstSecret: string
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
})
after(() => database.drop())
beforeEach(async () => {
  const order = { name: 'Duka', ownerId: null, verificationStatus: 'verified' as const }
  const [opened] = await world.sql.begin((tx) => openMerchants(tx, world, [order]))
  assert.ok(opened)
  ;({ id: merchantId, webhookSecret: firstSecret } = opened)
})

/** A request that was read and permitted already. */
async function call(id: string, body: object = {}): Promise<Config> {
  const found = configRoutes(world, guard).find(({ operation }) => operation.id === id)
  assert.ok(found, id)
  const caller = { merchantId, by: { kind: 'person', user: { id: world.newId() } } }
  return (await found.handle({ body, caller, requestId: 'the-request' } as never)) as Config
}
const read = () => call('readWebhookConfig')
const change = (body: object) => call('changeWebhookConfig', body)
const rowsOf = (table: string) =>
  world.sql.unsafe(`select * from ${table} where merchant_id = '${merchantId}'`)
const urlsOf = ({ endpoints }: Config) =>
  Object.fromEntries(endpoints.map(({ environment, url }) => [environment, url]))

async function owe(environment: string, status: string): Promise<string> {
  const [id, now] = [world.newId(), clock.now()]
  await world.sql`
    insert into webhook_deliveries (id, event_id, endpoint_id, merchant_id, environment, cause, status, due_at, created_at)
    select ${id}, ${world.newId()}, id, ${merchantId}, ${environment}, 'event', ${status},
      ${status === 'pending' ? now : null}, ${now}
    from webhook_endpoints where merchant_id = ${merchantId} and environment = ${environment}`
  return id
}

async function stateOf(id: string): Promise<unknown[]> {
  const [row] = await world.sql`select status, due_at, last_error from webhook_deliveries where id = ${id}`
  return [row?.status, row?.due_at, row?.last_error]
}

test('without any configuration nothing is delivered, and reading writes nothing', async () => {
  assert.deepEqual(await read(), {
    webhook_url: null,
    sandbox_webhook_url: null,
    events: ['*'],
    success_event_name: null,
    webhook_secret: `whsec_****${firstSecret.slice(-4)}`,
    secret_rotated_at: null,
    old_secret_signs_until: null,
    endpoints: [],
  })
  assert.equal((await rowsOf('webhook_configs')).length, 0)
})

test('the secret is whole in the first answer to a change, and masked ever after', async () => {
  await read()
  assert.equal((await change({})).webhook_secret, firstSecret)
  for (const shown of [await change({ webhook_url: address }), await read()]) {
    assert.equal(shown.webhook_secret, `whsec_****${firstSecret.slice(-4)}`)
  }
})

test('of many who change at once one sees the secret, and each field is kept', async () => {
  const changes = [
    { webhook_url: address },
    { sandbox_webhook_url: other },
    { events: ['collection.failed'] },
    { success_event_name: 'collection.successful' },
    ...Array.from({ length: 8 }, (_, at) => (at % 2 ? { webhook_url: address } : { rotate_secret: true })),
  ]
  const shown = await Promise.all(changes.map(change))
  const whole = shown.filter(({ webhook_secret: secret }) => !secret.includes('*'))
  assert.ok(whole.length === 4 || whole.length === 5, 'the four that rotated, and the first')
  const { webhook_url, sandbox_webhook_url, events, success_event_name } = await read()
  assert.deepEqual(
    [webhook_url, sandbox_webhook_url, events, success_event_name],
    [address, other, ['collection.failed'], 'collection.successful'],
  )
  assert.equal((await rowsOf('webhook_endpoints')).length, 2)
  assert.equal((await rowsOf('audit_log')).length, changes.length)
})

test('the sandbox goes where live goes, until it has an address of its own, and again when it gives that up', async () => {
  assert.deepEqual(urlsOf(await change({ webhook_url: address })), { live: address, sandbox: address })
  const apart = await change({ sandbox_webhook_url: other })
  assert.deepEqual(urlsOf(apart), { live: address, sandbox: other })
  const moved = await change({ webhook_url: `${address}/2` })
  assert.deepEqual(urlsOf(moved), { live: `${address}/2`, sandbox: other })
  const together = await change({ sandbox_webhook_url: null })
  assert.deepEqual(urlsOf(together), { live: `${address}/2`, sandbox: `${address}/2` })
  assert.equal(together.sandbox_webhook_url, `${address}/2`)
  assert.deepEqual(urlsOf(await change({ webhook_url: null })), {})
})

test('a sandbox address alone leaves live without one', async () => {
  const shown = await change({ sandbox_webhook_url: other })
  assert.deepEqual([shown.webhook_url, urlsOf(shown)], [null, { sandbox: other }])
})

const filters: [given: string[] | null, shown: string[]][] = [
  [['collection.failed'], ['collection.failed']],
  [
    ['collection.failed', 'disbursement.failed', 'collection.failed'],
    ['collection.failed', 'disbursement.failed'],
  ],
  [['collection.success'], ['collection.success', 'collection.successful']],
  [
    ['collection.failed', 'collection.successful', 'collection.success'],
    ['collection.failed', 'collection.successful', 'collection.success'],
  ],
  [
    ['collection.successful', 'collection.failed'],
    ['collection.successful', 'collection.failed', 'collection.success'],
  ],
  [['*'], ['*']],
  [['collection.failed', '*'], ['*']],
  [null, ['*']],
]
for (const [given, expected] of filters) {
  test(`events ${JSON.stringify(given)} are kept as ${expected.join(', ')}`, async () => {
    await change({ events: ['disbursement.success'] })
    assert.deepEqual((await change({ events: given })).events, expected)
    assert.deepEqual((await read()).events, expected)
    const [row] = await rowsOf('webhook_configs')
    assert.deepEqual(row?.events, expected[0] === '*' ? null : expected)
  })
}

test('naming an address switches its endpoint on again, and touches no other', async () => {
  await change({ webhook_url: address, sandbox_webhook_url: other })
  const fail = () => world.sql`
    update webhook_endpoints set failing_since = ${clock.now()}, switched_off_at = ${clock.now()},
      switched_off_because = 'gone' where merchant_id = ${merchantId}`
  const statuses = async () => (await read()).endpoints.map(({ status }) => status)
  await fail()
  assert.deepEqual(await statuses(), ['off', 'off'])
  await change({ events: null, success_event_name: null })
  assert.deepEqual(await statuses(), ['off', 'off'], 'no address was named')
  await change({ webhook_url: address })
  assert.deepEqual(await statuses(), ['on', 'off'])
  await change({ sandbox_webhook_url: null })
  assert.deepEqual(await statuses(), ['on', 'on'])
  await fail()
  await change({ webhook_url: address })
  assert.deepEqual(await statuses(), ['on', 'on'], 'the sandbox inherits')
  await world.sql`update webhook_endpoints set failing_since = ${clock.now()} where merchant_id = ${merchantId}`
  assert.deepEqual(await statuses(), ['failing', 'failing'])
})

test('taking an address away gives up what is owed to it, and nothing else', async () => {
  await change({ webhook_url: address, sandbox_webhook_url: other })
  const owed = await owe('live', 'pending')
  const [done, elsewhere] = [await owe('live', 'delivered'), await owe('sandbox', 'pending')]
  await change({ webhook_url: `${address}/2` })
  assert.equal((await stateOf(owed))[0], 'pending', 'a new address takes over what is owed')
  await change({ webhook_url: null })
  assert.deepEqual(await stateOf(owed), ['exhausted', null, 'The webhook address was removed.'])
  assert.deepEqual(await stateOf(done), ['delivered', null, null])
  assert.deepEqual(await stateOf(elsewhere), ['pending', clock.now(), null])
})

test('a removal does not wait for a worker that is writing down what it sent', async () => {
  await change({ webhook_url: address })
  const [held, free] = [await owe('live', 'pending'), await owe('live', 'pending')]
  await world.sql.begin(async (worker) => {
    await worker`select from webhook_deliveries where id = ${held} for update`
    await change({ webhook_url: null })
  })
  assert.deepEqual([(await stateOf(held))[0], (await stateOf(free))[0]], ['pending', 'exhausted'])
})

test('a rotated secret is shown whole once, and the old one signs for a day more', async () => {
  await change({})
  const rotatedAt = clock.now().toISOString()
  const signsUntil = new Date(nowMs + dayMs).toISOString()
  const { webhook_secret: second, ...rest } = await change({ rotate_secret: true })
  assert.match(second, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(second, firstSecret)
  assert.deepEqual([rest.secret_rotated_at, rest.old_secret_signs_until], [rotatedAt, signsUntil])
  const [retired] = await rowsOf('retired_webhook_secrets')
  assert.equal(world.vault.open(retired?.secret_sealed as Buffer), firstSecret)
  assert.equal((await read()).webhook_secret, `whsec_****${second.slice(-4)}`)
  nowMs += dayMs
  const later = await change({ rotate_secret: false })
  assert.deepEqual([later.secret_rotated_at, later.old_secret_signs_until], [rotatedAt, null])
  await change({ rotate_secret: true })
  const left = await rowsOf('retired_webhook_secrets')
  assert.deepEqual(
    left.map(({ secret_sealed: sealed }) => world.vault.open(sealed as Buffer)),
    [second],
    'what has ended is forgotten',
  )
})

test('of secrets that are rotated again and again the latest three go on signing', async () => {
  const secrets: string[] = [firstSecret]
  for (let round = 0; round < 5; round += 1) {
    nowMs += 1000
    secrets.push((await change({ rotate_secret: true })).webhook_secret)
  }
  const left = await world.sql<{ secret_sealed: Buffer }[]>`
    select secret_sealed from retired_webhook_secrets where merchant_id = ${merchantId} order by signs_until`
  assert.deepEqual(
    left.map(({ secret_sealed: sealed }) => world.vault.open(sealed)),
    secrets.slice(-4, -1),
  )
})

test('addresses the guard objects to are refused, all at once, and nothing is changed', async () => {
  await change({ webhook_url: address })
  const refused = change({
    webhook_url: 'http://inside/1',
    sandbox_webhook_url: 'http://inside/2',
    events: ['collection.failed'],
    rotate_secret: true,
  })
  await assert.rejects(refused, {
    code: 'validation_error',
    details: [
      { field: 'webhook_url', problem: 'is inside' },
      { field: 'sandbox_webhook_url', problem: 'is inside' },
    ],
  })
  const { webhook_url: url, events, secret_rotated_at: rotatedAt } = await read()
  assert.deepEqual([url, events, rotatedAt], [address, ['*'], null])
  assert.equal((await rowsOf('audit_log')).length, 1)
})

test('the audit log tells what was changed and that a secret was rotated, and no secret', async () => {
  await change({ webhook_url: address, events: ['disbursement.failed'] })
  const { webhook_secret: secret } = await change({ webhook_url: null, rotate_secret: true })
  await change({})
  const entries = await world.sql<{ action: string; details: Record<string, unknown>; text: string }[]>`
    select action, details, a::text as text from audit_log a where merchant_id = ${merchantId} order by seq`
  const nothing = { webhook_url: null, sandbox_webhook_url: null, events: ['*'], success_event_name: null }
  const set = { ...nothing, webhook_url: address, events: ['disbursement.failed'] }
  assert.deepEqual(
    entries.map(({ action, details }) => ({ action, details })),
    [
      { action: 'webhook_config.changed', details: { before: nothing, after: set } },
      { action: 'webhook_config.changed', details: { before: set, after: { ...set, webhook_url: null } } },
      {
        action: 'webhook_secret.rotated',
        details: { old_secret_signs_until: new Date(nowMs + dayMs).toISOString() },
      },
    ],
  )
  for (const { text } of entries) {
    for (const hidden of [firstSecret, secret]) assert.ok(!text.includes(hidden.slice(6, 20)))
  }
})
