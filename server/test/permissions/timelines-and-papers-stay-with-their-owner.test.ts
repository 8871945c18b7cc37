import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Reply, type Service, sessionOf, startService } from '../service.ts'
import { inShort } from '../stories/parts/newcomers.ts'
import { assertNoId } from './assert-no-id.ts'
import { assembleCast, type Cast } from './cast.ts'
import { heldCollection, hostedCollection, waitingCode } from './money.ts'
import { pendingWithdrawal, questionedWithdrawal } from './payouts.ts'

let service: Service
let own: Cast
let other: Cast
before(async () => {
  // Without chores: whatever changes was then changed by the requests.
  service = await startService({ environment: { ROLE: 'api' } })
  own = await assembleCast(service)
  other = await assembleCast(service)
})
after(() => service.stop())

const assertHidden = (foreignId: string, send: (id: string) => Promise<Reply>) =>
  assertNoId(service, foreignId, send)
const inSandbox = { 'x-environment': 'sandbox' }
const ofOwner = (cast: Cast) => ({ cookie: cast.ownerCookie })
const under = (cast: Cast, rest: string) => `/v1/merchants/${cast.merchantId}/${rest}`

test('a timeline of another merchant is hidden from keys and people, in both environments', async () => {
  const theirs = { service, cast: other }
  const { live_key: live, sandbox_key: sandbox } = other.credentials
  const ids = [await hostedCollection(theirs, live), (await waitingCode(theirs, sandbox)).id]
  const people = [ofOwner(own), { ...ofOwner(own), headers: inSandbox }]
  for (const id of ids) {
    for (const sent of [own.credentials.live_key, own.credentials.sandbox_key, ...people]) {
      await assertHidden(id, (one) => service.call(`/v1/merchant/collections/${one}/timeline`, sent))
    }
  }
  for (const environment of ['live', 'sandbox'] as const) {
    const { id } = await questionedWithdrawal(theirs, environment)
    for (const sent of people) {
      await assertHidden(id, (one) => service.call(`/v1/merchant/withdrawals/${one}/timeline`, sent))
    }
  }
})

test('a timeline that is not there, or not in this environment, is shown to no Super Admin', async () => {
  const [stage, admin] = [{ service, cast: own }, own.credentials.super_admin]
  const [held, pending] = [await heldCollection(stage), await pendingWithdrawal(stage, 'sandbox')]
  for (const rest of ['', '/timeline']) {
    await assertHidden(held, (id) => service.call(`/v1/admin/collections/${id}${rest}`, admin))
    await assertHidden(pending, (id) => service.call(`/v1/admin/withdrawals/${id}${rest}`, admin))
  }
})

test('the till of somebody who belongs to another merchant is that of nobody', async () => {
  const [theirs] = await service.world.sql<{ id: string }[]>`
    select user_id as id from memberships where merchant_id = ${other.merchantId} and role = 'cashier'`
  const stranger = theirs?.id ?? assert.fail('no cashier')
  const [foreign, unknown] = await Promise.all(
    [stranger, service.world.newId()].map((id) =>
      service.call(`/v1/merchant/till?user_id=${id}`, ofOwner(own)),
    ),
  )
  assert.equal(inShort(foreign ?? assert.fail()), '404 not_found')
  assert.deepEqual(foreign?.body, unknown?.body)
})

test('a member of another merchant gets no other role from here', async () => {
  const { body } = await service.call(under(other, 'members?page_size=100'), ofOwner(other))
  const [member] = body.data.items as { id: string }[]
  await assertHidden(member?.id ?? assert.fail('no member'), (id) =>
    service.call(under(own, `members/${id}`), {
      ...ofOwner(own),
      method: 'PATCH',
      body: { role: 'viewer' },
    }),
  )
})

test('a document of another merchant is taken back by nobody here, and one that is not there read by nobody', async () => {
  await service.world.sql`
    update merchants set verification_status = 'unverified' where id in (${own.merchantId}, ${other.merchantId})`
  const content = Buffer.from('%PDF-1.7\n% of somebody else\n').toString('base64')
  const sent = await service.call(under(other, 'documents'), {
    ...ofOwner(other),
    body: { kind: 'other', file_name: 'paper.pdf', content },
  })
  assert.equal(inShort(sent), '201')
  const id = String(sent.body.data.id)
  await assertHidden(id, (one) =>
    service.call(under(own, `documents/${one}`), { ...ofOwner(own), method: 'DELETE' }),
  )
  const mine = await service.call(under(own, 'documents'), ofOwner(own))
  assert.deepEqual(mine.body.data.items, [])
  await assertHidden(service.world.newId(), (one) =>
    service.call(`/v1/admin/documents/${one}`, own.credentials.super_admin),
  )
})

test('a session of somebody else is ended by nobody', async () => {
  const email = other.emails.viewer ?? assert.fail('no viewer')
  const cookie = await sessionOf(service, email)
  const { body } = await service.call('/v1/auth/sessions', { cookie })
  const current = (body.data.items as { id: string; is_current: boolean }[]).find((one) => one.is_current)
  await assertHidden(current?.id ?? assert.fail('no session'), (id) =>
    service.call(`/v1/auth/sessions/${id}`, { ...ofOwner(own), method: 'DELETE' }),
  )
  assert.equal(inShort(await service.call('/v1/me', { cookie })), '200')
})

test('figures and what is found are of the merchant who asks', async () => {
  const theirs = { service, cast: other }
  const { id } = await waitingCode(theirs, other.credentials.live_key)
  const found = async (cast: Cast) =>
    (await service.call(`/v1/merchant/search?q=${id}`, ofOwner(cast))).body.data.found as { id: string }[]
  assert.deepEqual(
    (await found(other)).map((one) => one.id),
    [id],
  )
  assert.deepEqual(await found(own), [])
  const waiting = async (cast: Cast) =>
    ((await service.call('/v1/merchant/summary', ofOwner(cast))).body.data.today as { waiting: number })
      .waiting
  const before = await waiting(own)
  await waitingCode(theirs, other.credentials.live_key)
  assert.equal(await waiting(own), before)
  assert.ok((await waiting(other)) >= 2)
})
