import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { findOffences, type Offence } from '../../src/database/spread/find-offences.ts'
import { type Place, places } from '../../src/database/spread/places.ts'
import { readTables, type TableFacts } from '../../src/database/spread/read-tables.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { leftAfterSpreading } from './left-after-spreading.ts'

let database: TestDatabase
let tables: TableFacts[]
let page = ''
before(async () => {
  database = await createTestDatabase()
  tables = await readTables(database.sql)
  page = await readFile(new URL('../../../docs/scale.md', import.meta.url), 'utf8')
})
after(() => database.drop())

/** The names in the tables of a part of the page, each with what stands beside it. */
function named(heading: string): Map<string, string> {
  const [, part = ''] = page.split(`### ${heading}\n`)
  const rows = part.split(/^##/m)[0]?.match(/^\| `.*$/gm) ?? []
  return new Map(
    rows.flatMap((row) => {
      const [, names = '', beside = ''] = row.split('|')
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, beside.trim()] as const)
    }),
  )
}

const headings = {
  asItStands: 'By merchant, as it stands',
  afterWidening: 'By merchant, with wider keys',
  belonging: 'By the merchant of what they belong to',
  copied: 'Copied to every node',
  local: 'In one place',
}

function headingOf(place: Place, offences: Offence[]): string {
  if (place.kind !== 'spread') return headings[place.kind]
  if (place.from) return headings.belonging
  return offences.length === 0 ? headings.asItStands : headings.afterWidening
}

test('every table has its place', () => {
  const missing = findOffences(tables).filter(({ rule }) => rule === 'place')
  assert.deepEqual(
    missing.map(({ told }) => told),
    [],
  )
  const gone = Object.keys(places).filter((name) => !tables.some((table) => table.name === name))
  assert.deepEqual(gone, [], 'places.ts names tables that are not there')
})

test('the page tells the place of every table, and which of its keys lack the merchant today', () => {
  for (const heading of Object.values(headings)) {
    const expected = tables.filter(({ name }) => {
      const offences = findOffences(tables).filter(({ table, rule }) => table === name && rule !== 'trigger')
      return places[name] && headingOf(places[name], offences) === heading
    })
    const told = named(heading)
    assert.deepEqual(
      [...told.keys()].toSorted(),
      expected.map(({ name }) => name),
      `docs/scale.md, ${heading}`,
    )
    for (const table of expected) assert.equal(told.get(table.name), besideOf(table, told), table.name)
  }
})

/** What stands beside a name, where the catalogue knows it. */
function besideOf({ name, keys }: TableFacts, told: Map<string, string>): string | undefined {
  const place = places[name]
  if (place?.kind !== 'spread') return told.get(name)
  if (place.from) return `\`${place.from.table}\``
  return keys
    .filter(({ columns }) => !columns.includes(place.by))
    .map(({ columns }) => `\`${columns.join(', ')}\``)
    .toSorted()
    .join(' ')
}

test('what one command does not mend is told with its reason', () => {
  for (const [what, why] of Object.entries(leftAfterSpreading)) {
    assert.ok(page.includes(`\`${what}\``), `docs/scale.md does not tell of ${what}`)
    assert.ok(why.length > 20, what)
  }
})

test('of what grows for ever the page tells which keys hold in a part alone', () => {
  const [, part = ''] = page.split('## What is kept for ever\n')
  const rows = [...part.matchAll(/^\| `(\w+)` \| `(\w+)` \| ?(.*?) ?\|$/gm)]
  assert.ok(rows.length >= 8)
  for (const [, name = '', by = '', ofAPart] of rows) {
    const keys = tables.find((table) => table.name === name)?.keys ?? assert.fail(name)
    const lacking = keys.filter(({ columns }) => !columns.includes(by))
    const expected = lacking.map(({ columns }) => `\`${columns.join(', ')}\``).toSorted()
    assert.equal(ofAPart, expected.join(' '), name)
  }
})
