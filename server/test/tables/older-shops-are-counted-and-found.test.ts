import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { differences, chores as figureChores } from '../../src/figures/figures.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import { testSecret } from '../service.ts'
import { olderDatabase } from './older-database.ts'

let database: Awaited<ReturnType<typeof olderDatabase>>
before(async () => {
  database = await olderDatabase('collections-by-day')
})
after(() => database.drop())

const at = new Date('2026-11-15T12:00:00Z')
const newId = idsFrom({ now: () => at })
const [merchantId, ownerId, viewerId] = [newId(), newId(), newId()]
const many = 500

/** A shop as the version before left it: people, payments that ended and some that did not, withdrawals, customers, an invitation. */
async function fill(): Promise<void> {
  await database.sql.unsafe(`
    insert into installation (id, secret_probe, created_at) values ('${newId()}', '', now());
    insert into users (id, name, email, two_factor_enabled, created_at, updated_at) values
      ('${ownerId}', 'Asha', 'asha@shop.test', true, now(), now()),
      ('${viewerId}', 'Juma', 'juma@shop.test', false, now(), now());
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values ('${merchantId}', 'Duka', 'verified', true, '', now(), now());
    insert into memberships (id, merchant_id, user_id, role, created_at) values
      ('${newId()}', '${merchantId}', '${ownerId}', 'owner', now()),
      ('${newId()}', '${merchantId}', '${viewerId}', 'viewer', now());
    insert into invitations (id, merchant_id, email, role, token_hash, expires_at, created_at)
    values ('${newId()}', '${merchantId}', 'new@shop.test', 'finance', 'a', now(), now());
    insert into customers (id, merchant_id, environment, name, phone, created_at)
    select gen_random_uuid(), '${merchantId}', 'live', 'Customer ' || n, '25571300' || lpad(n::text, 4, '0'), now()
    from generate_series(1, ${many}) n;`)
  await collect(many)
}

/** As the version before writes them, which knows no columns but its own. */
const collect = (count: number) =>
  database.sql.unsafe(`
    insert into collections (id, merchant_id, environment, family, method, status, amount, currency, customer_phone, provider,
      provider_reference, failure_code, created_at, updated_at, completed_at)
    select id, '${merchantId}', 'live', 'B', 'USSD_PUSH', case n % 4 when 0 then 'failed' else 'successful' end, 1000, 'TZS',
      '255713000017', 'own', id::text, case n % 4 when 0 then 'declined' end, '${at.toISOString()}', '${at.toISOString()}',
      '${at.toISOString()}'::timestamptz - n * interval '1 hour'
    from (select n, gen_random_uuid() as id from generate_series(1, ${count}) n) made`)

/** In the columns that were there before: what has come since holds nothing for rows that are older. */
async function read(table: string): Promise<Record<string, unknown>[]> {
  const rows = await database.sql.unsafe(`select to_jsonb(t) as kept from ${table} t order by id`)
  return rows.map(({ kept }) => kept as Record<string, unknown>)
}

test('a shop that was full is counted, found and let in as before, and the version before goes on beside it', async () => {
  const { sql } = database
  await fill()
  const tables = ['users', 'memberships', 'invitations', 'collections', 'customers']
  const before = await Promise.all(tables.map(read))
  await database.migrate()
  const afterwards = await Promise.all(tables.map(read))
  const known = afterwards.map((rows, table) => {
    const columns = Object.keys(before[table]?.[0] ?? {})
    return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
  })
  assert.deepEqual(known, before)
  assert.ok(before.every((rows) => rows.length > 0))

  const [invalid] = await sql`select indexrelid::regclass::text as name from pg_index where not indisvalid`
  assert.equal(invalid, undefined)
  const [dated] = await sql`select second_factor_since as since from users where id = ${ownerId}`
  assert.equal(dated?.since, null, 'nobody knows since when')
  await sql`update users set two_factor_enabled = true where id = ${viewerId}`
  const [now] = await sql`select second_factor_since is not null as dated from users where id = ${viewerId}`
  assert.equal(now?.dated, true)
  await sql`update memberships set role = 'cashier' where user_id = ${viewerId}`
  await assert.rejects(sql`update memberships set role = 'root' where user_id = ${viewerId}`, {
    code: '23514',
  })
})

test('what ended before anybody counted is counted at once, and what the version before ends after a day', async () => {
  const { sql } = database
  let now = new Date()
  const clock = { now: () => now }
  const vault = vaultFrom(testSecret)
  const world = { sql, clock, newId, vault, baseUrl: 'http://localhost' }
  // Twice: what is counted anew in the first round is summed up in the second.
  const work = async () => {
    const chores = figureChores({ world })
    for (const chore of [...chores, ...chores]) if ('work' in chore) await chore.work()
  }
  const counted = async () => {
    const rows = await sql<{ status: string; many: string }[]>`
      select status, sum(many)::text as many from collection_days group by 1 order by 1`
    return rows.map(({ status, many: count }) => `${status} ${count}`)
  }
  await work()
  assert.deepEqual(await counted(), [`failed ${many / 4}`, `successful ${(many * 3) / 4}`])
  await collect(4)
  await work()
  assert.equal((await sql`${differences(sql)}`).count > 0, true, 'nobody has looked again yet')
  now = new Date(now.getTime() + 25 * 3_600_000)
  await work()
  assert.deepEqual(await counted(), [`failed ${many / 4 + 1}`, `successful ${(many * 3) / 4 + 3}`])
  assert.equal((await sql`${differences(sql)}`).count, 0)
  const [days] = await sql<{ many: number }[]>`select count(distinct day)::int as many from collection_days`
  assert.ok((days?.many ?? 0) >= 20, 'by the day on which each ended')
})
