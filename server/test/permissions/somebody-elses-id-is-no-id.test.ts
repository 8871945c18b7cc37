import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer, Sent, Service } from '../service.ts'
import { startService } from '../service.ts'
import { assembleCast, type Cast } from './cast.ts'
import { traces } from './traces.ts'

let service: Service
let own: Cast
let other: Cast
before(async () => {
  service = await startService()
  own = await assembleCast(service)
  other = await assembleCast(service)
})
after(() => service.stop())

/** Sends a request for an id of the other merchant, for ids of nobody, and expects one answer for all of them. */
async function assertHidden(foreignId: string, send: (id: string) => Promise<Answer>): Promise<void> {
  const before = await traces(service)
  const unknown = await send(service.world.newId())
  assert.equal(`${unknown.status} ${unknown.body.error.code}`, '404 not_found')
  for (const id of [foreignId, 'no-id', '%00', encodeURIComponent("' or true --")]) {
    const answer = await send(id)
    assert.deepEqual([answer.status, answer.body], [unknown.status, unknown.body], id)
  }
  assert.deepEqual(await traces(service), before)
}

async function firstId(path: string, sent: Sent): Promise<string> {
  const { body } = await service.call(path, sent)
  const [item] = body.data.items as { id: string }[]
  return item?.id ?? assert.fail(`${path} is empty`)
}

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

test('an API key of another merchant can be neither revoked nor rotated', async () => {
  const foreign = await firstId(under(other, 'api-keys'), ofOwner(other))
  await assertHidden(foreign, (id) =>
    service.call(under(own, `api-keys/${id}`), { method: 'DELETE', ...ofOwner(own) }),
  )
  await assertHidden(foreign, (id) =>
    service.call(under(own, `api-keys/${id}/rotate`), { body: {}, ...ofOwner(own) }),
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

test('lists show nothing of another merchant', async () => {
  for (const path of ['api-keys', 'members']) {
    const [mine, theirs] = await Promise.all(
      [own, other].map(async (cast) => {
        const { body } = await service.call(`${under(cast, path)}?page_size=100`, ofOwner(cast))
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
