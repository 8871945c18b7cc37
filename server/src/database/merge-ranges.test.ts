import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { countRanges, type KindColumn, kindsTogether, mergeRanges } from './merge-ranges.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  await database.sql.unsafe(`
    create table parcels (id uuid primary key, size text not null, colour text);
    insert into parcels select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
      (array['S', 'M', 'L'])[n % 3 + 1], (array['red', 'blue', null, 'green'])[n % 4 + 1]
    from generate_series(0, 239) as n`)
})
after(() => database.drop())

const sizes = ['S', 'M', 'L']
const colours = ['red', 'blue', 'green', null]

function columnsFor(size?: string, colour?: string): KindColumn[] {
  const { sql } = database
  return [
    { column: sql`size`, wanted: size, all: sizes },
    { column: sql`colour`, wanted: colour, all: colours },
  ]
}

function rangesFor(size?: string, colour?: string) {
  const { sql } = database
  return kindsTogether(
    sql,
    columnsFor(size, colour),
    (range) => sql`select * from parcels where true ${range}`,
  )
}

test('kinds that are asked together are those that each would be, in order, up to as many as are wanted', async () => {
  const { sql } = database
  for (const size of [undefined, ...sizes]) {
    for (const colour of [undefined, 'red', 'green']) {
      for (const isRising of [false, true]) {
        const merged = mergeRanges(sql, rangesFor(size, colour), { column: sql`id`, isRising, most: 9 })
        const found = await sql<
          { id: string }[]
        >`select id from ${merged} as list order by id ${isRising ? sql`asc` : sql`desc`}`
        const expected = await sql<{ id: string }[]>`
          select id from parcels where (${size ?? null}::text is null or size = ${size ?? null})
            and (${colour ?? null}::text is null or colour = ${colour ?? null})
          order by id ${isRising ? sql`asc` : sql`desc`} limit 9`
        assert.deepEqual([...found], [...expected], `${size} ${colour}`)
      }
    }
  }
})

test('they are counted together, the colourless among them, and no further than is wanted', async () => {
  const { sql } = database
  const count = async (size: string | undefined, colour: string | undefined, most: number) => {
    const [counted] = await sql<{ total: number }[]>`${countRanges(sql, rangesFor(size, colour), most)}`
    return counted?.total
  }
  assert.deepEqual(
    [
      await count(undefined, undefined, 1_000),
      await count('S', undefined, 1_000),
      await count('S', 'red', 1_000),
    ],
    [240, 80, 20],
  )
  assert.equal(await count(undefined, undefined, 100), 100)
})

test('however many kinds there are, the words of a query are said once, and once more where a column may be null', () => {
  assert.equal(rangesFor().length, 2)
  assert.equal(rangesFor('S').length, 2)
  assert.equal(rangesFor(undefined, 'red').length, 1)
  assert.equal(rangesFor('S', 'red').length, 1)
})

type Plan = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] }

/** By whatever scan. */
function rowsRead({
  'Node Type': type,
  'Actual Rows': rows,
  'Actual Loops': loops,
  Plans = [],
}: Plan): number {
  return (type.includes('Scan') ? rows * loops : 0) + Plans.reduce((sum, plan) => sum + rowsRead(plan), 0)
}

test('a page reads what it shows of each kind, and one far back what lies before it of all, or of those without a colour', async () => {
  const { sql } = database
  await sql.unsafe(`
    create index parcels_by_kind on parcels (size, colour, id);
    insert into parcels select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
      (array['S', 'M', 'L'])[n % 3 + 1], (array['red', 'blue', null, 'green'])[n % 4 + 1]
    from generate_series(240, 36239) as n;
    analyze parcels`)
  for (const most of [26, 2_500]) {
    const merged = mergeRanges(sql, rangesFor(), { column: sql`id`, most })
    const rows = await sql<
      { id: string; size: string }[]
    >`select id, size from ${merged} as list order by id desc`
    assert.equal(rows.length, most)
    const [explained] = await sql<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>`
      explain (analyze, format json) select * from ${merged} as list`
    const read = rowsRead(explained?.['QUERY PLAN'][0].Plan as Plan)
    // Three sizes without a colour are three ranges, each of which is read as far as if the others had nothing.
    const expected = most < 1_000 ? 12 * most : (1 + 3) * most
    assert.ok(read <= expected + 20, `${read} rows were read for ${most}`)
  }
})
