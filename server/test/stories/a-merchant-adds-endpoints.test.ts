import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Role, roles } from '@malipo/contract'
import { newMember, type Reply, type Service, sessionOf, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { ownClock } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type AddedEndpoint, type ManyEared, openManyEared } from './webhooks/many-eared-shop.ts'
import { openEndpoint } from './webhooks/own-endpoint.ts'
import { verified } from './webhooks/verified.ts'

const clock = ownClock()
let service: Service
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' } })
})
after(() => endStory(service))

const path = '/v1/merchant/webhook-endpoints'
// Loopback is allowed in development. Nobody listens there.
const at = (name: string) => `http://127.0.0.1:9/${name}`
const masked = (secret: string) => `whsec_****${secret.slice(-4)}`
const open = () => openManyEared(service)
const problems = ({ body }: Reply) => (body.error as { details: Fields[] }).details

async function audited({ merchantId }: ManyEared): Promise<string[]> {
  const rows = await service.world.sql<{ action: string; details: Fields }[]>`
    select action, details from audit_log where merchant_id = ${merchantId} and action like 'webhook_endpoint%' order by seq`
  return rows.map(({ action, details }) => {
    assert.equal(/whsec_/.test(JSON.stringify(details)), false, 'no secret is in the log')
    return action
  })
}

test('one is added with a secret of its own that is shown once, and listed beside the default ones', async () => {
  const shop = await open()
  const added = await shop.add({ url: at('one') })
  const { id, webhook_secret: secret, created_at: createdAt, ...rest } = added
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(secret, shop.webhook_secret)
  assert.equal(createdAt, clock.now().toISOString())
  assert.deepEqual(rest, {
    ...{ environment: 'sandbox', url: at('one'), is_default: false, is_enabled: true },
    ...{ events: ['*'], methods: [], metadata: {}, success_event_name: null },
    ...{ secret_rotated_at: null, old_secret_signs_until: null, status: 'on' },
    ...{ failing_since: null, switched_off_at: null, switched_off_because: null },
  })
  assert.deepEqual(await shop.read(id), { ...added, webhook_secret: masked(secret) })
  const listed = await shop.list()
  assert.deepEqual(
    listed.map(({ environment, url, is_default: isDefault }) => [environment, url, isDefault]),
    [
      ['sandbox', at('one'), false],
      ...listed.slice(1).map(({ environment }) => [environment, shop.own.url, true]),
    ],
  )
  assert.equal(listed.length, 3)
  assert.equal(listed[1]?.webhook_secret, masked(shop.webhook_secret))
  assert.equal((await shop.list('?environment=live')).length, 1)
  assert.deepEqual(await audited(shop), ['webhook_endpoint.added'])
})

test('everything but its environment can be changed, one by one', async () => {
  const shop = await open()
  const { id } = await shop.add({ url: at('one'), environment: 'live', is_enabled: false })
  const change = async (body: Fields) => dataOf(await shop.change(id, body)) as AddedEndpoint
  const off = await shop.read(id)
  assert.deepEqual([off.environment, off.status, off.switched_off_because], ['live', 'off', 'disabled'])
  assert.equal((await change({ url: at('two') })).status, 'off', 'who switched it off wants it off there too')
  assert.equal((await change({ is_enabled: true })).status, 'on')
  assert.deepEqual((await change({ events: ['refund.*', 'collection.success', 'refund.*'] })).events, [
    ...['refund.*', 'collection.success', 'collection.successful'],
  ])
  assert.deepEqual((await change({ methods: ['USSD_PUSH', 'USSD_PUSH'] })).methods, ['USSD_PUSH'])
  assert.deepEqual((await change({ metadata: { shop: 'A', till: '1' } })).metadata, { shop: 'A', till: '1' })
  const all = await change({ metadata: { shop: 'B' }, success_event_name: 'collection.successful' })
  assert.deepEqual(
    [all.url, all.events.length, all.methods, all.metadata, all.success_event_name],
    [at('two'), 3, ['USSD_PUSH'], { shop: 'B' }, 'collection.successful'],
  )
  const plain = await change({ events: null, methods: [], metadata: null, success_event_name: null })
  assert.deepEqual(
    [plain.events, plain.methods, plain.metadata, plain.success_event_name],
    [['*'], [], {}, null],
  )
  assert.equal((await audited(shop)).filter((action) => action === 'webhook_endpoint.changed').length, 7)
})

test('what was known of an address is not known of another', async () => {
  const shop = await open()
  const { id } = await shop.add({ url: at('one') })
  const { sql } = service.world
  await sql`update added_webhook_endpoints set failing_since = now(), switched_off_at = now(), switched_off_because = 'gone'
    where id = ${id}`
  assert.equal((dataOf(await shop.change(id, { events: ['*'] })) as AddedEndpoint).status, 'off')
  assert.equal((dataOf(await shop.change(id, { url: at('one') })) as AddedEndpoint).status, 'off')
  assert.equal((dataOf(await shop.change(id, { url: at('two') })) as AddedEndpoint).status, 'on')
})

test('the same address twice in an environment is refused, however it is spelt and wherever it is set', async () => {
  const shop = await open()
  const [one, two] = [await shop.add({ url: at('one') }), await shop.add({ url: at('two') })]
  const same = [{ field: 'url', problem: 'is the address of another endpoint in this environment already' }]
  for (const url of [at('one'), at('x/../one'), 'http://127.0.0.1:09/one', shop.own.url]) {
    assert.deepEqual(problems(await shop.tryToAdd({ url })), same, url)
    assert.deepEqual(problems(await shop.change(two.id, { url })), same, url)
  }
  assert.equal((await shop.change(one.id, { url: at('one') })).status, 200, 'its own is no other')
  await shop.add({ url: at('one'), environment: 'live' })
  const fields = async (body: Fields) => problems(await shop.configure(body)).map(({ field }) => field)
  assert.deepEqual(await fields({ webhook_url: at('one') }), ['webhook_url'])
  assert.deepEqual(await fields({ sandbox_webhook_url: at('two') }), ['sandbox_webhook_url'])
  assert.equal((await shop.config()).webhook_url, shop.own.url)
  dataOf(await shop.remove(one.id))
  await shop.add({ url: at('one') })
  // The dot that ends a full name leads to the same host.
  await shop.add({ url: 'http://shop.example/events' })
  for (const url of ['http://shop.example./events', 'http://SHOP.example.:80/events']) {
    assert.deepEqual(problems(await shop.tryToAdd({ url })), same, url)
  }
  assert.deepEqual(await fields({ webhook_url: 'http://shop.example./events' }), ['webhook_url'])
})

test('of twenty that are added at once ten are, and never two with one address', async () => {
  const shop = await open()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) => shop.tryToAdd({ url: at(`many-${place}`) })),
  )
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 10)
  for (const answer of answers)
    assert.ok(['201', '409 invalid_state'].includes(inShort(answer)), inShort(answer))
  assert.equal((await shop.list('?environment=sandbox&page_size=100')).length, 11)
  await shop.add({ url: at('another'), environment: 'live' })

  const other = await open()
  const twins = await Promise.all(Array.from({ length: 8 }, () => other.tryToAdd({ url: at('twin') })))
  assert.deepEqual(twins.map(inShort).sort(), ['201', ...Array(7).fill('422 validation_error')])
})

test('a default endpoint is the configuration’s: changed there and here, and not deleted', async () => {
  const shop = await open()
  const [live] = await shop.list('?environment=live')
  const id = live?.id ?? assert.fail()
  assert.equal(inShort(await shop.remove(id)), '409 invalid_state')
  for (const body of [{ methods: ['USSD_PUSH'] }, { metadata: { shop: 'A' } }, { is_enabled: false }])
    assert.equal(inShort(await shop.change(id, body)), '409 invalid_state', JSON.stringify(body))
  const wish = {
    url: at('live'),
    events: ['refund.*'],
    success_event_name: 'collection.successful',
    methods: [],
  }
  const changed = dataOf(await shop.change(id, wish)) as AddedEndpoint
  const refunds = ['refund.success', 'refund.failed', 'refund.rejected', 'refund.reversed']
  assert.deepEqual([changed.url, changed.events, changed.is_default], [at('live'), refunds, true])
  const config = await shop.config()
  assert.deepEqual(
    [config.webhook_url, config.events, config.success_event_name],
    [at('live'), refunds, 'collection.successful'],
  )
  const { sql } = service.world
  await sql`update webhook_endpoints set switched_off_at = now(), switched_off_because = 'gone' where id = ${id}`
  assert.equal((dataOf(await shop.change(id, { is_enabled: true })) as AddedEndpoint).status, 'on')
  const renewed = await shop.rotate(id)
  assert.notEqual(renewed.webhook_secret, shop.webhook_secret)
  assert.equal((await shop.config()).webhook_secret, masked(renewed.webhook_secret))
})

test('a test is signed with the endpoint’s secret and sent to it alone, whatever it asks for', async () => {
  const shop = await open()
  const ear = await openEndpoint()
  const added = await shop.add({ url: ear.url, events: ['refund.*'] })
  const sent = dataOf(await shop.test(added.id, { type: 'collection.success' })) as Fields
  assert.deepEqual([sent.delivered, ear.letters.length, shop.own.letters.length], [true, 1, 0])
  const told = verified(ear.letters[0] ?? assert.fail(), added.webhook_secret, clock.now())
  assert.deepEqual([told.type, told.data.environment], ['collection.success', 'sandbox'])
  const [own] = await shop
    .list('?environment=sandbox&page_size=100')
    .then((all) => all.filter((one) => one.is_default))
  assert.equal(dataOf(await shop.test(own?.id ?? '')).delivered, true)
  assert.equal(shop.own.letters.length, 1)
})

test('the same key makes one endpoint and one secret', async () => {
  const shop = await open()
  const headers = { 'idempotency-key': randomUUID() }
  const twice = await Promise.all([0, 1].map(() => shop.tryToAdd({ url: at('once') }, { headers })))
  const again = await shop.tryToAdd({ url: at('once') }, { headers })
  for (const answer of twice) assert.ok(['201', '409 idempotency_in_progress'].includes(inShort(answer)))
  assert.equal(again.status, 201)
  assert.match(String(again.body.data.webhook_secret), /^whsec_[A-Za-z0-9+/]/)
  assert.equal((await shop.list('?environment=sandbox')).length, 2)
  const turn = { method: 'POST', headers: { 'idempotency-key': randomUUID() } }
  const [first, second] = [0, 1].map(() => shop.call('/rotate-secret', String(again.body.data.id), turn))
  assert.deepEqual((await first)?.body.data, (await second)?.body.data)
})

test('what cannot be is refused by field, and changes nothing', async () => {
  const shop = await open()
  const { id } = await shop.add({ url: at('one') })
  const bad: Record<string, unknown[]> = {
    url: ['', 'shop', 'ftp://127.0.0.1/', 'http://10.0.0.1/', 'http://169.254.169.254/latest', 7],
    events: [[], ['refund'], ['refund.**'], ['*.success'], ['collection.'], '*', Array(51).fill('*')],
    methods: [['CASH'], 'USSD_PUSH'],
    metadata: [{ 'a b': '1' }, { a: 1 }, [], { a: 'x'.repeat(501) }],
    is_enabled: ['yes'],
    success_event_name: ['collection.paid'],
    environment: ['test'],
    colour: ['blue'],
  }
  const before = await shop.list()
  for (const [field, values] of Object.entries(bad)) {
    for (const value of values) {
      const add = await shop.tryToAdd({ url: at('two'), [field]: value })
      assert.equal(inShort(add), '422 validation_error', `${field} ${JSON.stringify(value)}`)
      assert.ok(
        problems(add).every((one) => String(one.field).startsWith(field)),
        field,
      )
      assert.equal(inShort(await shop.change(id, { [field]: value })), '422 validation_error', field)
    }
  }
  assert.deepEqual(await shop.list(), before)
})

test('what is somebody else’s, deleted or no id at all is not there', async () => {
  const [shop, other] = [await open(), await open()]
  const [theirs, gone] = [await other.add({ url: at('theirs') }), await shop.add({ url: at('gone') })]
  dataOf(await shop.remove(gone.id))
  const [theirDefault] = (await other.list()).filter((one) => one.is_default)
  for (const id of [theirs.id, theirDefault?.id ?? '', gone.id, randomUUID(), 'no-id', '%00']) {
    const answers = [
      await shop.call('', id),
      await shop.change(id, { is_enabled: false }),
      await shop.remove(id),
      await shop.test(id),
      await shop.call('/rotate-secret', id, { method: 'POST' }),
    ]
    assert.deepEqual(answers.map(inShort), Array(5).fill('404 not_found'), id)
  }
  const from = '2026-01-01T00:00:00Z'
  const replay = await shop.dashboard('/v1/merchant/events/replay', 'sandbox', {
    body: { from, endpoint_id: theirs.id },
  })
  assert.equal(inShort(replay), '404 not_found')
  assert.equal((await other.read(theirs.id)).status, 'on')
})

test('owners, admins and developers keep them; nobody else sees them, and keys do neither', async () => {
  const shop = await open()
  const { id } = await shop.add({ url: at('one') })
  const may: Role[] = ['owner', 'admin', 'developer']
  for (const role of roles.filter((one) => one !== 'owner')) {
    const email = `${role}-${shop.merchantId}@endpoints.test`
    await newMember(service, { merchantId: shop.merchantId, email, role })
    const cookie = await sessionOf(service, email)
    const expected = may.includes(role) ? '200' : '403 forbidden'
    assert.equal(inShort(await service.call(path, { cookie })), expected, role)
    assert.equal(inShort(await service.call(`${path}/${id}`, { cookie })), expected, role)
  }
  assert.equal(inShort(await shop.call('', id)), '200')
  assert.equal(inShort(await service.call(path, { key: shop.sandboxKey })), '403 dashboard_session_required')
})

test('the rest of the configuration is untouched by what is added', async () => {
  const shop = await open()
  const before = await shop.config()
  const { id } = await shop.add({
    url: at('one'),
    events: ['refund.*'],
    success_event_name: 'collection.successful',
  })
  await shop.rotate(id)
  dataOf(await shop.change(id, { is_enabled: false }))
  dataOf(await shop.remove(id))
  assert.deepEqual(await shop.config(), before)
})
