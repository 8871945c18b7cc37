import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/test-clusters.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { connectDatabase } from './connect-database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string

before(async () => {
  database = await createTestDatabase({ empty: true })
})
after(() => database.drop())
beforeEach(async () => {
  await database.sql.unsafe('drop schema public cascade; create schema public')
  await database.sql.unsafe(wordsInParts)
  folder = await mkdtemp(join(tmpdir(), 'malipo-migrations-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const run = () => migrate({ url: database.url, folder })

/** Whoever asks now is answered, though a migration waits; longer than one of its turns, and shorter than two. */
const asker = () =>
  connectDatabase({ url: database.url, poolSize: 4, applicationName: 'test', lockTimeoutMs: 2_000 })

const wordsInParts = `
  create table words (id int primary key, about int) partition by range (id);
  create table words_1 partition of words for values from (0) to (10);
  create table words_2 partition of words for values from (10) to (20);
  create table words_3 partition of words for values from (20) to (30);
  create table words_4 partition of words for values from (30) to (40);`

const waitsFor = (relation: string) => async () => {
  const rows = await database.sql`
    select from pg_locks where relation = to_regclass(${relation}) and not granted
      and database = (select oid from pg_database where datname = current_database())`
  return rows.count > 0
}

/** Holds something until the test lets it go. */
function hold(statement: string): { letGo(): Promise<void>; isHeld: Promise<void> } {
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.sql.begin(async (tx) => {
    await tx.unsafe(statement)
    held.resolve()
    await free.promise
  })
  return {
    isHeld: held.promise,
    async letGo() {
      free.resolve()
      await holding
    },
  }
}

test('an index of a table by time is begun while somebody writes, and nobody else waits for long', async () => {
  await write('0001-words.sql', 'create index concurrently words_about on words (about);')
  const writer = hold('insert into words values (1, 1)')
  await writer.isHeld
  const others = asker()
  const landing = run()
  await until(waitsFor('words'))
  for (const id of [11, 12, 13]) await others`insert into words values (${id}, 1)`
  await writer.letGo()
  assert.deepEqual(await landing, ['0001-words.sql'])
  await others.end()
})

test('the index of a part joins that of its table while somebody reads for long, and nobody else waits for long', async () => {
  await write('0001-words.sql', 'create index concurrently words_about on words (about);')
  const [part] = await database.sql<{ oid: number }[]>`select 'words_1'::regclass::oid::int as oid`
  const own = `words_about_${part?.oid}`
  // As somebody left it who did not live to see it through, and somebody counts who found it so.
  await database.sql.unsafe(`
    create index words_about on only words (about);
    create index ${own} on words_1 (about)`)
  const reader = hold('select count(*) from words where about = 1')
  await reader.isHeld
  const others = asker()
  const landing = run()
  await until(waitsFor(own))
  for (const id of [1, 2, 3]) await others`insert into words values (${id}, 1)`
  await reader.letGo()
  assert.deepEqual(await landing, ['0001-words.sql'])
  await others.end()
})

/** However it is written, and whatever locks all parts. With what somebody else holds of each. */
const changes = [
  {
    what: 'a column',
    change: 'alter table public."words" add column note text;',
    held: (part: number) => `select from words_${part}`,
  },
  {
    what: 'a table that names it',
    change: 'create table notes (word int references words);',
    held: (part: number) => `insert into words_${part} values (${10 * part - 1}, 1)`,
  },
]
for (const { what, change, held } of changes)
  test(`all parts of a table are waited for together no longer than one: ${what}`, async () => {
    await write('0001-note.sql', change)
    const holders = [1, 2, 3, 4].map((part) => hold(held(part)))
    for (const { isHeld } of holders) await isHeld
    const others = asker()
    const landing = run()
    await until(waitsFor('words_1'))
    const passes = others`insert into words values (1, 1)`.then(() => 'passed')
    for (const { letGo } of holders) {
      await sleep(700)
      await letGo()
    }
    assert.equal(await passes, 'passed')
    assert.deepEqual(await landing, ['0001-note.sql'])
    await others.end()
  })

test('a check is proven beside those who read and write, and takes as long as it takes', async () => {
  await database.sql.unsafe(`
    insert into words values (1, 1), (11, 1);
    create function slowly(about int) returns boolean immutable language plpgsql as
      $$ begin perform pg_sleep(1.2); return about > 0; end $$;
    alter table words add constraint about_something check (slowly(about)) not valid`)
  await write(
    '0001-about.sql',
    '-- alter table words: proven\nalter table words validate constraint about_something;',
  )
  const reader = hold('select from words')
  await reader.isHeld
  const others = asker()
  const landing = run()
  await until(async () => {
    const rows = await database.sql`
      select from pg_locks where relation = 'words'::regclass and granted and mode = 'ShareUpdateExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())`
    return rows.count > 0
  })
  await others`select from words`
  await others`update words_1 set id = 2 where id = 1 and false`
  assert.deepEqual(await landing, ['0001-about.sql'])
  await reader.letGo()
  await others.end()
})
