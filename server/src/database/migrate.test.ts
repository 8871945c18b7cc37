import assert from 'node:assert/strict'
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { until } from '../../test/test-clusters.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { connectDatabase } from './connect-database.ts'
import { migrate, migrationsSuffice } from './migrate.ts'

let database: TestDatabase
let folder: string

before(async () => {
  database = await createTestDatabase({ empty: true })
})
after(() => database.drop())
beforeEach(async () => {
  await database.sql.unsafe('drop schema public cascade; create schema public')
  folder = await mkdtemp(join(tmpdir(), 'malipo-migrations-'))
  await write('0001-books.sql', 'create table books (id int primary key);')
  await write(
    '0002-pages.sql',
    'create table pages (id int);\nalter table pages add column book int references books;',
  )
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const run = () => migrate({ url: database.url, folder })

function refusal(message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof StartRefused, String(error))
    assert.match(error.message, message)
    assert.ok(!error.message.includes('\n'))
    return true
  }
}

test('migrations are applied once, in order, and remembered', async () => {
  assert.deepEqual(await run(), ['0001-books.sql', '0002-pages.sql'])
  assert.deepEqual(await run(), [])
  await write('0003-more.sql', 'insert into books values (1)')
  assert.equal(await migrationsSuffice(database.sql, folder), false)
  assert.deepEqual(await run(), ['0003-more.sql'])
  assert.equal(await migrationsSuffice(database.sql, folder), true)
  const rows =
    await database.sql`select version, title, length(checksum) as length from schema_migrations order by 1`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { version: 1, title: 'books', length: 64 },
      { version: 2, title: 'pages', length: 64 },
      { version: 3, title: 'more', length: 64 },
    ],
  )
})

test('several instances that start at once apply each migration once', async () => {
  await write('0003-slow.sql', 'select pg_sleep(0.2); insert into books values (1)')
  const applied = await Promise.all([run(), run(), run(), run()])
  assert.deepEqual(applied.flat().sort(), ['0001-books.sql', '0002-pages.sql', '0003-slow.sql'])
})

test('an instance that waits too long for another says so', async () => {
  await database.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(7245002)`
    await assert.rejects(migrate({ url: database.url, folder, waitMs: 100 }), refusal(/Another instance/))
  })
})

test('a migration that fails leaves nothing behind and names itself', async () => {
  await write('0003-broken.sql', 'create table half (id int); select 1 / 0;')
  await assert.rejects(run(), refusal(/0003-broken.sql failed and was rolled back: division by zero/))
  const [row] =
    await database.sql`select to_regclass('half') as half, count(*)::int as applied from schema_migrations`
  assert.deepEqual({ ...row }, { half: null, applied: 2 })
})

test('an edited migration is refused, other line ends are not an edit', async () => {
  await run()
  await write(
    '0002-pages.sql',
    'create table pages (id int);\r\nalter table pages add column book int references books;',
  )
  assert.deepEqual(await run(), [])
  await write('0001-books.sql', 'create table books (id bigint primary key);')
  await assert.rejects(run(), refusal(/0001-books.sql was edited after it was applied/))
  assert.equal(await migrationsSuffice(database.sql, folder), false)
})

test('a database that is newer than the code suits it, until something that it uses was taken away', async () => {
  await run()
  const newer = await mkdtemp(join(tmpdir(), 'malipo-newer-'))
  await cp(folder, newer, { recursive: true })
  await writeFile(
    join(newer, '0003-expand.sql'),
    `alter table books add column note text not null default ''`,
  )
  await migrate({ url: database.url, folder: newer })
  assert.deepEqual(await run(), [], 'an older version still starts')
  assert.equal(await migrationsSuffice(database.sql, folder), true)
  await writeFile(join(newer, '0004-contract.sql'), '-- contracts: 0003\ndrop table pages')
  await migrate({ url: database.url, folder: newer })
  await assert.rejects(run(), refusal(/has migration 0004-contract.sql, with which this version cannot run/))
  assert.equal(await migrationsSuffice(database.sql, folder), false)
  await cp(join(newer, '0003-expand.sql'), join(folder, '0003-expand.sql'))
  assert.deepEqual(await run(), [], 'one that knows the expansion runs with the contraction')
  assert.equal(await migrationsSuffice(database.sql, folder), true)
  await rm(newer, { recursive: true })
})

test('a database from before, which does not say so, suits every version', async () => {
  await run()
  await database.sql`alter table schema_migrations drop column oldest_code`
  assert.deepEqual(await run(), [])
  assert.equal(await migrationsSuffice(database.sql, folder), true)
})

test('a migration that waits for a lock lets the others pass, and lands when it is free', async () => {
  await run()
  await write('0003-note.sql', 'alter table books add column note text')
  const others = connectDatabase({
    url: database.url,
    poolSize: 4,
    applicationName: 'test',
    lockTimeoutMs: 3_000,
  })
  const free = Promise.withResolvers<void>()
  const holding = database.sql.begin(async (tx) => {
    await tx`select from books`
    await free.promise
  })
  const landing = run()
  // Each waits behind the migration for at most one of its turns, where it used to wait for all of a minute.
  const reads = Array.from({ length: 4 }, () => others`select from books`.then(() => 'passed'))
  await until(async () => (await waitingForBooks()) > 0)
  assert.deepEqual(
    await Promise.all(reads),
    reads.map(() => 'passed'),
  )
  assert.equal(await others`select from books`.then(() => 'passed'), 'passed')
  free.resolve()
  await holding
  assert.deepEqual(await landing, ['0003-note.sql'])
  await others.end()
})

test('columns of several tables are added one after the other: nobody waits for two, and what was done stays done', async () => {
  await run()
  const added = (table: string) => `alter table ${table} add column if not exists note text;`
  await write('0003-notes.sql', `-- Why.\n${added('pages')}\n${added('books')}\n`)
  await database.sql.begin(async (tx) => {
    await tx`select from books`
    const refused = migrate({ url: database.url, folder, waitMs: 100 })
    await assert.rejects(refused, refusal(/0003-notes.sql failed .*lock timeout/))
    await database.sql`insert into pages (id, note) values (1, 'written while another table is waited for')`
  })
  assert.equal(await migrationsSuffice(database.sql, folder), false)
  assert.deepEqual(await run(), ['0003-notes.sql'])
  await database.sql`select note from books`
})

test('a lock that is never free is told in time, and nothing is left behind', async () => {
  await run()
  await write('0003-note.sql', 'alter table books add column note text')
  await database.sql.begin(async (tx) => {
    await tx`select from books`
    const refused = migrate({ url: database.url, folder, waitMs: 100 })
    await assert.rejects(refused, refusal(/0003-note.sql failed .*lock timeout.*Look in pg_stat_activity/))
  })
  assert.deepEqual(await run(), ['0003-note.sql'])
})

test('an index is built beside those who write, and again when it was left half built', async () => {
  await run()
  await write('0003-index.sql', '-- Why.\ncreate unique index concurrently pages_once on pages (id);\n')
  await database.sql`insert into pages values (1), (1)`
  await assert.rejects(run(), refusal(/0003-index.sql failed/))
  const valid = async () => {
    const rows =
      await database.sql`select indisvalid as valid from pg_index where indexrelid = to_regclass('pages_once')`
    return rows.map((row) => row.valid)
  }
  assert.deepEqual(await valid(), [false])
  await database.sql`delete from pages`
  const free = Promise.withResolvers<void>()
  const writing = database.sql.begin(async (tx) => {
    await tx`insert into pages values (2)`
    await free.promise
  })
  const landing = run()
  await until(async () => (await valid()).length === 1)
  await database.sql`insert into pages values (3)`
  free.resolve()
  await writing
  assert.deepEqual(await landing, ['0003-index.sql'])
  assert.deepEqual(await valid(), [true])
})

test('a table by time gets an index for each of its parts, and those that come later bring theirs', async () => {
  await run()
  await database.sql.unsafe(`
    create table words (id int primary key, about int) partition by range (id);
    create table words_old partition of words for values from (0) to (10);
    create table words_open partition of words for values from (10) to (20);
    insert into words select n, 1 from generate_series(0, 19) n`)
  await write('0003-words.sql', 'create unique index concurrently words_about on words (about, id);')
  // As somebody left it who did not live to see it through.
  await database.sql.unsafe(`
    create unique index words_about on only words (about, id);
    create unique index words_of_old on words_old (about, id);
    alter index words_about attach partition words_of_old`)
  assert.deepEqual(await run(), ['0003-words.sql'])
  await database.sql.unsafe('create table words_next partition of words for values from (20) to (30)')
  const rows = await database.sql`
    select inhrelid::regclass::text as part, i.indisvalid as valid from pg_inherits
    join pg_index i on i.indexrelid = inhrelid where inhparent = 'words_about'::regclass order by i.indrelid`
  assert.deepEqual(
    rows.map(({ valid }) => valid),
    [true, true, true],
  )
  const [whole] =
    await database.sql`select indisvalid as valid from pg_index where indexrelid = 'words_about'::regclass`
  assert.equal(whole?.valid, true)
})

test('a migration that builds an index beside those who write does nothing else', async () => {
  await write(
    '0003-both.sql',
    'create table more (id int); create index concurrently more_by_id on more (id)',
  )
  await assert.rejects(run(), refusal(/0003-both.sql failed .*does nothing else/))
})

async function waitingForBooks(): Promise<number> {
  const rows = await database.sql`
    select 1 from pg_locks where relation = 'books'::regclass and not granted and mode = 'AccessExclusiveLock'`
  return rows.length
}

test('an applied migration whose file is gone or renamed is refused', async () => {
  await run()
  await rename(join(folder, '0001-books.sql'), join(folder, '0001-tomes.sql'))
  await assert.rejects(run(), refusal(/0001-books.sql is applied but its file is missing/))
})

test('a database that skipped a migration is refused', async () => {
  await run()
  await database.sql`delete from schema_migrations where version = 1`
  await assert.rejects(run(), refusal(/lacks a migration before 0002-pages.sql/))
})

test('gaps, repeats and other names among the files are refused', async () => {
  await write('0004-later.sql', '')
  await assert.rejects(run(), refusal(/0004-later.sql comes where 0003 is due/))
  await rename(join(folder, '0004-later.sql'), join(folder, '0002-again.sql'))
  await assert.rejects(run(), refusal(/0002-pages.sql comes where 0003 is due/))
  await rename(join(folder, '0002-again.sql'), join(folder, '3-three.sql'))
  await assert.rejects(run(), refusal(/3-three.sql is not named like 0001-title.sql/))
})
