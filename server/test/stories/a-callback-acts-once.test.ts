import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { countRows, endStory } from './money/books.ts'
import { ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf, type Fields, inWords, openShop, type Shop, sign } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const provider = ownProvider({ collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
const clock = ownClock()
let service: Service
let shop: Shop
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  shop = await openShop(service)
})
after(() => endStory(service))

const door = '/sandbox/v1/webhooks/provider'

async function pushed(): Promise<{ id: unknown; reference: string }> {
  const { id, provider_reference: reference } = await shop.push()
  return { id, reference: String(reference) }
}

async function lastCallback() {
  const [row] = await service.world.sql<
    { body: Buffer; headers: Record<string, string>; outcome: string; collection_id: string | null }[]
  >`select body, headers, outcome, collection_id from provider_callbacks order by id desc limit 1`
  return row
}

test('the same event acts once, and every repeat hears how things stand', async () => {
  const { id, reference } = await pushed()
  const eventId = randomUUID()
  const first = await shop.tell({ reference, eventId })
  assert.deepEqual(first.body.data, { event_id: eventId, outcome: 'applied', status: 'successful' })
  for (let round = 0; round < 3; round += 1) {
    const again = await shop.tell({ reference, eventId })
    assert.deepEqual(
      [again.status, again.body.data],
      [200, { event_id: eventId, outcome: 'duplicate', status: 'successful' }],
    )
  }
  // Even with other news in it: whoever wrote the name first has spoken.
  const other = await shop.tell({ reference, eventId, type: 'collection.failed' })
  assert.deepEqual([other.body.data.outcome, other.body.data.status], ['duplicate', 'successful'])
  assert.deepEqual(await shop.events(id), ['collection.success'])
})

test('a hundred of the same at once act once', async () => {
  const seller = await openShop(service)
  const { id, provider_reference: reference } = await seller.push()
  const eventId = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => seller.tell({ reference: String(reference), eventId })),
  )
  const outcomes = Map.groupBy(answers, ({ body }) => String(body.data.outcome))
  assert.deepEqual([outcomes.get('applied')?.length, outcomes.get('duplicate')?.length], [1, 99])
  assert.deepEqual(inWords(await seller.transactions()), ['credit collection 1500.00 → 1500.00'])
  assert.deepEqual(await seller.events(id), ['collection.success'])
})

test('a hundred different events with the same news at once credit once', async () => {
  const seller = await openShop(service)
  const { id, provider_reference: reference } = await seller.push()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => seller.tell({ reference: String(reference) })),
  )
  const outcomes = Map.groupBy(answers, ({ body }) => String(body.data.outcome))
  assert.deepEqual([outcomes.get('applied')?.length, outcomes.get('ignored')?.length], [1, 99])
  assert.deepEqual(await seller.balance(), balanceOf({ available: '1500.00' }))
  assert.deepEqual(await seller.events(id), ['collection.success'])
})

test('the name of an event is its merchant’s own: another shop may use the same', async () => {
  const other = await openShop(service)
  const eventId = 'event 1'
  for (const seller of [shop, other]) {
    const { provider_reference: reference } = await seller.push()
    const { body } = await seller.tell({ reference: String(reference), eventId })
    assert.equal(body.data.outcome, 'applied')
  }
})

test('events in the wrong order end where the right order would have', async () => {
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(service)
  const reversal = { kind: 'reversed', providerStatus: 'REVERSED' } as const
  const first = await provider.tell(service, reference, reversal)
  assert.deepEqual([first.body.data.outcome, first.body.data.status], ['applied', 'reversed'])
  const late = await provider.tell(service, reference, succeeded(150_000n))
  assert.deepEqual([late.body.data.outcome, late.body.data.status], ['ignored', 'reversed'])
  const repeat = await provider.tell(service, reference, reversal)
  assert.equal(repeat.body.data.outcome, 'ignored')
  assert.deepEqual(await shop.events(id), ['collection.success', 'collection.reversed'])
  assert.deepEqual(await shop.balance('live'), balanceOf({}))
})

test('what a callback says is kept byte by byte, with what became of it', async () => {
  const { id, reference } = await pushed()
  const raw = `{  "provider_reference": "${reference}",\n "event_type":"collection.success", "event_id":"kitu ✓" }`
  const headers = {
    'x-provider-signature': sign(shop.webhook_secret, raw),
    'user-agent': 'their-machine/1',
    cookie: 'a=b',
  }
  assert.equal(inShort(await service.call(door, { raw, headers })), '200')
  const kept = await lastCallback()
  assert.ok(kept?.body.equals(Buffer.from(raw)))
  assert.deepEqual([kept?.outcome, kept?.collection_id], ['applied', id])
  assert.equal(kept?.headers['user-agent'], 'their-machine/1')
  assert.equal(kept?.headers['x-provider-signature'], headers['x-provider-signature'])
  assert.equal(kept?.headers.cookie, undefined)
})

test('both addresses take callbacks: that of the sandbox and the plain one', async () => {
  const { reference } = await pushed()
  const raw = JSON.stringify({
    event_id: 'x',
    event_type: 'collection.failed',
    provider_reference: reference,
  })
  const headers = { 'x-provider-signature': sign(shop.webhook_secret, raw) }
  assert.equal(inShort(await service.call('/v1/webhooks/provider', { raw, headers })), '200')
})

/** Ways to sign a callback that nobody genuine would. */
const forgeries: Record<string, (raw: string) => Record<string, string>> = {
  'with another secret': (raw) => ({ 'x-provider-signature': sign('whsec_guessed', raw) }),
  'with the secret without its prefix': (raw) => ({
    'x-provider-signature': sign(shop.webhook_secret.replace(/^whsec_/, ''), raw),
  }),
  'in capitals': (raw) => ({ 'x-provider-signature': sign(shop.webhook_secret, raw).toUpperCase() }),
  'cut short': (raw) => ({ 'x-provider-signature': sign(shop.webhook_secret, raw).slice(0, 62) }),
  'with more behind it': (raw) => ({ 'x-provider-signature': `${sign(shop.webhook_secret, raw)}00` }),
  'over other bytes': (raw) => ({ 'x-provider-signature': sign(shop.webhook_secret, `${raw} `) }),
  'with nothing in it': () => ({ 'x-provider-signature': '' }),
  'not at all': () => ({}),
  'under another name': (raw) => ({ 'x-signature': sign(shop.webhook_secret, raw) }),
  'in letters that take two bytes': (raw) => ({
    'x-provider-signature': `é${sign(shop.webhook_secret, raw).slice(1)}`,
  }),
}

for (const [title, headersFor] of Object.entries(forgeries)) {
  test(`a callback that is signed ${title} is refused, kept, and moves nothing`, async () => {
    const { id, reference } = await pushed()
    const fields = { event_id: randomUUID(), event_type: 'collection.success', provider_reference: reference }
    const raw = JSON.stringify(fields)
    const answer = await service.call(door, { raw, headers: headersFor(raw) })
    assert.equal(inShort(answer), '401 invalid_signature')
    const kept = await service.world.sql`
      select from unproven_callbacks where body = ${Buffer.from(raw)} and provider = 'sandbox'`
    assert.equal(kept.length, 1)
    assert.equal((await shop.state(id)).status, 'processing')
    // The forger has not used up the name of the event either.
    const genuine = await shop.tell({ reference, eventId: fields.event_id })
    assert.equal(genuine.body.data.outcome, 'applied')
  })
}

test('another merchant’s secret signs nothing of this one’s', async () => {
  const other = await openShop(service)
  const { id, reference } = await pushed()
  const forged = await shop.tell({ reference, secret: other.webhook_secret })
  assert.equal(inShort(forged), '401 invalid_signature')
  assert.equal((await shop.state(id)).status, 'processing')
})

test('the shop’s secret opens nothing in live', async () => {
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(service)
  assert.equal(inShort(await shop.tell({ reference: String(reference) })), '404 not_found')
  assert.equal((await shop.state(id, shop.liveKey)).status, 'processing')
})

test('a callback about nothing we know is not found, also one that comes before our own commit', async () => {
  for (const reference of [`MLP${randomUUID().replaceAll('-', '').toUpperCase()}`, 'MLP0', '12345']) {
    assert.equal(inShort(await shop.tell({ reference })), '404 not_found', reference)
  }
})

test('a callback that does not fit a collection is refused, and its name stays free', async () => {
  const { id, reference } = await pushed()
  const eventId = randomUUID()
  for (const type of ['disbursement.success', 'disbursement.failed', 'collection.reversed', 'payment.done']) {
    assert.equal(inShort(await shop.tell({ reference, type, eventId })), '422 validation_error', type)
  }
  const odd: Fields[] = [
    { event_id: '' },
    { event_id: 7 },
    { event_id: undefined },
    { event_type: undefined },
    { amount: '5' },
  ]
  for (const fields of odd) {
    const body = { event_id: eventId, event_type: 'collection.success', provider_reference: reference }
    const raw = JSON.stringify({ ...body, ...fields })
    const headers = { 'x-provider-signature': sign(shop.webhook_secret, raw) }
    assert.equal(inShort(await service.call(door, { raw, headers })), '422 validation_error', raw)
  }
  for (const raw of ['{', '[]', 'null', '""']) {
    const { status } = await service.call(door, { raw, headers: { 'x-provider-signature': 'x' } })
    assert.ok(status === 400 || status === 422, `${raw}: ${status}`)
  }
  assert.equal((await shop.state(id)).status, 'processing')
  assert.equal((await shop.tell({ reference, eventId })).body.data.outcome, 'applied')
})

test('a callback that was stored by a process that died is taken up by another', async () => {
  const { id, reference } = await pushed()
  const raw = JSON.stringify({
    event_id: 'left',
    event_type: 'collection.success',
    provider_reference: reference,
  })
  const { world, parts } = service
  const headers = { 'x-provider-signature': sign(shop.webhook_secret, raw) }
  await world.sql`
    insert into provider_callbacks (id, headers, body, received_at)
    values (${world.newId()}, ${JSON.stringify(headers)}::text::json, ${Buffer.from(raw)}, ${clock.now()})`
  await parts.callbacks.takeDue()
  assert.equal((await shop.state(id)).status, 'processing', 'its first owner may still be at it')
  clock.pass(31_000)
  const stored = await countRows(world, 'provider_callbacks')
  await parts.callbacks.takeDue()
  assert.equal((await shop.state(id)).status, 'successful')
  assert.equal((await shop.tell({ reference, eventId: 'left' })).body.data.outcome, 'duplicate')
  assert.equal(await countRows(world, 'provider_callbacks'), stored + 1)
})
