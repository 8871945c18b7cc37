import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  type Database,
  isPassingFault,
  type KeptForEver,
  keepForEver,
  migrationsFolder,
} from '../../src/database/database.ts'
import { readPartitions } from '../../src/database/partitions/read-partitions.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { until } from '../test-clusters.ts'
import { olderDatabase } from './older-database.ts'

export type Becoming = {
  kept: KeptForEver
  /** The migration that lays the table into partitions. */
  title: string
  /** What the version before says to write one row: of a merchant, $1, and with the key $2. */
  writes: string
  /** A change that is refused, as the end of a statement that begins with the table, and what is said of it. */
  refused: { change: string; told: RegExp }[]
  /** A change that is allowed, where there is one. */
  changed?: string
  /** Rows that are refused whichever partition they would be in, as what stands after `insert into` and the table. */
  wrong: { row: (key: string) => string; code: string }[]
}

export type Parted = {
  sql: Database
  /** An id of a time before the bounds, one of each time between them, and one after them all. */
  keys: string[]
  newId(): string
}

const dayMs = 24 * 3_600_000
const many = 5_000

/**
 * Promises of every table that was full and in use when it became the first of its own partitions: no row is read or moved for it, the version before goes on
 * writing, and what held of the one table holds of all partitions. Answers with how it stands when these tests are over.
 */
export function becomesKeptByTime({ kept, title, writes, refused, changed, wrong }: Becoming): () => Parted {
  const { table, key } = kept
  let database: Awaited<ReturnType<typeof olderDatabase>>
  before(async () => {
    database = await olderDatabase(title)
  })
  after(() => database.drop())

  let now = Date.parse('2026-11-15T12:00:00Z')
  const clock = { now: () => new Date(now) }
  const newId = idsFrom(clock)
  const keys: string[] = []
  const write = async (id: string) => void (await database.sql.unsafe(filledIn(writes, newId(), id)))

  async function writeAtWork(written: string[], isOver: () => boolean): Promise<void> {
    const client = await database.sql.pool.connect()
    try {
      while (!isOver()) {
        const id = newId()
        // Whoever was in the way for a moment is asked again, as everybody in the service does.
        await client.query({ name: 'write', text: writes, values: [newId(), id] }).catch((error) => {
          if (!isPassingFault(error)) throw error
          return client.query({ name: 'write', text: writes, values: [newId(), id] })
        })
        written.push(id)
        const read = { name: 'read', text: `select from ${table} where ${key} = $1::uuid`, values: [id] }
        assert.equal((await client.query(read)).rowCount, 1, 'what was written is there')
      }
    } finally {
      client.release(true)
    }
  }

  test(`no row of a full ${table} is read for partitions`, async () => {
    const each = writes.replaceAll('$1', 'id.merchant').replaceAll('$2', 'id.own')
    const ids = Array.from({ length: many }, () => `('${newId()}'::uuid, '${newId()}'::uuid)`)
    await database.sql.unsafe(`${each} from (values ${ids.join(',')}) as id (merchant, own)`)
    const said = await saidOf(database.sql, title)
    assert.match(said, /partition constraint for table "\w+_open" is implied by existing constraints/)
    assert.doesNotMatch(said, new RegExp(`verifying table|rewriting table|building index "${table}_open`))
  })

  test(`a full ${table} becomes its first partition while the version before goes on, and no row is moved`, async () => {
    const stands = async () =>
      (await database.sql.unsafe(`select count(*), md5(string_agg(t::text, '' order by ${key})) from ${table} t
        where ${key} <= '${last}'`)) as unknown[]
    const last = newId()
    const [file, before] = [await fileOf(database.sql, table), await stands()]
    const written: string[] = []
    let isOver = false
    const work = writeAtWork(written, () => isOver)
    await until(() => written.length > 0)
    await database.migrate()
    const soFar = written.length
    await until(() => written.length > soFar + 10)
    isOver = true
    await work
    assert.deepEqual(await stands(), before)
    assert.equal(await fileOf(database.sql, `${table}_open`), file)
    const found = await database.sql.unsafe(
      `select from ${table} where ${key} = any('{${written.join(',')}}'::uuid[])`,
    )
    assert.equal(found.length, written.length)
  })

  test(`whatever is on either side of a bound of ${table} is found, listed in order, kept and changed alike`, async () => {
    const { sql } = database
    const keep = () => keepForEver({ sql, clock }, kept)
    for (let part = 0; part < 3; part += 1) {
      keys.push(newId())
      await write(keys.at(-1) ?? '')
      assert.deepEqual([await keep(), await keep()], [true, false])
      now += (2 * (kept.spanDays ?? 90) + 20) * dayMs
    }
    keys.push(newId())
    await write(keys.at(-1) ?? '')
    const parts = (await readPartitions(sql, table)).map(({ name }) => name)
    assert.equal(parts.length, 4)
    const theirs = `${key} = any('{${keys.join(',')}}'::uuid[])`
    const listed = await sql.unsafe(
      `select ${key} as key, tableoid::regclass::text as part from ${table} where ${theirs} order by ${key}`,
    )
    assert.deepEqual(
      listed.map((row) => row.key),
      keys,
    )
    assert.ok(new Set(listed.map((row) => row.part)).size > 2)
    for (const name of [table, ...parts]) {
      const [row] = await sql.unsafe(`select from ${name} limit 1`)
      for (const { change, told } of row ? refused : [])
        await assert.rejects(sql.unsafe(change.replaceAll('TABLE', name)), told, `${name}: ${change}`)
    }
    for (const one of keys) {
      await assert.rejects(write(one), { code: '23505', constraint: /_pkey/ })
      for (const { row, code } of wrong)
        await assert.rejects(sql.unsafe(`insert into ${table} ${row(one)}`), { code }, row(one))
      if (changed)
        assert.equal((await sql.unsafe(`update ${table} ${changed} where ${key} = '${one}'`)).count, 1)
    }
    assert.equal(await shapesOf(sql, parts), 1)
  })

  return () => ({ sql: database.sql, keys, newId })
}

const filledIn = (text: string, merchant: string, own: string) =>
  text.replaceAll('$1', `'${merchant}'`).replaceAll('$2', `'${own}'`)

export async function fileOf(sql: Database, table: string): Promise<unknown> {
  return (await sql`select pg_relation_filenode(${table}::text::regclass)::text as file`)[0]?.file
}

/** What the server says of a migration that is tried and undone, to whoever wants to know all of it. */
export async function saidOf(sql: Database, title: string): Promise<string> {
  const name = (await readdir(migrationsFolder)).find((one) => one.endsWith(`-${title}.sql`)) ?? ''
  const text = await readFile(join(migrationsFolder, name), 'utf8')
  const client = await sql.pool.connect()
  const said: string[] = []
  client.on('notice', ({ message }) => said.push(message ?? ''))
  await client.query(`begin; set local client_min_messages = debug1; ${text}; rollback`)
  client.release(true)
  return said.join('\n')
}

/** How many different lists of columns, checks, triggers and indexes these tables have: all of them the same. */
async function shapesOf(sql: Database, tables: string[]): Promise<number> {
  const shapes = await sql<{ shape: string }[]>`
    select distinct
      (select string_agg(a.attname || a.attnotnull || format_type(a.atttypid, a.atttypmod), ' ' order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
      || (select coalesce(string_agg(conname || pg_get_constraintdef(oid), ' ' order by conname), '') from pg_constraint
        where conrelid = c.oid and contype = 'c')
      || (select coalesce(string_agg(tgname, ' ' order by tgname), '') from pg_trigger where tgrelid = c.oid and not tgisinternal)
      || (select count(*) from pg_index where indrelid = c.oid) as shape
    from pg_class c where c.relname = any(${tables}::text[])`
  return shapes.length
}
