import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { alertOperators } from './alerts.ts'
import { watchCauses } from './watch-causes.ts'

const minuteMs = 60_000
let nowMs = Date.parse('2026-11-16T08:00:00Z')
const clock = { now: () => new Date(nowMs) }
let database: TestDatabase
let world: World
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
  world.mailIsConfigured = true
  await makeAdmin('proven@alerts.test', true)
  await makeAdmin('unproven@alerts.test', false)
})
after(() => database.drop())
beforeEach(async () => {
  nowMs += 24 * 60 * minuteMs
  await database.sql.unsafe(`
    delete from alerts; delete from mails; delete from provider_states; delete from provider_floats; delete from book_checks;
    delete from provider_breakers; delete from dead_letters; delete from restores; delete from fiscal_lanes;
    update alert_watch set watched_at = '-infinity', mailed_at = '-infinity'`)
})

async function makeAdmin(email: string, isProven: boolean): Promise<void> {
  const [id, now] = [world.newId(), clock.now()]
  await world.sql`
    insert into users (id, name, email, email_verified, created_at, updated_at)
    values (${id}, 'Admin', ${email}, ${isProven}, ${now}, ${now})`
  await world.sql`insert into super_admins (user_id, created_at) values (${id}, ${now})`
}

/** Half a minute passes, and somebody looks. */
async function look(): Promise<void> {
  nowMs += minuteMs / 2
  await watchCauses({ world, tooLongMs: 2 * 60 * minuteMs, booksEveryMs: 60 * minuteMs })
}

const pause = (provider: string) => world.sql`
  insert into provider_states (provider, state, since, changed_by)
  values (${provider}, 'paused', ${clock.now()}, ${world.newId()})`
const resume = () => world.sql`update provider_states set state = 'on'`
async function open(): Promise<string[]> {
  const rows = await world.sql<{ kind: string; subject: string }[]>`
    select kind, subject from alerts where resolved_at is null order by kind, subject`
  return rows.map(({ kind, subject }) => `${kind} ${subject}`)
}
async function mails(): Promise<string[]> {
  const rows = await world.sql<{ recipient: string; subject: string }[]>`
    select recipient, subject from mails order by id`
  return rows.map(({ recipient, subject }) => `${recipient} ${subject}`)
}

test('a cause is told once while it lasts, ends by itself, and is told anew when it comes back', async () => {
  await pause('selcom')
  for (let round = 0; round < 5; round += 1) await look()
  assert.deepEqual(await open(), ['provider_stopped selcom'])
  assert.deepEqual(await mails(), ['proven@alerts.test selcom is paused'])
  await resume()
  await look()
  assert.deepEqual(await open(), [])
  nowMs += 10 * minuteMs
  await world.sql`update provider_states set state = 'paused'`
  await look()
  assert.equal((await world.sql`select from alerts`).count, 2)
  assert.equal((await mails()).length, 2)
})

test('of several who look at once one does', async () => {
  await pause('selcom')
  await pause('clickpesa')
  nowMs += minuteMs
  const watch = { world, tooLongMs: minuteMs, booksEveryMs: 60 * minuteMs }
  await Promise.all(Array.from({ length: 6 }, () => watchCauses(watch)))
  assert.deepEqual(await open(), ['provider_stopped clickpesa', 'provider_stopped selcom'])
  assert.equal((await mails()).length, 1, 'one mail tells of both')
})

test('who comes while another looks leaves it to them', async () => {
  await pause('selcom')
  await world.sql.begin(async (tx) => {
    await tx`select from alert_watch for update`
    await look()
  })
  assert.deepEqual(await open(), [])
  await look()
  assert.deepEqual(await open(), ['provider_stopped selcom'])
})

test('each table that knows of trouble is asked', async () => {
  const now = clock.now()
  await world.sql`
    insert into provider_floats (provider, amount, currency, read_at, low_since)
    values ('selcom', 2000000, 'TZS', ${now}, ${now}), ('clickpesa', 900000000, 'TZS', ${now}, null)`
  await world.sql`
    insert into provider_breakers (process, provider, environment, call, silences, opened_at, try_at)
    values (${world.newId()}, 'selcom', 'live', 'collect', 3, ${now}, ${now}),
      (${world.newId()}, 'sandbox', 'sandbox', 'collect', 3, ${now}, ${now})`
  await world.sql`
    insert into book_checks (name, holds, details, took_ms, checked_at, red_since)
    values ('one and one are two', false, 'three', 1, ${now}, ${now}), ('two holds', true, null, 1, ${now}, null),
      ('nobody knows', null, 'It took too long', 1, ${now}, null)`
  await world.sql`
    insert into dead_letters (id, environment, provider, at_interface, headers, body, received_at, attempts, fault, status, created_at)
    select gen_random_uuid(), environment, 'selcom', false, '{}', '', ${now}, 9, 'odd', 'open', ${now}
    from unnest(array['live', 'live', 'sandbox']) as environment`
  await world.sql`
    insert into restores (mark, point, noticed_at, released_at, note)
    values ('one', ${now}, ${now}, null, null), ('before', ${now}, ${now}, ${now}, 'compared')`
  const merchantId = world.newId()
  await world.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${merchantId}, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${now}, ${now})`
  await world.sql`
    insert into fiscal_lanes (merchant_id, environment, authority, registration, closed_through, behind_since, number_there)
    select ${merchantId}, environment, 'simulated', 'PENDING', ${now}, ${now}, 3 from unnest(array['live', 'sandbox']) as environment`
  await look()
  assert.deepEqual(await open(), [
    'books_red one and one are two',
    'dead_letters selcom',
    'fiscal_counter_behind live',
    'float_low selcom',
    'provider_silent selcom',
    'restored live',
  ])
  const [letters] = await world.sql<{ count: number }[]>`select count from alerts where kind = 'dead_letters'`
  assert.equal(letters?.count, 2)
  assert.deepEqual(await mails(), ['proven@alerts.test The books do not hold, and 5 more'])
})

test('books that nobody has checked for too long are told of, until somebody has', async () => {
  const checkedBefore = (minutes: number) =>
    world.sql`update book_check_run set ended_at = ${new Date(nowMs - minutes * minuteMs)}`
  await checkedBefore(170)
  await look()
  assert.deepEqual(await open(), [])
  await checkedBefore(190)
  await look()
  assert.deepEqual(await open(), ['books_unchecked live'])
  await checkedBefore(0)
  await look()
  assert.deepEqual(await open(), [])
  await world.sql`update book_check_run set ended_at = null`
})

test('mail leaves at most once in ten minutes, and tells of what is new and still so', async () => {
  await pause('selcom')
  await look()
  await pause('clickpesa')
  await pause('brief')
  await look()
  await world.sql`delete from provider_states where provider = 'brief'`
  await look()
  assert.equal((await mails()).length, 1)
  nowMs += 10 * minuteMs
  await look()
  const [, second] = await mails()
  assert.equal(second, 'proven@alerts.test clickpesa is paused')
})

test('a cause that is news again is mailed again after an hour, and never sooner', async () => {
  await pause('selcom')
  await look()
  await world.sql`update provider_states set since = ${new Date(nowMs + 1000)}`
  nowMs += 30 * minuteMs
  await look()
  assert.equal((await mails()).length, 1)
  nowMs += 31 * minuteMs
  await look()
  assert.equal((await mails()).length, 2)
  nowMs += 61 * minuteMs
  await look()
  assert.equal((await mails()).length, 2, 'without news there is nothing to mail')
})

test('documents are for nobody to look at any more once their merchant is verified', async () => {
  const id = world.newId()
  await world.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${id}, 'Duka', 'pending', true, '', ${clock.now()}, ${clock.now()})`
  const words = { title: 'Duka sent documents', text: 'To be verified by.' }
  await alertOperators(world.sql, world, [
    { kind: 'documents_uploaded', subject: id, merchantId: id, ...words },
  ])
  await look()
  assert.deepEqual(await open(), [`documents_uploaded ${id}`])
  await world.sql`update merchants set verification_status = 'verified', updated_at = ${clock.now()} where id = ${id}`
  await look()
  assert.deepEqual(await open(), [])
})
