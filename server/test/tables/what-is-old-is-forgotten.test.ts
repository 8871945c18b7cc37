import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import * as merchants from '../../src/merchants/merchants.ts'
import * as notifications from '../../src/notifications/notifications.ts'
import * as paymentLinks from '../../src/payment-links/payment-links.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import { keepNetworkMemory } from '../../src/providers/simulated/simulated.ts'
import type { World } from '../../src/world/world.ts'
import { testSecret } from '../service.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

const now = new Date('2026-11-15T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const clock = { now: () => now }

let database: TestDatabase
let world: World
let merchantId: string
before(async () => {
  database = await createTestDatabase()
  const newId = idsFrom(clock)
  world = { sql: database.sql, clock, newId, vault: vaultFrom(testSecret), baseUrl: 'http://localhost' }
  merchantId = newId()
  await world.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${merchantId}, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${now}, ${now})`
})
after(() => database.drop())

async function doChores(room: { chores(parts: { world: World }): { name: string }[] }): Promise<void> {
  for (const chore of room.chores({ world })) {
    assert.ok('work' in chore && typeof chore.work === 'function', chore.name)
    await chore.work()
  }
}

const texts = async (table: string, column: string) =>
  (await world.sql.unsafe(`select ${column} as text from ${table} order by 1`)).map(({ text }) => text)

test('what merchants were told can be read for a year and a little more', async () => {
  for (const days of [399, 401, 1_000]) {
    await world.sql`
      insert into notifications (id, merchant_id, environment, kind, title, text, created_at)
      values (${world.newId()}, ${merchantId}, 'live', 'notice', 'Title', ${`${days} days ago`}, ${daysAgo(days)})`
  }
  await doChores(notifications)
  assert.deepEqual(await texts('notifications', 'text'), ['399 days ago'])
})

test('invitations go a month after they ended, but for those that were accepted or are for an owner', async () => {
  const invite = (
    email: string,
    days: number,
    role = 'viewer',
    accepted = false,
    revoked = false,
  ) => world.sql`
    insert into invitations (id, merchant_id, email, role, token_hash, expires_at, accepted_at, revoked_at, created_at)
    values (${world.newId()}, ${merchantId}, ${email}, ${role}, ${Buffer.from(email)}, ${daysAgo(days)},
      ${accepted ? daysAgo(days) : null}, ${revoked ? daysAgo(days) : null}, ${daysAgo(days + 7)})`
  await invite('open', -3)
  await invite('ended', 29)
  await invite('ended long ago', 31)
  await invite('withdrawn long ago', 31, 'admin', false, true)
  await invite('accepted long ago', 31, 'viewer', true)
  await invite('owner to be', 31, 'owner')
  await doChores(merchants)
  const kept = ['accepted long ago', 'ended', 'open', 'owner to be']
  assert.deepEqual(await texts('invitations', 'email'), kept)
})

test('the simulated network forgets whom it turned away a month ago, and no payout', async () => {
  for (const days of [29, 31]) {
    await world.sql`
      insert into network_turned_away (reference, turned_away_at) values (${`MLW ${days}`}, ${daysAgo(days)})`
  }
  await keepNetworkMemory(world)
  assert.deepEqual(await texts('network_turned_away', 'reference'), ['MLW 29'])
})

test('a turn to pay by a link is forgotten with the key that it names', async () => {
  for (const days of [1, 29, 31]) {
    await world.sql`
      insert into payment_link_turns (link_id, place, payer, key, at)
      values (${world.newId()}, '', ${`${days} days ago`}, ${world.newId()}, ${daysAgo(days)})`
  }
  await doChores(paymentLinks)
  assert.deepEqual(await texts('payment_link_turns', 'payer'), ['1 days ago', '29 days ago'])
})

test('of every table it is written down how long it keeps what it has', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/database.md'), 'utf8')
  const table = page.slice(page.indexOf('## What is kept for how long'))
  const told = Array.from(table.matchAll(/`([a-z_]+)`/g), ([, name]) => name)
  const tables = await world.sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> 'schema_migrations'`
  assert.deepEqual(told.toSorted(), tables.map(({ name }) => name).sort())
})
