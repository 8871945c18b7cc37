import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { idsFrom, lowestIdAt } from '../../primitives/id.ts'
import { connectDatabase } from '../connect-database.ts'
import { isPassingFault } from '../passing-fault.ts'
import { type KeptByTime, keepByTime } from './keep-by-time.ts'
import { readPartitions } from './read-partitions.ts'

const dayMs = 24 * 3_600_000
const start = Date.parse('2026-11-15T12:00:00Z')

let database: TestDatabase
let now = start
const clock = { now: () => new Date(now) }
let newId = idsFrom(clock)
before(async () => {
  database = await createTestDatabase({ empty: true })
})
after(() => database.drop())

/** As an installation has them before the first round: what was a table is the only partition, rows and all. */
beforeEach(async () => {
  now = start
  newId = idsFrom(clock)
  const id = newId()
  await database.sql.unsafe(`
    drop table if exists notes, marks;
    create table notes_open (id uuid primary key, note text not null check (note <> ''), is_needed boolean);
    create index on notes_open (id) where is_needed;
    create table marks_open (note_id uuid, number integer, primary key (note_id, number));
    insert into notes_open (id, note) values ('${id}', 'already there');
    insert into marks_open (note_id, number) values ('${id}', 1);
    create table notes (like notes_open including all) partition by range (id);
    create table marks (like marks_open including all) partition by range (note_id);
    alter table notes attach partition notes_open for values from (minvalue) to (maxvalue);
    alter table marks attach partition marks_open for values from (minvalue) to (maxvalue);`)
})

const kept: KeptByTime = {
  table: 'notes',
  key: 'id',
  keptDays: 30,
  spanDays: 10,
  needed: 'is_needed',
  followers: [{ table: 'marks', key: 'note_id' }],
}
const round = () => keepByTime({ sql: database.sql, clock }, kept)
const day = (text: string) => lowestIdAt(Date.parse(`${text}T00:00:00Z`))

async function keep(note: string, isNeeded = false): Promise<void> {
  const id = newId()
  await database.sql`insert into notes (id, note, is_needed) values (${id}, ${note}, ${isNeeded})`
  await database.sql`insert into marks (note_id, number) values (${id}, 1)`
}

/** Those that are left, each with the mark that belongs to it. */
async function notes(): Promise<string[]> {
  const rows = await database.sql<{ note: string; marks: number }[]>`
    select note, (select count(*)::int from marks where note_id = id) as marks from notes order by id`
  assert.ok(rows.every(({ marks }) => marks === 1))
  return rows.map(({ note }) => note)
}

async function marks(): Promise<number> {
  return (await database.sql`select from marks`).length
}

async function bounds(table = 'notes') {
  return (await readPartitions(database.sql, table)).map(({ from, to }) => [from, to])
}

const closedOnce = [
  [null, day('2026-12-03')],
  [day('2026-12-03'), null],
]

test('what was there stays where it is, and the next partition is ready a span ahead', async () => {
  assert.deepEqual(await round(), { closed: 2, dropped: 0 })
  assert.deepEqual(await bounds(), closedOnce)
  assert.deepEqual(await bounds('marks'), closedOnce)
  assert.deepEqual(await round(), { closed: 0, dropped: 0 })
  await keep('new')
  assert.deepEqual(await notes(), ['already there', 'new'])
  const [first] = await readPartitions(database.sql, 'notes')
  assert.equal(first?.name, 'notes_to_20261203')
  const left = await database.sql`select from pg_constraint where conname = 'ends_before'`
  assert.equal(left.length, 0)
})

test('through the months each row is kept for its time and hardly longer, in a handful of partitions', async () => {
  for (let passed = 0; passed < 120; passed += 5, now += 5 * dayMs) {
    await keep(String(passed))
    await round()
    const left = (await notes()).filter((note) => note !== 'already there').map(Number)
    const expected = Array.from({ length: passed / 5 + 1 }, (_, place) => place * 5)
    assert.deepEqual(left, expected.slice(-left.length))
    const oldest = passed - (left[0] ?? passed)
    assert.ok(oldest >= Math.min(passed, 30) && oldest <= 50, `${oldest} days after ${passed}`)
    assert.ok((await bounds()).length <= 8)
  }
  assert.equal(await marks(), (await notes()).length)
})

test('when nobody looked after it for long, nothing is refused, and nothing is lost before its time', async () => {
  await round()
  for (let week = 1; week <= 20; week += 1) {
    now = start + week * 7 * dayMs
    await keep(`week ${week}`)
  }
  const { closed } = await round()
  assert.equal(closed, 2)
  assert.deepEqual((await notes()).at(-1), 'week 20')
  assert.ok((await notes()).includes('week 16'))
  now += 60 * dayMs
  await keep('today')
  await round()
  assert.deepEqual(await notes(), ['today'])
})

test('a partition that was filled meanwhile is read while others work, and not again when it is given its end', async () => {
  await round()
  for (let week = 1; week <= 20; week += 1) {
    now = start + week * 7 * dayMs
    await keep(`week ${week}`)
  }
  const said: string[] = []
  const sql = connectDatabase({
    url: database.url,
    poolSize: 1,
    applicationName: 'test',
    firstly: async (client) => void (await client.query('set client_min_messages = debug1')),
  })
  sql.pool.on('connect', (client) => client.on('notice', ({ message }) => said.push(message ?? '')))
  assert.equal((await keepByTime({ sql, clock }, kept)).closed, 2)
  await sql.end()
  assert.equal(
    said.filter((one) => /is implied by existing constraints/.test(one)).length,
    2,
    said.join('\n'),
  )
})

test('what is still needed keeps its partition, those after it and what belongs to them', async () => {
  await keep('needed', true)
  await round()
  now += 30 * dayMs
  await keep('later')
  await round()
  now += 60 * dayMs
  await keep('today')
  await round()
  assert.deepEqual(await notes(), ['already there', 'needed', 'later', 'today'])
  await database.sql`update notes set is_needed = false`
  await round()
  assert.deepEqual(await notes(), ['today'])
  assert.equal(await marks(), 1)
})

test('whoever dies in the middle is followed by one who goes on', async () => {
  const end = day('2026-12-13')
  await database.sql.unsafe(
    `alter table notes_open add constraint ends_before check (id < '${end}') not valid`,
  )
  assert.deepEqual(await round(), { closed: 2, dropped: 0 })
  assert.deepEqual((await bounds())[0], [null, end])
})

test('processes that look at the same time do it once', async () => {
  const rounds = await Promise.all([round(), round(), round(), round()])
  assert.equal(
    rounds.reduce((sum, { closed }) => sum + closed, 0),
    2,
  )
  assert.deepEqual(await bounds(), closedOnce)
})

test('whoever comes while another changes partitions waits for its turn', async () => {
  const theirs = database.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(7245004)`
    await tx`select pg_sleep(0.6)`
  })
  await sleep(100)
  assert.equal((await round()).closed, 2)
  await theirs
})

test('a table that somebody is reading is left alone, and nobody waits behind', async () => {
  await database.sql.begin(async (tx) => {
    await tx`select from notes`
    await assert.rejects(round(), { code: '55P03' })
    await keep('meanwhile')
  })
  assert.deepEqual(await round(), { closed: 2, dropped: 0 })
  assert.deepEqual(await notes(), ['already there', 'meanwhile'])
})

test('what comes late is taken, and goes in its turn', async () => {
  const old = newId()
  await round()
  now += 60 * dayMs
  await round()
  await database.sql`insert into notes (id, note, is_needed) values (${old}, 'late', false)`
  await database.sql`insert into marks (note_id, number) values (${old}, 1)`
  now += 20 * dayMs
  await round()
  assert.deepEqual(await notes(), ['late'])
  const arrived = 'arrived_at'
  await database.sql.unsafe(
    `alter table notes add column arrived_at timestamptz default '${new Date(now).toISOString()}'`,
  )
  await keepByTime({ sql: database.sql, clock }, { ...kept, arrived })
  assert.deepEqual(await notes(), ['late'])
  now += 31 * dayMs
  await keepByTime({ sql: database.sql, clock }, { ...kept, arrived })
  assert.deepEqual(await notes(), [])
})

test('an id is unique whichever partition it would be in', async () => {
  await round()
  const [row] = await database.sql<{ id: string }[]>`select id from notes`
  const again = database.sql`insert into notes (id, note) values (${row?.id ?? ''}, 'twice')`
  await assert.rejects(again, { code: '23505' })
})

test('an end that a dead process left behind refuses one row at most, and that for a moment', async () => {
  await database.sql.unsafe(
    `alter table notes_open add constraint ends_before check (id < '${day('2020-01-01')}') not valid`,
  )
  await assert.rejects(keep('refused'), isPassingFault)
  await keep('let in')
  assert.deepEqual(await notes(), ['already there', 'let in'])
})
