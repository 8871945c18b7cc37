import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { collectionHistory } from '../../src/collections/collections.ts'
import { isPassingFault, keepForEver, migrationsFolder } from '../../src/database/database.ts'
import { readPartitions } from '../../src/database/partitions/read-partitions.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { withdrawalHistory } from '../../src/withdrawals/withdrawals.ts'
import { until } from '../test-clusters.ts'
import { olderDatabase } from './older-database.ts'

let database: Awaited<ReturnType<typeof olderDatabase>>
before(async () => {
  database = await olderDatabase('sources-of-steps-are-checked')
})
after(() => database.drop())

let now = Date.parse('2026-11-15T12:00:00Z')
const clock = { now: () => new Date(now) }
const newId = idsFrom(clock)
const histories = [collectionHistory, withdrawalHistory]
const many = 5_000

/** As the version before wrote them: prepared once, on connections that were there before. */
const statements = {
  collection_history: `insert into collection_history (merchant_id, collection_id, seq, to_status, source, at)
    select $1::uuid, $2::uuid, 1, 'processing', 'caller', now()`,
  withdrawal_history: `insert into withdrawal_history
      (merchant_id, withdrawal_id, seq, from_status, to_status, source, by_user, provider_payment_status, note, event, at)
    select merchant_id, withdrawal_id, seq, from_status, to_status, source, by_user, provider_payment_status, note, event, at
    from json_populate_recordset(null::withdrawal_history, json_build_array(json_build_object('merchant_id', $1::uuid,
      'withdrawal_id', $2::uuid, 'seq', 1, 'to_status', 'PENDING_ADMIN_APPROVAL', 'source', 'caller', 'at', now())))`,
}

async function olderVersionAtWork() {
  const client = await database.sql.pool.connect()
  const written: Record<string, string[]> = { collection_history: [], withdrawal_history: [] }
  let isOver = false
  async function write(table: keyof typeof statements): Promise<void> {
    const id = newId()
    // Whoever was in the way for a moment is asked again, as everybody in the service does.
    for (;;) {
      try {
        await client.query({ name: table, text: statements[table], values: [newId(), id] })
        break
      } catch (error) {
        if (!isPassingFault(error)) throw error
      }
    }
    written[table]?.push(id)
    const read = `select from ${table} where ${table === 'collection_history' ? 'collection_id' : 'withdrawal_id'} = $1::uuid`
    const found = await client.query({ name: `read ${table}`, text: read, values: [id] })
    assert.equal(found.rowCount, 1, `${table} has what was written into it`)
  }
  await write('collection_history')
  await write('withdrawal_history')
  const work = (async () => {
    while (!isOver) {
      await write('collection_history')
      await write('withdrawal_history')
    }
  })()
  return {
    written,
    async stop() {
      isOver = true
      await work.finally(() => client.release())
    },
  }
}

async function fill(): Promise<void> {
  const ids = Array.from({ length: many }, newId)
  await database.sql`
    insert into collection_history (collection_id, seq, to_status, source, note, at)
    select id, seq, 'processing', 'caller', 'before', now() from unnest(${ids}::uuid[]) id, generate_series(1, 2) seq`
  await database.sql`
    insert into withdrawal_history (withdrawal_id, seq, to_status, source, note, at)
    select id, 1, 'PENDING_ADMIN_APPROVAL', 'caller', 'before', now() from unnest(${ids}::uuid[]) id`
}

const hashOf = async (table: string) =>
  (
    await database.sql.unsafe(
      `select md5(string_agg(t::text, '' order by t::text)) as hash from ${table} t where note = 'before'`,
    )
  )[0]?.hash

const fileOf = async (table: string) =>
  (await database.sql`select pg_relation_filenode(${table}::text::regclass)::text as file`)[0]?.file

/** What the server says of a migration that is tried and undone, to whoever wants to know all of it. */
async function saidOf(title: string): Promise<string> {
  const name = (await readdir(migrationsFolder)).find((one) => one.endsWith(`-${title}.sql`)) ?? ''
  const text = await readFile(join(migrationsFolder, name), 'utf8')
  const client = await database.sql.pool.connect()
  const said: string[] = []
  client.on('notice', ({ message }) => said.push(message ?? ''))
  await client.query(`begin; set local client_min_messages = debug1; ${text}; rollback`)
  client.release(true)
  return said.join('\n')
}

test('no row of a full history is read for it', async () => {
  await fill()
  await database.sql.unsafe(
    'alter table collection_history validate constraint collection_history_source_check',
  )
  for (const { table } of histories) {
    const said = await saidOf(`${table.replace('_', '-')}-by-time`)
    assert.match(said, /partition constraint for table "\w+_open" is implied by existing constraints/)
    assert.doesNotMatch(said, /verifying table|rewriting table/)
  }
})

test('full histories become partitions while the version before goes on, and no row of them is moved', async () => {
  const hashes = await Promise.all(histories.map(({ table }) => hashOf(table)))
  const files = await Promise.all(histories.map(({ table }) => fileOf(table)))
  const old = await olderVersionAtWork()
  await database.migrate()
  const soFar = old.written.collection_history?.length ?? 0
  await until(() => (old.written.collection_history?.length ?? 0) > soFar + 10)
  await old.stop()
  assert.deepEqual(await Promise.all(histories.map(({ table }) => hashOf(table))), hashes)
  for (const [place, { table, key }] of histories.entries()) {
    assert.equal(await fileOf(`${table}_open`), files[place], `${table} is where it was`)
    const ids = old.written[table] ?? []
    const found = await database.sql.unsafe(
      `select count(*)::int as many from ${table} where ${key} = any('{${ids.join(',')}}'::uuid[])`,
    )
    assert.equal(found[0]?.many, ids.length, table)
  }
})

test('what protected them protects each partition, today and after the next', async () => {
  const { sql } = database
  const keep = () => Promise.all(histories.map((one) => keepForEver({ sql, clock }, one)))
  assert.deepEqual(await keep(), [true, true])
  assert.deepEqual(await keep(), [false, false])
  now += 200 * 24 * 3_600_000
  assert.deepEqual(await keep(), [true, true])
  const [collection, withdrawal] = [newId(), newId()]
  await sql`insert into collection_history (collection_id, seq, to_status, source, at) values (${collection}, 1, 'created', 'payer', now())`
  await sql`insert into withdrawal_history (withdrawal_id, seq, to_status, source, at) values (${withdrawal}, 1, 'FAILED', 'reply', now())`
  for (const { table, key } of histories) {
    const parts = (await readPartitions(sql, table)).map(({ name }) => name)
    assert.equal(parts.length, 3)
    for (const name of [table, ...parts.filter((_, place) => place !== 2)]) {
      await assert.rejects(sql.unsafe(`update ${name} set note = 'another'`), /append-only/, name)
      await assert.rejects(sql.unsafe(`delete from ${name}`), /append-only/, name)
    }
    const again = sql.unsafe(`insert into ${table} select * from ${table}`)
    await assert.rejects(again, { code: '23505', constraint: /_pkey/ })
    for (const wrong of ["'nobody', 1", "'caller', 0"])
      await assert.rejects(
        sql.unsafe(
          `insert into ${table} (${key}, to_status, source, seq, at) select '${newId()}', 'FAILED', ${wrong}, now()`,
        ),
        { code: '23514' },
      )
    const columns = await sql<{ name: string; columns: string }[]>`
      select c.relname as name, string_agg(a.attname || a.attnotnull || format_type(a.atttypid, a.atttypmod), ' ' order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relname = any(${[table, ...parts]}::text[]) group by c.relname`
    assert.equal(new Set(columns.map((one) => one.columns)).size, 1, table)
    assert.match(columns[0]?.columns ?? '', /merchant_id/)
  }
})
