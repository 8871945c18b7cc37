import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Reply, Sent, Service } from '../service.ts'
import { startService } from '../service.ts'
import { assertNoId } from './assert-no-id.ts'
import { assembleCast, type Cast } from './cast.ts'
import {
  deadLetter,
  heldCollection,
  hostedCollection,
  openDiscrepancy,
  paidCollection,
  sandboxCode,
  signedCallback,
  waitingCode,
} from './money.ts'
import { blockedWithdrawal, pendingWithdrawal, questionedWithdrawal } from './payouts.ts'
import { traces } from './traces.ts'

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

async function firstId(path: string, sent: Sent): Promise<string> {
  const { body } = await service.call(path, sent)
  const [item] = body.data.items as { id: string }[]
  return item?.id ?? assert.fail(`${path} is empty`)
}

const inSandbox = { 'x-environment': 'sandbox' }
const ofOwner = (cast: Cast) => ({ cookie: cast.ownerCookie })
const under = (cast: Cast, rest: string) => `/v1/merchants/${cast.merchantId}/${rest}`

test('a customer of another merchant is hidden from keys and people', async () => {
  const created = await service.call('/v1/customers', {
    ...other.credentials.live_key,
    body: { name: 'Asha' },
  })
  for (const sent of [own.credentials.live_key, ofOwner(own)]) {
    await assertHidden(String(created.body.data.id), (id) => service.call(`/v1/customers/${id}`, sent))
  }
})

test('an API key of another merchant can be neither changed, revoked nor rotated', async () => {
  const foreign = await firstId(under(other, 'api-keys'), ofOwner(other))
  const rotate = (id: string) =>
    service.call(under(own, `api-keys/${id}/rotate`), { body: {}, ...ofOwner(own) })
  await assertHidden(foreign, rotate)
  for (const sent of [{ method: 'DELETE' }, { method: 'PATCH', body: { name: 'Mine' } }])
    await assertHidden(foreign, (id) =>
      service.call(under(own, `api-keys/${id}`), { ...sent, ...ofOwner(own) }),
    )
})

test('a member of another merchant and an invitation of theirs cannot be removed', async () => {
  const invited = await service.call(under(other, 'members'), {
    ...ofOwner(other),
    body: { email: 'guest@cast.test', role: 'viewer' },
  })
  const members = await service.call(under(other, 'members'), ofOwner(other))
  const member = (members.body.data.items as { id: string; status: string }[]).find(
    ({ status }) => status === 'active',
  )
  for (const foreign of [String(invited.body.data.id), member?.id ?? assert.fail('no member')]) {
    await assertHidden(foreign, (id) =>
      service.call(under(own, `members/${id}`), { method: 'DELETE', ...ofOwner(own) }),
    )
  }
})

test('a collection of another merchant is hidden from keys and people, to read and to refresh', async () => {
  const theirs = { service, cast: other }
  const { live_key: live, sandbox_key: sandbox } = other.credentials
  const ids = [
    await hostedCollection(theirs, live),
    await hostedCollection(theirs, sandbox),
    (await waitingCode(theirs, live)).id,
    (await waitingCode(theirs, sandbox)).id,
  ]
  const { live_key: ownLive, sandbox_key: ownSandbox } = own.credentials
  for (const id of ids) {
    for (const sent of [ownLive, ownSandbox, ofOwner(own)]) {
      await assertHidden(id, (one) => service.call(`/v1/collections/${one}`, sent))
      await assertHidden(id, (one) =>
        service.call(`/v1/collections/${one}/refresh-status`, { method: 'POST', ...sent }),
      )
    }
    for (const headers of [{}, inSandbox]) {
      await assertHidden(id, (one) =>
        service.call(under(own, `collections/${one}`), { ...ofOwner(own), headers }),
      )
    }
  }
})

test('a withdrawal of another merchant is hidden from keys and people, to read and to answer for', async () => {
  const theirs = { service, cast: other }
  const { live_key: live, sandbox_key: sandbox } = own.credentials
  for (const environment of ['live', 'sandbox'] as const) {
    const ids = [
      await pendingWithdrawal(theirs, environment),
      (await questionedWithdrawal(theirs, environment)).id,
    ]
    for (const id of ids) {
      for (const sent of [live, sandbox, ofOwner(own), { ...ofOwner(own), headers: inSandbox }]) {
        await assertHidden(id, (one) => service.call(`/v1/disbursements/${one}`, sent))
      }
      for (const headers of [{}, inSandbox]) {
        const path = (one: string) => `/v1/merchant/withdrawals/${one}`
        await assertHidden(id, (one) => service.call(path(one), { ...ofOwner(own), headers }))
        await assertHidden(id, (one) =>
          service.call(`${path(one)}/info`, { ...ofOwner(own), headers, body: { message: 'Ours.' } }),
        )
      }
    }
  }
})

test('a notification of another merchant can be marked by nobody here, not even with all of ours', async () => {
  for (const [environment, headers] of [
    ['live', {}],
    ['sandbox', inSandbox],
  ] as const) {
    const { notificationId } = await questionedWithdrawal({ service, cast: other }, environment)
    for (const read of [true, false]) {
      await assertHidden(notificationId, (id) =>
        service.call(`/v1/merchant/notifications/${id}`, {
          ...ofOwner(own),
          method: 'PATCH',
          headers,
          body: { read },
        }),
      )
    }
    const marked = await service.call('/v1/merchant/notifications/read-all', {
      ...ofOwner(own),
      method: 'POST',
      headers,
    })
    assert.equal(marked.status, 200)
    const { body } = await service.call('/v1/merchant/notifications?unread=true&page_size=100', {
      ...ofOwner(other),
      headers,
    })
    const unread = (body.data.items as { id: string }[]).map(({ id }) => id)
    assert.ok(unread.includes(notificationId))
  }
})

test('disbursements of another merchant are listed for nobody by naming that merchant', async () => {
  await pendingWithdrawal({ service, cast: other })
  const { live_key: live, sandbox_key: sandbox } = own.credentials
  for (const sent of [live, sandbox, ofOwner(own)]) {
    const [theirs, nobodys] = await Promise.all(
      [other.merchantId, service.world.newId()].map((id) =>
        service.call(`/v1/disbursements?merchant_id=${id}`, sent),
      ),
    )
    assert.equal(`${theirs?.status} ${theirs?.body.error.code}`, '403 merchant_mismatch')
    assert.deepEqual(theirs?.body, nobodys?.body)
    const unnamed = await service.call('/v1/disbursements', sent)
    assert.equal(`${unnamed.status} ${unnamed.body.error.code}`, '422 validation_error')
    assert.deepEqual(unnamed.body.error.details, [{ field: 'merchant_id', problem: 'is required' }])
  }
})

test('a prompt of another merchant can neither be seen nor be answered', async () => {
  const { reference } = await sandboxCode({ service, cast: other })
  await sandboxCode({ service, cast: own })
  for (const sent of [own.credentials.sandbox_key, { ...ofOwner(own), headers: inSandbox }]) {
    const { body } = await service.call('/v1/sandbox/prompts?page_size=100', sent)
    const shown = (body.data.items as { provider_reference: string }[]).map((one) => one.provider_reference)
    assert.ok(shown.length > 0 && !shown.includes(reference))
    await assertHidden(reference, (one) =>
      service.call(`/v1/sandbox/prompts/${one}/answer`, { ...sent, body: { answer: 'decline' } }),
    )
  }
})

test('what is not there, or not in this environment, cannot be decided by a Super Admin', async () => {
  const admin = own.credentials.super_admin
  const stage = { service, cast: own }
  const held = await heldCollection(stage)
  for (const decision of ['clear', 'decline']) {
    await assertHidden(held, (id) =>
      service.call(`/v1/admin/collections/${id}/${decision}`, { ...admin, body: {} }),
    )
  }
  for (const [rest, body] of [
    ['', undefined],
    ['/settle', { action: 'keep_ours' }],
  ] as const)
    await assertHidden(await openDiscrepancy(stage), (id) =>
      service.call(`/v1/admin/discrepancies/${id}${rest}`, { ...admin, ...(body && { body }) }),
    )
  const readLetter = (id: string) => service.call(`/v1/admin/dead-letters/${id}`, admin)
  await assertHidden(await deadLetter(stage), readLetter)
})

test('a withdrawal that is not there, or not in this environment, is decided by nobody', async () => {
  const admin = own.credentials.super_admin
  const stage = { service, cast: own }
  const pending = await pendingWithdrawal(stage, 'sandbox')
  const blocked = await blockedWithdrawal(stage, 'sandbox')
  const path = (id: string, rest = '') => `/v1/admin/withdrawals/${id}${rest}`
  await assertHidden(pending, (id) => service.call(path(id), admin))
  const note = 'Looked at.'
  for (const decision of ['approve', 'reject', 'request-info']) {
    await assertHidden(pending, (id) => service.call(path(id, `/${decision}`), { ...admin, body: { note } }))
  }
  await assertHidden(blocked, (id) => service.call(path(id, '/retry'), { ...admin, body: { note } }))
  await assertHidden(blocked, (id) =>
    service.call(path(id, '/resolve'), { ...admin, body: { outcome: 'SUCCESS', note } }),
  )
})

test('prices can be neither set nor read for a merchant that is not there', async () => {
  const admin = own.credentials.super_admin
  const before = await traces(service)
  for (const id of [service.world.newId(), 'no-id', '%00']) {
    const path = `/v1/admin/merchants/${id}/pricing-rules`
    const body = { label: 'Negotiated', percentage: '1' }
    for (const answer of [
      await service.call(path, admin),
      await service.call(`${path}/MOBILE_MONEY`, { ...admin, method: 'PUT', body }),
    ]) {
      assert.equal(`${answer.status} ${answer.body.error.code}`, '404 not_found', id)
    }
  }
  assert.deepEqual(await traces(service), before)
})

test("a callback signed with one merchant's secret moves nothing of another's", async () => {
  const theirs = await sandboxCode({ service, cast: other })
  const { unproven_callbacks: _kept, ...before } = await traces(service)
  const answer = await service.call('/v1/webhooks/provider', signedCallback(own, theirs))
  assert.equal(`${answer.status} ${answer.body.error.code}`, '401 invalid_signature')
  const { unproven_callbacks: _keptSince, ...after } = await traces(service)
  assert.deepEqual(after, before)
})

test('a customer of another merchant cannot be collected from, and is told apart from none by nothing', async () => {
  const created = await service.call('/v1/customers', {
    ...other.credentials.live_key,
    body: { name: 'Asha' },
  })
  const before = await traces(service)
  const [theirs, nobodys] = await Promise.all(
    [String(created.body.data.id), service.world.newId()].map((id) =>
      service.call('/v1/collections/dynamic-qr', {
        ...own.credentials.live_key,
        headers: { 'idempotency-key': service.world.newId() },
        body: { merchant_id: own.merchantId, amount: '5', customer_id: id },
      }),
    ),
  )
  assert.equal(theirs?.status, 422)
  assert.deepEqual([theirs?.status, theirs?.body], [nobodys?.status, nobodys?.body])
  assert.deepEqual(await traces(service), before)
})

test('lists show nothing of another merchant', async () => {
  for (const cast of [own, other]) await paidCollection({ service, cast }, cast.credentials.live_key)
  for (const cast of [own, other]) await questionedWithdrawal({ service, cast })
  const ofPath = ['api-keys', 'members', 'collections', 'transactions'].map(
    (rest) => (cast: Cast) => under(cast, `${rest}?page_size=100`),
  )
  const ofCaller = ['withdrawals', 'notifications'].map((rest) => () => `/v1/merchant/${rest}?page_size=100`)
  const named = (cast: Cast) => `/v1/disbursements?page_size=100&merchant_id=${cast.merchantId}`
  for (const pathFor of [...ofPath, ...ofCaller, named]) {
    const [mine, theirs] = await Promise.all(
      [own, other].map(async (cast) => {
        const { body } = await service.call(pathFor(cast), ofOwner(cast))
        return (body.data.items as { id: string }[]).map(({ id }) => id)
      }),
    )
    assert.ok(mine?.length && theirs?.length)
    assert.deepEqual(
      mine.filter((id) => theirs.includes(id)),
      [],
    )
  }
})

test('a foreign merchant answers like one that does not exist', async () => {
  const unknown = await service.call(`/v1/merchants/${service.world.newId()}`, ofOwner(own))
  const foreign = await service.call(`/v1/merchants/${other.merchantId}`, ofOwner(own))
  assert.equal(foreign.status, 403)
  assert.deepEqual([foreign.status, foreign.body], [unknown.status, unknown.body])
})
