import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Role, WebhookConfig } from '@malipo/contract'
import type { Static } from 'typebox'
import { newMember, type Reply, sessionOf } from '../service.ts'
import { dataOf, openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type NetworkStage, openNetworkStage } from './payouts/network-stage.ts'
import { referenceOf } from './payouts/stage.ts'

type Config = Static<typeof WebhookConfig>
type AuditRow = { action: string; actor_id: string; subject_id: string; details: unknown }

const path = '/v1/merchant/webhook-config'
// Loopback is allowed in development, and needs no names to be looked up. Nothing is sent in this story.
const address = 'http://127.0.0.1:9/events'
const other = 'http://127.0.0.1:9/sandbox-events'
const dayMs = 24 * 60 * 60 * 1000
const masked = (secret: string) => `whsec_****${secret.slice(-4)}`

let stage: NetworkStage
before(async () => {
  stage = await openNetworkStage()
})
after(() => stage.close())

const patch = (shop: Shop, body: unknown) => shop.dashboard(path, 'live', { method: 'PATCH', body })
const change = async (shop: Shop, body: unknown) => dataOf(await patch(shop, body)) as Config
const read = async (shop: Shop) => dataOf(await shop.dashboard(path)) as Config

async function auditOf({ merchantId }: Shop): Promise<AuditRow[]> {
  const answer = await stage.desk.call(`/v1/admin/audit-log?merchant_id=${merchantId}`, 'live')
  const rows = dataOf(answer).items as AuditRow[]
  return rows.filter(({ action }) => action.startsWith('webhook_')).reverse()
}

test('a merchant begins with no address, every event, and a secret that is not shown', async () => {
  const shop = await openShop(stage.service)
  assert.deepEqual(await read(shop), {
    webhook_url: null,
    sandbox_webhook_url: null,
    events: ['*'],
    success_event_name: null,
    webhook_secret: masked(shop.webhook_secret),
    secret_rotated_at: null,
    old_secret_signs_until: null,
    endpoints: [],
  })
})

test('the first change answers with the whole secret, and everything after it with a masked one', async () => {
  const shop = await openShop(stage.service)
  const first = await change(shop, { webhook_url: address })
  assert.equal(first.webhook_secret, shop.webhook_secret)
  const on = { status: 'on', failing_since: null, switched_off_at: null, switched_off_because: null } as const
  assert.deepEqual(first.endpoints, [
    { environment: 'live', url: address, ...on },
    { environment: 'sandbox', url: address, ...on },
  ])
  assert.deepEqual(await read(shop), { ...first, webhook_secret: masked(shop.webhook_secret) })
  assert.deepEqual(await change(shop, {}), await read(shop))
})

test('what is not named stays: addresses, filter and spelling are changed one by one', async () => {
  const shop = await openShop(stage.service)
  await change(shop, { webhook_url: address })
  await change(shop, { events: ['collection.success', 'disbursement.failed', 'disbursement.failed'] })
  await change(shop, { success_event_name: 'collection.successful' })
  const all = await change(shop, { sandbox_webhook_url: other })
  assert.deepEqual(
    [all.webhook_url, all.sandbox_webhook_url, all.success_event_name],
    [address, other, 'collection.successful'],
  )
  assert.deepEqual(all.events, ['collection.success', 'disbursement.failed', 'collection.successful'])
  const plain = await change(shop, { sandbox_webhook_url: null, events: ['*'], success_event_name: null })
  assert.deepEqual(
    [plain.sandbox_webhook_url, plain.events, plain.success_event_name],
    [address, ['*'], null],
  )
})

/** Where the problem is, and what was sent there. */
const refusals: [title: string, body: object, fields: string[]][] = [
  ['no address at all', { webhook_url: 'shop' }, ['webhook_url']],
  ['an empty one', { webhook_url: '' }, ['webhook_url']],
  ['a number', { webhook_url: 7 }, ['webhook_url']],
  ['another scheme', { webhook_url: 'ftp://127.0.0.1/events' }, ['webhook_url']],
  ['a script', { webhook_url: 'javascript:alert(1)' }, ['webhook_url']],
  ['a password in it', { webhook_url: 'http://me:secret@127.0.0.1/events' }, ['webhook_url']],
  ['a space in it', { webhook_url: `${address}/a b` }, ['webhook_url']],
  ['more letters than fit', { webhook_url: `${address}/${'a'.repeat(2000)}` }, ['webhook_url']],
  ['an inner address', { webhook_url: 'https://10.0.0.7/events' }, ['webhook_url']],
  ['an inner address in disguise', { webhook_url: 'https://[::ffff:10.0.0.7]/' }, ['webhook_url']],
  ['the metadata of a cloud', { sandbox_webhook_url: 'http://169.254.169.254/' }, ['sandbox_webhook_url']],
  [
    'two that are wrong',
    { webhook_url: 'https://192.168.0.1/', sandbox_webhook_url: 'https://[fd00::1]/' },
    ['webhook_url', 'sandbox_webhook_url'],
  ],
  ['an event nobody knows', { events: ['collection.paid'] }, ['events.0', 'events']],
  ['an empty list of events', { events: [] }, ['events']],
  ['another spelling', { success_event_name: 'collection.failed' }, ['success_event_name']],
  ['a field nobody knows', { url: address }, ['url']],
]

test('what cannot be an address, a filter or a spelling is refused by field, and changes nothing', async () => {
  const shop = await openShop(stage.service)
  await change(shop, { webhook_url: address })
  const before = await read(shop)
  for (const [title, body, fields] of refusals) {
    const answer = await patch(shop, { rotate_secret: true, ...body })
    assert.equal(inShort(answer), '422 validation_error', title)
    const problems = answer.body.error.details as { field: string; problem: string }[]
    const named = problems.map(({ field }) => field)
    assert.deepEqual(named, fields, title)
    for (const { problem } of problems) assert.ok(problem.length > 3, title)
  }
  assert.deepEqual(await read(shop), before)
  assert.equal((await auditOf(shop)).length, 1)
})

/** A sandbox payment that is open, and how the provider tells of it under a secret. */
const tellOf =
  (shop: Shop, reference: unknown, type: string) =>
  (secret: string): Promise<Reply> =>
    shop.tell({ reference: String(reference), type, secret })

async function openCollection(shop: Shop) {
  const { provider_reference: reference } = await shop.push()
  return tellOf(shop, reference, 'collection.success')
}

async function openPayout(shop: Shop) {
  dataOf(await shop.call('/v1/sandbox/top-up', { body: { amount: '50000' } }))
  const made = await shop.call('/v1/disbursements/mobile-money', {
    body: {
      merchant_id: shop.merchantId,
      amount: '10000',
      destination_code: 'MPESA',
      destination_name: 'Asha',
      // The network never ends a payout to this one by itself.
      destination_identifier: '0700000106',
    },
    headers: { 'idempotency-key': randomUUID() },
  })
  const { id } = dataOf(made)
  for (let round = 0; round < 3; round += 1) await stage.round()
  return tellOf(shop, referenceOf(id), 'disbursement.success')
}

for (const [kind, open] of [
  ['a collection', openCollection],
  ['a payout', openPayout],
] as const) {
  test(`after a rotation callbacks of ${kind} may be signed with the old secret for a day, and with the new one`, async () => {
    const shop = await openShop(stage.service)
    const payments = [await open(shop), await open(shop), await open(shop)]
    const [withOld, withNew, tooLate] = payments
    assert.ok(withOld && withNew && tooLate)
    const rotated = await change(shop, { rotate_secret: true })
    const [oldSecret, newSecret] = [shop.webhook_secret, rotated.webhook_secret]
    assert.match(newSecret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.notEqual(newSecret, oldSecret)
    assert.equal((await read(shop)).webhook_secret, masked(newSecret))
    const rotatedMs = Date.parse(rotated.secret_rotated_at ?? '')
    assert.equal(Date.parse(rotated.old_secret_signs_until ?? '') - rotatedMs, dayMs)
    assert.equal((await withOld(oldSecret)).body.data.outcome, 'applied')
    assert.equal((await withNew(newSecret)).body.data.outcome, 'applied')
    const forged = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    assert.equal(inShort(await tooLate(forged)), '401 invalid_signature')
    stage.clock.pass(dayMs)
    assert.equal(inShort(await tooLate(oldSecret)), '401 invalid_signature')
    assert.equal((await tooLate(newSecret)).body.data.outcome, 'applied')
    assert.equal((await read(shop)).old_secret_signs_until, null)
  })
}

test('another merchant’s old secret opens nothing', async () => {
  const [shop, stranger] = [await openShop(stage.service), await openShop(stage.service)]
  await change(stranger, { rotate_secret: true })
  const tell = await openCollection(shop)
  assert.equal(inShort(await tell(stranger.webhook_secret)), '401 invalid_signature')
})

const powers: [role: Role, changes: string][] = [
  ['owner', '200'],
  ['admin', '200'],
  ['developer', '200'],
  ['finance', '403 forbidden'],
  ['viewer', '403 forbidden'],
]

test('owners, admins and developers change it; finance people and viewers read it; keys do neither', async () => {
  const { service } = stage
  const shop = await openShop(service)
  for (const [role, changes] of powers) {
    const email = `${role}-of-${shop.merchantId}@shop.test`
    if (role !== 'owner') await newMember(service, { merchantId: shop.merchantId, email, role })
    const cookie = await sessionOf(service, role === 'owner' ? shop.ownerEmail : email)
    const body = { events: ['collection.failed'] }
    assert.equal(inShort(await service.call(path, { method: 'PATCH', cookie, body })), changes, role)
    const shown = await service.call(path, { cookie })
    assert.equal(dataOf(shown).webhook_secret, masked(shop.webhook_secret), role)
  }
  for (const key of [shop.liveKey, shop.sandboxKey]) {
    const refused = '403 dashboard_session_required'
    assert.equal(inShort(await service.call(path, { key })), refused)
    assert.equal(inShort(await service.call(path, { method: 'PATCH', key, body: {} })), refused)
  }
})

test('two merchants never see or change each other’s', async () => {
  const [shop, stranger] = [await openShop(stage.service), await openShop(stage.service)]
  await change(shop, { webhook_url: address })
  const before = await read(shop)
  await change(stranger, { webhook_url: other, rotate_secret: true })
  assert.deepEqual(await read(shop), before)
})

test('every change is in the audit log with who made it, and no secret is, nor in any log line', async () => {
  const shop = await openShop(stage.service)
  await change(shop, { webhook_url: address, success_event_name: 'collection.success' })
  const { webhook_secret: secret, old_secret_signs_until } = await change(shop, { rotate_secret: true })
  const entries = await auditOf(shop)
  const nothing = { webhook_url: null, sandbox_webhook_url: null, events: ['*'], success_event_name: null }
  assert.deepEqual(
    entries.map(({ action, subject_id, details }) => [action, subject_id, details]),
    [
      [
        'webhook_config.changed',
        shop.merchantId,
        {
          before: nothing,
          after: { ...nothing, webhook_url: address, success_event_name: 'collection.success' },
        },
      ],
      ['webhook_secret.rotated', shop.merchantId, { old_secret_signs_until }],
    ],
  )
  const [owner] = await stage.service.world.sql`select id from users where email = ${shop.ownerEmail}`
  for (const { actor_id: actor } of entries) assert.equal(actor, owner?.id)
  const written = JSON.stringify(entries) + stage.service.logLines.join('')
  for (const one of [secret, shop.webhook_secret]) assert.ok(!written.includes(one.slice(6, 20)))
})

test('taking the address away gives up what is owed, and naming one again begins anew', async () => {
  const shop = await openShop(stage.service)
  await change(shop, { webhook_url: address })
  const tell = await openCollection(shop)
  assert.equal((await tell(shop.webhook_secret)).body.data.outcome, 'applied')
  const owed = async () => {
    const rows = await stage.service.world.sql<{ status: string; last_error: string | null }[]>`
      select status, last_error from webhook_deliveries where merchant_id = ${shop.merchantId}`
    return rows.map(({ status, last_error: error }) => [status, error])
  }
  assert.deepEqual(await owed(), [['pending', null]])
  const gone = await change(shop, { webhook_url: null })
  assert.deepEqual([gone.webhook_url, gone.sandbox_webhook_url, gone.endpoints], [null, null, []])
  assert.deepEqual(await owed(), [['exhausted', 'The webhook address was removed.']])
  const back = await change(shop, { webhook_url: other })
  assert.deepEqual(
    back.endpoints.map(({ url, status }) => [url, status]),
    [
      [other, 'on'],
      [other, 'on'],
    ],
  )
  assert.deepEqual(await owed(), [['exhausted', 'The webhook address was removed.']])
})
