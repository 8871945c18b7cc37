import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { inColumns, namesOf } from './in-columns.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

const types = {
  id: 'uuid',
  text: 'text',
  yes: 'boolean',
  large: 'bigint',
  small: 'smallint',
  day: 'date',
  at: 'timestamptz',
  bytes: 'bytea',
} as const

const nothing = {
  id: null,
  text: null,
  yes: null,
  large: null,
  small: null,
  day: null,
  at: null,
  bytes: null,
}

const oddTexts = [
  '',
  'NULL',
  'null',
  ' ',
  '{}',
  '{a,b}',
  'a,b',
  '"',
  '\\',
  '\\"',
  '"\\',
  '\\x41',
  "'; drop table merchants; --",
  'two\nlines\tand a tab\r',
  'Asha — Mwanaïsha 🏪',
  '\u001e\u0001',
]

test('whatever a text holds comes back as it was', async () => {
  const rows = oddTexts.map((text) => ({ ...nothing, text }))
  const found = await database.sql`select text from ${inColumns('r', rows, types)}`
  assert.deepEqual(
    found.map(({ text }) => text),
    oddTexts,
  )
})

test('each kind of value comes back, and so does nothing', async () => {
  const row = {
    id: '01a1dd0e-ae98-74d0-b84c-d3ed98fa45f1',
    text: 'a',
    yes: false,
    large: -9_007_199_254_740_993n,
    small: 7,
    day: '2026-02-28',
    at: new Date('2026-02-28T21:00:00.123Z'),
    bytes: Buffer.from([0, 34, 92, 255]),
  }
  const found = await database.sql`
    select id, text, yes, large, small, day::text, at, bytes from ${inColumns('r', [row, nothing], types)}`
  assert.deepEqual(
    found.map((one) => ({ ...one })),
    [row, nothing],
  )
})

test('without rows it is an empty table', async () => {
  assert.equal(
    (await database.sql`select from ${inColumns<Partial<typeof nothing>>('r', [], types)}`).count,
    0,
  )
})

test('its columns are named in the order in which they travel', async () => {
  const row = { b: 2, a: 'one' }
  const named = { b: 'integer', a: 'text' } as const
  const [found] = await database.sql`select ${namesOf(named)} from ${inColumns('r', [row], named)}`
  assert.deepEqual(Object.entries(found ?? {}), [
    ['b', 2],
    ['a', 'one'],
  ])
})

test('JSON comes back byte by byte, and what is none is refused', async () => {
  const texts = ['{"a":"\\"\\\\,{}\\u001e"}', null, '""', 'null', '{"b":"🏪"}']
  const send = (given: (string | null)[]) =>
    database.sql`select n, body from ${inColumns(
      'r',
      given.map((body, n) => ({ n, body })),
      { n: 'integer', body: 'json' },
    )}`
  const found = await send(texts)
  assert.deepEqual(
    found.map(({ n, body }) => [n, body]),
    texts.map((body, n) => [n, body]),
  )
  for (const odd of ['a\u001eb', '\u001f']) assert.throws(() => send(['{}', odd]), /is none/)
})
