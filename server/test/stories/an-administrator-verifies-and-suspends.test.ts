import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  newAdmin,
  newMerchant,
  newPerson,
  password,
  type Sent,
  type Service,
  startService,
} from '../service.ts'
import { inShort, signUp } from './parts/newcomers.ts'
import { mailedToken } from './parts/post-box.ts'

const path = '/v1/admin/merchants'
let service: Service
let cookie: string
let adminId: string
before(async () => {
  service = await startService()
  adminId = (await newAdmin(service, 'root@malipo.test')).user_id
  cookie = await service.signIn('root@malipo.test', password)
})
after(() => service.stop())

type Merchant = { merchant_id: string; name: string; verification_status: string; is_active: boolean }

const admin = (to: string, sent: Sent = {}) => service.call(to, { cookie, ...sent })

async function create(body: Record<string, unknown>) {
  const answer = await admin(path, { body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data as Merchant & Record<string, unknown>
}

const change = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  admin(`${path}/${id}`, { method: 'PATCH', body, headers })

async function found(query: string): Promise<string[]> {
  const { body } = await admin(`${path}?page_size=100&${query}`)
  assert.ok(body.success, JSON.stringify(body))
  assert.equal((body.data.items as Merchant[]).length, body.data.total)
  return (body.data.items as Merchant[]).map(({ name }) => name).sort()
}

test('merchants are found by status, activity and part of the name, and by all at once', async () => {
  await create({ name: 'Zawadi Kubwa', owner_email: 'z1@find.test', verification_status: 'verified' })
  await create({ name: 'Zawadi ndogo', owner_email: 'z2@find.test' })
  const off = await create({
    name: '100% Zawadi_',
    owner_email: 'z3@find.test',
    verification_status: 'pending',
  })
  await change(off.merchant_id, { is_active: false })
  assert.deepEqual(await found('search=zAWADI'), ['100% Zawadi_', 'Zawadi Kubwa', 'Zawadi ndogo'])
  assert.deepEqual(await found('search=zawadi&verification_status=verified'), ['Zawadi Kubwa'])
  assert.deepEqual(await found('search=zawadi&is_active=false'), ['100% Zawadi_'])
  assert.deepEqual(await found('search=zawadi&is_active=true&verification_status=pending'), [])
  assert.deepEqual(await found('search=%25'), ['100% Zawadi_'])
  assert.deepEqual(await found('search=i_'), ['100% Zawadi_'])
  assert.deepEqual(await found("search=' or true --"), [])
  for (const query of ['verification_status=maybe', 'is_active=1', 'search=']) {
    assert.equal(inShort(await admin(`${path}?${query}`)), '422 validation_error', query)
  }
})

test('a known address owns the new merchant at once', async () => {
  await newPerson(service, 'known@shop.test')
  const made = await create({ name: ' Duka la Known ', phone: '0712345678', owner_email: 'Known@Shop.test' })
  assert.deepEqual(
    [made.name, made.phone, made.owner_email, made.owner_status, made.accept_url, made.verification_status],
    ['Duka la Known', '255712345678', 'known@shop.test', 'active', null, 'unverified'],
  )
  const me = await service.call('/v1/me', { cookie: await service.signIn('known@shop.test', password) })
  assert.deepEqual(me.body.data.merchants, [
    { merchant_id: made.merchant_id, name: 'Duka la Known', role: 'owner' },
  ])
})

test('an unknown address is invited as the owner', async () => {
  const made = await create({ name: 'Duka la Mgeni', owner_email: 'mgeni@shop.test' })
  assert.deepEqual([made.owner_status, made.is_active], ['invited', true])
  const token = await mailedToken(service, 'mgeni@shop.test')
  assert.equal(made.accept_url, `${service.world.baseUrl}/invitations/${token}`)
  const mgeni = await signUp(service, 'mgeni@shop.test')
  const joined = await service.call('/v1/invitations/accept', { cookie: mgeni, body: { token } })
  assert.deepEqual(joined.body.data, {
    merchant_id: made.merchant_id,
    name: 'Duka la Mgeni',
    role: 'owner',
  })
})

test('somebody who has not proven the address is invited, not made the owner', async () => {
  await signUp(service, 'squatter@shop.test')
  const made = await create({ name: 'Duka la Kweli', owner_email: 'squatter@shop.test' })
  assert.equal(made.owner_status, 'invited')
  const me = await service.call('/v1/me', { cookie: await service.signIn('squatter@shop.test', password) })
  assert.deepEqual(me.body.data.merchants, [])
})

test('verifying and suspending shows at once, and each is an entry in the audit log', async () => {
  const { merchantId, liveKey } = await newMerchant(service)
  const changed = await change(
    merchantId,
    { verification_status: 'verified' },
    { 'x-request-id': 'verify-7' },
  )
  assert.deepEqual(
    [inShort(changed), changed.body.data.verification_status, changed.body.data.is_active],
    ['200', 'verified', true],
  )
  await change(merchantId, { is_active: false }, { 'x-request-id': 'suspend-7' })
  const read = await service.call(`/v1/merchants/${merchantId}`, { key: liveKey })
  assert.deepEqual([read.body.data.verification_status, read.body.data.is_active], ['verified', false])
  const entries = await service.world.sql`
    select action, actor_kind, actor_id, merchant_id, details from audit_log
    where request_id in ('verify-7', 'suspend-7') order by seq`
  const entry = {
    action: 'merchant.changed',
    actor_kind: 'super_admin',
    actor_id: adminId,
    merchant_id: merchantId,
  }
  const states = [
    { verification_status: 'unverified', is_active: true, hold_threshold: null },
    { verification_status: 'verified', is_active: true, hold_threshold: null },
    { verification_status: 'verified', is_active: false, hold_threshold: null },
  ]
  assert.deepEqual(
    entries.map((row) => ({ ...row })),
    [
      { ...entry, details: { before: states[0], after: states[1] } },
      { ...entry, details: { before: states[1], after: states[2] } },
    ],
  )
})

test('a change that names nothing, something else or nobody is refused', async () => {
  const { merchantId } = await newMerchant(service)
  const empty = await change(merchantId, {})
  assert.deepEqual(empty.body.error.details, [
    { field: 'body', problem: 'must name verification_status, is_active or hold_threshold' },
  ])
  assert.equal(inShort(await change(merchantId, { name: 'Mine' })), '422 validation_error')
  assert.equal(inShort(await change(merchantId, { is_active: 'false' })), '422 validation_error')
  for (const id of [service.world.newId(), 'no-id', '%00']) {
    assert.equal(inShort(await change(id, { is_active: false })), '404 not_found')
  }
})

test('a change that cannot be written into the audit log does not happen', async () => {
  const { merchantId } = await newMerchant(service)
  const { sql } = service.world
  const state = () => sql`select * from merchants where id = ${merchantId}`
  const [before, head] = [
    await state(),
    await sql<{ seq: bigint; hash: Buffer; seal: Buffer }[]>`delete from audit_head returning *`,
  ]
  try {
    assert.equal(inShort(await change(merchantId, { is_active: false })), '500 internal_error')
    assert.deepEqual(await state(), before)
    const [counted] = await sql`select count(*)::int as count from merchants`
    const created = await admin(path, { body: { name: 'Ghost', owner_email: 'ghost@shop.test' } })
    assert.equal(inShort(created), '500 internal_error')
    assert.deepEqual((await sql`select count(*)::int as count from merchants`)[0], counted)
    assert.equal((await sql`select from mails where recipient = 'ghost@shop.test'`).length, 0)
  } finally {
    const { seq, hash, seal } = head[0] ?? assert.fail()
    await sql`insert into audit_head (seq, hash, seal) values (${seq}, ${hash}, ${seal})`
  }
  assert.equal(inShort(await change(merchantId, { is_active: false })), '200')
})
