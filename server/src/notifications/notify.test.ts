import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Role } from '@malipo/contract'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { addMembers } from '../auth/auth.ts'
import { openMerchants } from '../merchants/merchants.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { type Notice, notify } from './notifications.ts'

const clock = { now: () => new Date('2026-11-15T00:00:00Z') }
let database: TestDatabase
let world: World
let duka: string
let shamba: string
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
  duka = await open('Duka', ['owner', 'admin', 'finance', 'developer', 'viewer'])
  shamba = await open('Shamba', ['owner'])
})
after(() => database.drop())
beforeEach(() =>
  database.sql.unsafe('delete from notifications; delete from mails; delete from sandbox_messages'),
)

async function open(name: string, roles: Role[]): Promise<string> {
  const [merchant] = await world.sql.begin((tx) =>
    openMerchants(tx, world, [{ name, ownerId: null, verificationStatus: 'verified' }]),
  )
  assert.ok(merchant)
  for (const role of roles) {
    const [userId, now] = [world.newId(), clock.now()]
    await world.sql`
      insert into users (id, name, email, created_at, updated_at)
      values (${userId}, ${role}, ${`${role}@${name.toLowerCase()}.test`}, ${now}, ${now})`
    await world.sql.begin((tx) =>
      addMembers(tx, [{ id: world.newId(), merchantId: merchant.id, userId, role, createdAt: now }]),
    )
  }
  return merchant.id
}

const notice = (
  merchantId: string,
  environment: 'live' | 'sandbox',
  withdrawalId: string | null = null,
): Notice => ({
  merchantId,
  environment,
  kind: 'withdrawal.success',
  title: 'Paid out',
  text: 'TZS 1000.00 went to Asha.',
  withdrawalId,
})

const tell = (notices: Notice[], mailIsConfigured: boolean) =>
  world.sql.begin((tx) => notify(tx, { ...world, mailIsConfigured }, notices))

async function count(table: 'notifications' | 'mails' | 'sandbox_messages'): Promise<number> {
  return (await world.sql.unsafe(`select from ${table}`)).length
}

test('a notice is written as it was given, unread', async () => {
  const withdrawalId = world.newId()
  await tell([notice(duka, 'live', withdrawalId), notice(shamba, 'sandbox')], false)
  const rows = await world.sql`
    select merchant_id, environment, kind, title, text, withdrawal_id, read_at, created_at from notifications order by id`
  const written = { kind: 'withdrawal.success', title: 'Paid out', text: 'TZS 1000.00 went to Asha.' }
  const unread = { read_at: null, created_at: clock.now() }
  assert.deepEqual(rows.slice(), [
    { merchant_id: duka, environment: 'live', ...written, withdrawal_id: withdrawalId, ...unread },
    { merchant_id: shamba, environment: 'sandbox', ...written, withdrawal_id: null, ...unread },
  ])
})

test('a live notice is mailed to owners and finance people, and to nobody else', async () => {
  await tell([notice(duka, 'live'), notice(shamba, 'live')], true)
  const mails = await world.sql<{ recipient: string; subject: string; body_sealed: Buffer }[]>`
    select recipient, subject, body_sealed from mails order by recipient`
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    ['finance@duka.test', 'owner@duka.test', 'owner@shamba.test'],
  )
  assert.equal(mails[0]?.subject, 'Paid out')
  assert.match(world.vault.open(mails[0]?.body_sealed ?? Buffer.alloc(0)), /went to Asha\.[\s\S]*Duka/)
  assert.equal(await count('sandbox_messages'), 0)
})

test('without a mail server a live notice is only shown', async () => {
  await tell([notice(duka, 'live')], false)
  assert.deepEqual(
    [await count('notifications'), await count('mails'), await count('sandbox_messages')],
    [1, 0, 0],
  )
})

test('a notice of the sandbox never leaves it, whether or not mail is configured', async () => {
  await tell([notice(duka, 'sandbox')], true)
  await tell([notice(shamba, 'sandbox')], false)
  assert.equal(await count('mails'), 0)
  const messages =
    await world.sql`select merchant_id, channel, recipient, text from sandbox_messages order by id`
  const [first] = messages
  assert.deepEqual(
    messages.map(({ merchant_id: merchantId, channel, recipient }) => [merchantId, channel, recipient]),
    [
      [duka, 'email', 'owner@duka.test'],
      [duka, 'email', 'finance@duka.test'],
      [shamba, 'email', 'owner@shamba.test'],
    ],
  )
  assert.match(String(first?.text), /^Paid out\n\nTZS 1000\.00 went to Asha\./)
})

test('what is rolled back was never told', async () => {
  const rolledBack = world.sql.begin(async (tx) => {
    await notify(tx, { ...world, mailIsConfigured: true }, [notice(duka, 'live'), notice(duka, 'sandbox')])
    throw new Error('changed my mind')
  })
  await assert.rejects(rolledBack, /changed my mind/)
  assert.deepEqual(
    [await count('notifications'), await count('mails'), await count('sandbox_messages')],
    [0, 0, 0],
  )
})

test('no notices are no work', async () => {
  await tell([], true)
  assert.equal(await count('notifications'), 0)
})
