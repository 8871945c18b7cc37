import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@malipo/contract'
import { newMember, newMerchant, type Reply, type Service, sessionOf, startService } from '../service.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

type Shop = { merchantId: string; ownerEmail: string; cookie: string }
type Member = { id: string; email: string; role: Role; status: string }

async function openShop(): Promise<Shop> {
  const { merchantId, ownerEmail } = await newMerchant(service)
  return { merchantId, ownerEmail, cookie: await sessionOf(service, ownerEmail) }
}

let people = 0
async function join({ merchantId }: Shop, role: Role) {
  people += 1
  const email = `${role}${people}@members.test`
  await newMember(service, { merchantId, email, role })
  return { email, cookie: await sessionOf(service, email) }
}

async function members({ merchantId, cookie }: Shop): Promise<Member[]> {
  const { body } = await service.call(`/v1/merchants/${merchantId}/members`, { cookie })
  return body.data.items as Member[]
}

async function idOf(shop: Shop, email: string): Promise<string> {
  const found = (await members(shop)).find((member) => member.email === email)
  return found?.id ?? assert.fail(`${email} is not listed`)
}

const remove = ({ merchantId }: Shop, id: string, cookie: string) =>
  service.call(`/v1/merchants/${merchantId}/members/${id}`, { method: 'DELETE', cookie })

const invite = ({ merchantId }: Shop, email: string, role: Role, cookie: string) =>
  service.call(`/v1/merchants/${merchantId}/members`, { cookie, body: { email, role } })

test('a removed member is out at once, with the session they have', async () => {
  const shop = await openShop()
  const finance = await join(shop, 'finance')
  const path = `/v1/merchants/${shop.merchantId}`
  assert.equal((await service.call(path, { cookie: finance.cookie })).status, 200)
  const id = await idOf(shop, finance.email)
  assert.equal(inShort(await remove(shop, id, shop.cookie)), '200')
  assert.equal(inShort(await service.call(path, { cookie: finance.cookie })), '403 merchant_mismatch')
  assert.equal(inShort(await service.call('/v1/customers', { cookie: finance.cookie })), '403 forbidden')
  const me = await service.call('/v1/me', { cookie: finance.cookie })
  assert.deepEqual(me.body.data.merchants, [])
  assert.equal(inShort(await remove(shop, id, shop.cookie)), '404 not_found')
})

test('an admin invites and removes everybody but owners', async () => {
  const shop = await openShop()
  const admin = await join(shop, 'admin')
  assert.equal(inShort(await invite(shop, 'a@members.test', 'owner', admin.cookie)), '403 forbidden')
  assert.equal(inShort(await invite(shop, 'a@members.test', 'admin', admin.cookie)), '201')
  const ownerId = await idOf(shop, shop.ownerEmail)
  assert.equal(inShort(await remove(shop, ownerId, admin.cookie)), '403 forbidden')
  const viewer = await join(shop, 'viewer')
  assert.equal(inShort(await remove(shop, await idOf(shop, viewer.email), admin.cookie)), '200')
  assert.equal(inShort(await remove(shop, await idOf(shop, 'a@members.test'), admin.cookie)), '200')
})

test('an admin cannot withdraw or replace the invitation of an owner', async () => {
  const shop = await openShop()
  const admin = await join(shop, 'admin')
  assert.equal(inShort(await invite(shop, 'heir@members.test', 'owner', shop.cookie)), '201')
  const id = await idOf(shop, 'heir@members.test')
  assert.equal(inShort(await remove(shop, id, admin.cookie)), '403 forbidden')
  assert.equal(await idOf(shop, 'heir@members.test'), id)
  assert.equal(inShort(await invite(shop, 'heir@members.test', 'viewer', admin.cookie)), '403 forbidden')
  assert.equal(await idOf(shop, 'heir@members.test'), id)
})

test('the last owner stays, and may go once there is another', async () => {
  const shop = await openShop()
  await join(shop, 'admin')
  const id = await idOf(shop, shop.ownerEmail)
  assert.equal(inShort(await remove(shop, id, shop.cookie)), '409 invalid_state')
  const second = await join(shop, 'owner')
  assert.equal(inShort(await remove(shop, id, shop.cookie)), '200')
  const secondId = await idOf({ ...shop, cookie: second.cookie }, second.email)
  assert.equal(inShort(await remove(shop, secondId, second.cookie)), '409 invalid_state')
})

test('owners who remove each other at once leave one of them', async () => {
  for (let round = 0; round < 5; round += 1) {
    const shop = await openShop()
    const other = await join(shop, 'owner')
    const [first, second] = [await idOf(shop, shop.ownerEmail), await idOf(shop, other.email)]
    const answers = await Promise.all([remove(shop, second, shop.cookie), remove(shop, first, other.cookie)])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(inShort).join())
    const [left] = await service.world.sql<{ count: number }[]>`
      select count(*)::int as count from memberships where merchant_id = ${shop.merchantId} and role = 'owner'`
    assert.equal(left?.count, 1)
  }
})

test('two owners who both leave at once leave one of them', async () => {
  for (let round = 0; round < 5; round += 1) {
    const shop = await openShop()
    const other = await join(shop, 'owner')
    const [first, second] = [await idOf(shop, shop.ownerEmail), await idOf(shop, other.email)]
    const answers = await Promise.all([remove(shop, first, shop.cookie), remove(shop, second, other.cookie)])
    assert.deepEqual(answers.map(inShort).sort(), ['200', '409 invalid_state'])
  }
})

test("a member of another merchant cannot be removed by knowing the id, which answers like no member's", async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const target = await join(other, 'viewer')
  const id = await idOf(other, target.email)
  const foreign = await remove(shop, id, shop.cookie)
  const unknown = await remove(shop, service.world.newId(), shop.cookie)
  assert.deepEqual([inShort(foreign), foreign.body], ['404 not_found', unknown.body])
  assert.deepEqual((await remove(shop, 'no-id', shop.cookie)).body, unknown.body)
  assert.equal(await idOf(other, target.email), id)
})

/** Changes roles while a request waits for them, which its sender could send only before. */
async function overtake(shop: Shop, role: Role, email: string, send: () => Promise<Reply>): Promise<string> {
  const { sql } = service.world
  const sent = await sql.begin(async (tx) => {
    await tx`select from memberships where merchant_id = ${shop.merchantId} for update`
    const answer = send()
    let isWaiting = false
    while (!isWaiting)
      isWaiting =
        (
          await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).count > 0
    await tx`
      update memberships m set role = ${role} from users u
      where u.id = m.user_id and u.email = ${email} and m.merchant_id = ${shop.merchantId}`
    return { answer }
  })
  return inShort(await sent.answer)
}

test('what somebody was a moment ago removes and invites nobody', async () => {
  const shop = await openShop()
  const [lowered, owner] = [await join(shop, 'owner'), await join(shop, 'owner')]
  const [admin, viewer] = [await join(shop, 'admin'), await join(shop, 'viewer')]
  const [ownerId, viewerId] = [await idOf(shop, owner.email), await idOf(shop, viewer.email)]
  const removal = (id: string, by: { cookie: string }) => () => remove(shop, id, by.cookie)
  assert.equal(await overtake(shop, 'viewer', lowered.email, removal(ownerId, lowered)), '403 forbidden')
  assert.equal(await overtake(shop, 'owner', viewer.email, removal(viewerId, admin)), '403 forbidden')
  const asOwner = () => invite(shop, 'friend@members.test', 'owner', owner.cookie)
  assert.equal(await overtake(shop, 'admin', owner.email, asOwner), '403 forbidden')
  const asViewer = () => invite(shop, 'friend@members.test', 'viewer', admin.cookie)
  assert.equal(await overtake(shop, 'finance', admin.email, asViewer), '403 forbidden')
  const left = (await members(shop)).map(({ email, role }) => [email, role])
  assert.deepEqual(Object.fromEntries(left), {
    [shop.ownerEmail]: 'owner',
    [lowered.email]: 'viewer',
    [viewer.email]: 'owner',
    [owner.email]: 'admin',
    [admin.email]: 'finance',
  })
})
