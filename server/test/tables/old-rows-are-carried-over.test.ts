import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keepByTime } from '../../src/database/database.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { referenceOf } from '../../src/primitives/reference.ts'
import { keepNetworkMemory } from '../../src/providers/simulated/simulated.ts'
import { deliveries } from '../../src/webhook-deliveries/webhook-deliveries.ts'
import { exchanges } from '../../src/withdrawals/withdrawals.ts'
import { olderDatabase } from './older-database.ts'

let database: Awaited<ReturnType<typeof olderDatabase>>
before(async () => {
  database = await olderDatabase('kept-by-time')
})
after(() => database.drop())

const clock = { now: () => new Date('2026-11-15T12:00:00Z') }
const newId = idsFrom(clock)
const tables = [
  'webhook_deliveries',
  'webhook_attempts',
  'provider_exchanges',
  'network_payments',
  'network_callbacks',
  'sandbox_messages',
]

/** A row of each table, filled with as little as it takes. */
async function fill(): Promise<void> {
  const id = newId()
  const given: Record<string, string> = {
    webhook_deliveries: `(id, event_id, endpoint_id, merchant_id, environment, cause, status, due_at, created_at)
      values ('${id}', '${id}', '${id}', '${id}', 'live', 'event', 'pending', now(), now())`,
    webhook_attempts: `(delivery_id, lease, at, url, result, duration_ms) values ('${id}', 1, now(), '', 'timeout', 1)`,
    provider_exchanges: `(id, withdrawal_id, kind, request, response, at) values ('${id}', '${id}', 'look_up', '{}', '{}', now())`,
    network_payments: `(reference, id, environment, merchant_id, merchant_name, method, amount, currency, state, is_exact,
      seed, draw, failure_rate, created_at)
      values ('${referenceOf('MLP', id)}', '${id}', 'live', '${id}', '', 'USSD_PUSH', 1, 'TZS', 'waiting', true, '', 1, 0, now())`,
    network_callbacks: `(id, environment, reference, body, signature) values ('${id}', 'live', '', '', '')`,
    sandbox_messages: `(id, merchant_id, channel, recipient, text, created_at) values ('${id}', '${id}', 'sms', '', '', now())`,
  }
  for (const table of tables) await database.sql.unsafe(`insert into ${table} ${given[table]}`)
}

async function read() {
  const rows = await Promise.all(
    tables.map((table) => database.sql.unsafe(`select * from ${table} order by 1`)),
  )
  return Object.fromEntries(tables.map((table, place) => [table, rows[place]?.map((row) => ({ ...row }))]))
}

type Read = Awaited<ReturnType<typeof read>>

/** Without the columns that came later. */
function asBefore(now: Read, before: Read): Read {
  return Object.fromEntries(
    Object.entries(now).map(([table, rows]) => {
      const columns = Object.keys(before[table]?.[0] ?? {})
      return [table, rows?.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))]
    }),
  )
}

test('tables that were full become kept by time with every row, key and index', async () => {
  const { sql } = database
  await sql`alter table provider_exchanges drop constraint provider_exchanges_withdrawal_id_fkey`
  await fill()
  await sql`
    alter table provider_exchanges add constraint provider_exchanges_withdrawal_id_fkey
    foreign key (withdrawal_id) references withdrawals not valid`
  const before = await read()
  await database.migrate()
  assert.deepEqual(asBefore(await read(), before), before)

  const world = { sql, clock }
  await keepByTime(world, deliveries)
  await keepByTime(world, exchanges)
  await keepNetworkMemory(world)
  assert.deepEqual(asBefore(await read(), before), before)
  for (const table of tables) {
    const parts = await sql`select inhrelid from pg_inherits where inhparent = ${table}::text::regclass`
    assert.equal(parts.length, 2, table)
    const again = sql.unsafe(`insert into ${table} select * from ${table}`)
    await assert.rejects(again, { code: '23505' }, table)
  }
  const [stray] = await sql`
    select indexrelid::regclass::text as name from pg_index
    where not indisvalid and indrelid in (select inhparent from pg_inherits)`
  assert.equal(stray, undefined)
})
