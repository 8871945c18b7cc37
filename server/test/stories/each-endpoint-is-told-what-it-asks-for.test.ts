import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { endStory } from './money/books.ts'
import { ownClock } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { type AddedEndpoint, openManyEared } from './webhooks/many-eared-shop.ts'
import { openEndpoint } from './webhooks/own-endpoint.ts'
import { isVerified, verified } from './webhooks/verified.ts'

const clock = ownClock()
const hourMs = 3_600_000
const dayMs = 24 * hourMs
let service: Service
before(async () => {
  service = await startService({ clock })
})
after(() => endStory(service))

const open = () => openManyEared(service)
const forAWhile = () => sleep(150)

test('one event is owed to each that asks, with its own delivery and its own secret', async () => {
  const [one, other] = [await openEndpoint(), await openEndpoint()]
  const shop = await open()
  const [first, second] = [await shop.add({ url: one.url }), await shop.add({ url: other.url })]
  const { eventId } = await shop.sell()
  await until(() => [shop.own, one, other].every(({ letters }) => letters.length === 1))
  for (const endpoint of [shop.own, one, other]) assert.equal(endpoint.letters[0]?.id, eventId)
  assert.equal(new Set([shop.own, one, other].map(({ letters }) => letters[0]?.body)).size, 1)
  const signers = [
    [shop.own, shop.webhook_secret],
    [one, first.webhook_secret],
    [other, second.webhook_secret],
  ] as const
  for (const [endpoint] of signers) {
    const right = signers.filter(
      ([, secret]) => endpoint.letters[0] && isVerified(endpoint.letters[0], secret, clock.now()),
    )
    assert.deepEqual(
      right,
      signers.filter(([mine]) => mine === endpoint),
    )
  }
  const deliveries = await shop.deliveriesOf(eventId)
  assert.deepEqual([deliveries.length, new Set(deliveries.map(({ id }) => id)).size], [3, 3])
  const listed = await shop.deliveriesTo(first.id)
  assert.deepEqual(
    listed.map(({ event_id: event, endpoint_id: to }) => [event, to]),
    [[eventId, first.id]],
  )
  const ofDefault = await shop.deliveriesTo((await shop.list()).find(({ is_default: is }) => is)?.id ?? '')
  assert.equal(ofDefault.length, 1)
  assert.deepEqual(await shop.deliveriesTo(randomUUID()), [])
})

test('types, kinds of types, methods and metadata decide who is told', async () => {
  const shop = await open()
  const wishes: Record<string, Fields> = {
    failed: { events: ['collection.failed'] },
    kind: { events: ['collection.*'] },
    others: { events: ['refund.*', 'disbursement.*'] },
    paid: { events: ['collection.successful'] },
    push: { methods: ['USSD_PUSH'] },
    code: { methods: ['DYNAMIC_QR'] },
    kariakoo: { metadata: { shop: 'Kariakoo' } },
    both: { metadata: { shop: 'Kariakoo', till: '2' } },
  }
  const ears = await Promise.all(
    Object.keys(wishes).map(async (name) => [name, await openEndpoint()] as const),
  )
  for (const [name, { url }] of ears) await shop.add({ url, ...wishes[name] })
  const sold = [
    await shop.sell({ metadata: { shop: 'Kariakoo', till: '2' } }),
    await shop.sell({ metadata: { shop: 'Kariakoo' } }),
    await shop.sell(),
    await shop.sell({}, 'collection.failed'),
  ]
  const toldTo = async (name: string, places: number[]) => {
    const endpoint = ears.find(([own]) => own === name)?.[1]
    await until(() => endpoint?.letters.length === places.length).catch(() => undefined)
    const ids = places.map((place) => sold[place]?.eventId)
    assert.deepEqual(endpoint?.letters.map(({ id }) => id).sort(), ids.sort(), name)
  }
  await until(() => shop.own.letters.length === 4)
  await toldTo('failed', [3])
  await toldTo('kind', [0, 1, 2, 3])
  await toldTo('paid', [0, 1, 2])
  await toldTo('push', [0, 1, 2, 3])
  await toldTo('kariakoo', [0, 1])
  await toldTo('both', [0])
  await forAWhile()
  await toldTo('others', [])
  await toldTo('code', [])
})

test('a paid collection is called as each wants it, and every attempt sends the same bytes', async () => {
  const ear = await openEndpoint(() => ({ status: 500 }))
  const shop = await open()
  const added = await shop.add({ url: ear.url, success_event_name: 'collection.successful' })
  const { eventId } = await shop.sell()
  await until(() => ear.letters.length === 1 && shop.own.letters.length === 1)
  assert.equal(
    verified(ear.letters[0] ?? assert.fail(), added.webhook_secret, clock.now()).type,
    'collection.successful',
  )
  assert.equal(JSON.parse(shop.own.letters[0]?.body ?? '').type, 'collection.success')
  const [delivery] = await shop.deliveriesTo(added.id)
  assert.equal(delivery?.event_type, 'collection.successful')
  dataOf(await shop.change(added.id, { success_event_name: null }))
  ear.script = () => ({ status: 200 })
  assert.equal((await shop.retry(delivery?.id ?? '')).status, 200)
  await until(() => ear.letters.length === 2)
  assert.equal(ear.letters[1]?.body, ear.letters[0]?.body)
  const before = ear.letters.length
  assert.equal((await shop.sell()).eventId === eventId, false)
  await until(() => ear.letters.length === before + 1)
  assert.equal(JSON.parse(ear.letters.at(-1)?.body ?? '').type, 'collection.success')
})

test('one that is gone is ended and told of, and the others go on', async () => {
  const [dead, alive] = [await openEndpoint(() => ({ status: 410 })), await openEndpoint()]
  const shop = await open()
  const gone = await shop.add({ url: dead.url })
  await shop.add({ url: alive.url })
  await shop.sell()
  await until(async () => (await shop.read(gone.id)).status === 'off')
  const off = await shop.read(gone.id)
  assert.deepEqual([off.is_enabled, off.switched_off_because], [false, 'gone'])
  const [notice, ...others] = await shop.notices()
  assert.deepEqual([notice?.kind, others], ['webhook.switched_off', []])
  assert.match(notice?.text ?? '', /410.*enable the endpoint/)
  const later = await shop.sell()
  await until(() => alive.letters.length === 2 && shop.own.letters.length === 2)
  await forAWhile()
  assert.equal(dead.letters.length, 1)
  const [given] = await shop.deliveriesTo(gone.id)
  assert.equal((await shop.retry(given?.id ?? '')).status, 409)
  assert.equal((await shop.test(gone.id)).status, 409)

  dead.script = () => ({ status: 200 })
  const on = dataOf(await shop.change(gone.id, { is_enabled: true })) as AddedEndpoint
  assert.deepEqual([on.status, on.switched_off_because, on.is_enabled], ['on', null, true])
  const from = new Date(clock.now().getTime() - hourMs).toISOString()
  clock.pass(1_000)
  assert.equal(await shop.replay({ from, endpoint_id: gone.id }), 2)
  clock.pass(1_000)
  await until(() => dead.letters.some(({ id }) => id === later.eventId))
  assert.equal(alive.letters.length, 2, 'what is replayed to one is not sent to another')
})

test('one that fails for five days is switched off by its own failures only', async () => {
  const dead = await openEndpoint(() => ({ status: 500 }))
  const shop = await open()
  const failing = await shop.add({ url: dead.url })
  await shop.sell()
  await until(async () => (await shop.read(failing.id)).status === 'failing')
  assert.equal((await shop.list()).find(({ is_default: is }) => is)?.status, 'on')
  clock.pass(5 * dayMs)
  await shop.sell()
  await until(async () => (await shop.read(failing.id)).status === 'off')
  assert.equal((await shop.read(failing.id)).switched_off_because, 'failing')
  await until(() => shop.own.letters.length === 2)
  assert.equal((await shop.list()).find(({ is_default: is }) => is)?.status, 'on')
})

test('what gets through to an added one does not keep a dead default one alive', async () => {
  const alive = await openEndpoint()
  const shop = await open()
  shop.own.script = () => ({ status: 500 })
  await shop.add({ url: alive.url })
  const status = async () => (await shop.list()).find(({ is_default: is }) => is)?.status
  await shop.sell()
  await until(async () => (await status()) === 'failing')
  clock.pass(5 * dayMs)
  await shop.sell()
  await until(async () => (await status()) === 'off')
  await until(() => alive.letters.length === 2)
})

test('the old secret signs beside the new one for a day, and nobody else’s', async () => {
  const ear = await openEndpoint()
  const shop = await open()
  const added = await shop.add({ url: ear.url })
  const renewed = await shop.rotate(added.id)
  assert.notEqual(renewed.webhook_secret, added.webhook_secret)
  const until24 = new Date(clock.now().getTime() + dayMs).toISOString()
  assert.deepEqual(
    [renewed.old_secret_signs_until, renewed.secret_rotated_at],
    [until24, clock.now().toISOString()],
  )
  const masked = (await shop.read(added.id)).webhook_secret
  assert.equal(masked, `whsec_****${renewed.webhook_secret.slice(-4)}`)
  await shop.sell()
  await until(() => ear.letters.length === 1)
  const signs = (secret: string) => isVerified(ear.letters.at(-1) ?? assert.fail(), secret, clock.now())
  assert.deepEqual([signs(renewed.webhook_secret), signs(added.webhook_secret)], [true, true])
  // A day that passes while it is being noted would be one in which whoever notes it was away.
  await until(async () => (await shop.deliveriesTo(added.id))[0]?.status === 'delivered')
  clock.pass(dayMs)
  await shop.sell()
  await until(() => ear.letters.length === 2)
  assert.deepEqual([signs(renewed.webhook_secret), signs(added.webhook_secret)], [true, false])
  assert.equal((await shop.config()).webhook_secret, `whsec_****${shop.webhook_secret.slice(-4)}`)
})

test('one that is deleted or switched off while deliveries wait is sent nothing more, and they say why', async () => {
  const ear = await openEndpoint(() => ({ status: 500 }))
  const shop = await open()
  const waiting = async (id: string) =>
    (await shop.deliveriesTo(id)).filter(({ status }) => status === 'pending')
  for (const end of ['delete', 'disable'] as const) {
    const added = await shop.add({ url: ear.url })
    const before = ear.letters.length
    await shop.sell()
    await until(async () => ear.letters.length === before + 1 && (await waiting(added.id))[0]?.attempts === 1)
    if (end === 'delete') assert.equal(dataOf(await shop.remove(added.id)).removed, true)
    else assert.equal(dataOf(await shop.change(added.id, { is_enabled: false })).status, 'off')
    clock.pass(dayMs)
    await shop.sell()
    await forAWhile()
    assert.equal(ear.letters.length, before + 1)
    const [left, ...others] = await shop.deliveriesTo(added.id)
    assert.deepEqual([left?.status, others.length], ['exhausted', 0])
    assert.equal((await shop.retry(left?.id ?? '')).status, 409)
    if (end === 'delete') {
      assert.equal((await shop.call('', added.id)).status, 404)
      assert.equal(
        (await shop.list()).some(({ id }) => id === added.id),
        false,
      )
      const [row] = await service.world.sql`
        select url, secret_sealed from added_webhook_endpoints where id = ${added.id}`
      assert.deepEqual({ ...row }, { url: null, secret_sealed: null })
    }
  }
})
