import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@malipo/contract'
import { newMember, newMerchant, type Service, sessionOf, startService } from '../service.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
})
after(() => service.stop())

type Member = { id: string; userId: string; cookie: string }
type Shop = { merchantId: string; owner: Member }

async function openShop(): Promise<Shop> {
  const { merchantId, ownerEmail } = await newMerchant(service)
  return { merchantId, owner: await memberOf(merchantId, ownerEmail) }
}

async function memberOf(merchantId: string, email: string): Promise<Member> {
  const [row] = await service.world.sql<{ id: string; user_id: string }[]>`
    select m.id, m.user_id from memberships m join users u on u.id = m.user_id
    where m.merchant_id = ${merchantId} and u.email = ${email}`
  return { id: row?.id ?? '', userId: row?.user_id ?? '', cookie: await sessionOf(service, email) }
}

let people = 0
async function join({ merchantId }: Shop, role: Role): Promise<Member> {
  people += 1
  const email = `${role}${people}@roles.test`
  await newMember(service, { merchantId, email, role })
  return await memberOf(merchantId, email)
}

const give = ({ merchantId }: Shop, { id }: { id: string }, role: string, { cookie }: Member) =>
  service.call(`/v1/merchants/${merchantId}/members/${id}`, { method: 'PATCH', cookie, body: { role } })

async function rolesOf({ merchantId }: Shop): Promise<Record<string, Role>> {
  const rows = await service.world.sql<{ id: string; role: Role }[]>`
    select id, role from memberships where merchant_id = ${merchantId}`
  return Object.fromEntries(rows.map(({ id, role }) => [id, role]))
}

test('another role counts at once, with the session that is open, and is in the audit log', async () => {
  const shop = await openShop()
  const member = await join(shop, 'finance')
  const path = `/v1/merchants/${shop.merchantId}/collections`
  assert.equal(inShort(await service.call(path, member)), '200')
  const given = await give(shop, member, 'cashier', shop.owner)
  assert.equal(inShort(given), '200')
  assert.deepEqual(
    [given.body.data.id, given.body.data.user_id, given.body.data.role],
    [member.id, member.userId, 'cashier'],
  )
  assert.equal(inShort(await service.call(path, member)), '403 forbidden')
  assert.equal(inShort(await service.call('/v1/merchant/till', member)), '200')
  const [entry] = await service.world.sql<{ details: unknown; actor_id: string }[]>`
    select details, actor_id from audit_log where action = 'member.role_changed' and subject_id = ${member.userId}`
  assert.deepEqual(entry, {
    actor_id: shop.owner.userId,
    details: { member_id: member.id, before: 'finance', after: 'cashier' },
  })
})

test('only an owner makes or unmakes owners, and the last one stays', async () => {
  const shop = await openShop()
  const [admin, viewer] = [await join(shop, 'admin'), await join(shop, 'viewer')]
  assert.equal(inShort(await give(shop, viewer, 'owner', admin)), '403 forbidden')
  assert.equal(inShort(await give(shop, admin, 'owner', admin)), '403 forbidden')
  assert.equal(inShort(await give(shop, shop.owner, 'viewer', admin)), '403 forbidden')
  assert.equal(inShort(await give(shop, shop.owner, 'admin', shop.owner)), '409 invalid_state')
  assert.equal(inShort(await give(shop, viewer, 'admin', viewer)), '403 forbidden')
  assert.deepEqual(await rolesOf(shop), {
    [shop.owner.id]: 'owner',
    [admin.id]: 'admin',
    [viewer.id]: 'viewer',
  })

  assert.equal(inShort(await give(shop, admin, 'owner', shop.owner)), '200')
  assert.equal(inShort(await give(shop, shop.owner, 'viewer', shop.owner)), '200', 'now there is another')
  assert.equal(inShort(await give(shop, admin, 'viewer', admin)), '409 invalid_state')
})

test('owners who lower each other at once leave one of them, and whoever was lowered raises nobody', async () => {
  for (let round = 0; round < 5; round += 1) {
    const shop = await openShop()
    const [other, admin] = [await join(shop, 'owner'), await join(shop, 'admin')]
    const answers = await Promise.all([
      give(shop, other, 'viewer', shop.owner),
      give(shop, shop.owner, 'viewer', other),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(inShort).join())
    const owners = Object.values(await rolesOf(shop)).filter((role) => role === 'owner')
    assert.equal(owners.length, 1)
    const left = (await rolesOf(shop))[other.id] === 'owner' ? other : shop.owner
    await Promise.all([give(shop, admin, 'viewer', left), give(shop, admin, 'admin', admin)])
    assert.equal((await rolesOf(shop))[admin.id], 'viewer', 'in whatever order they came')
  }
})

test('an invitation, somebody else’s member and no member at all are told apart from a role that is none', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const invited = await service.call(`/v1/merchants/${shop.merchantId}/members`, {
    cookie: shop.owner.cookie,
    body: { email: 'soon@roles.test', role: 'viewer' },
  })
  const invitation = { id: String(invited.body.data.id) }
  assert.equal(inShort(await give(shop, invitation, 'cashier', shop.owner)), '409 invalid_state')
  for (const id of [(await join(other, 'viewer')).id, service.world.newId(), 'no-id'])
    assert.equal(inShort(await give(shop, { id }, 'cashier', shop.owner)), '404 not_found')
  const member = await join(shop, 'viewer')
  assert.equal(inShort(await give(shop, member, 'boss', shop.owner)), '422 validation_error')
  assert.equal((await rolesOf(shop))[member.id], 'viewer')
})
