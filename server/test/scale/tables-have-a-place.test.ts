import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { type Catalogued, readCatalogue } from './read-catalogue.ts'

let database: TestDatabase
let tables: Map<string, Catalogued>
let page = ''
before(async () => {
  database = await createTestDatabase()
  tables = await readCatalogue(database.sql)
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

const places = [
  'By merchant, as it stands',
  'By merchant, after a change',
  'By the merchant of what they belong to',
  'Copied to every node',
  'In one place',
]

test('the page gives every table one place', () => {
  const all = places.flatMap((place) => [...named(place).keys()])
  assert.deepEqual(all.toSorted(), [...tables.keys()].toSorted())
})

test('what can be spread as it stands has the merchant in every unique key, and refers to nothing else that is spread', () => {
  const [standing = new Map(), changing = new Map(), belonging = new Map()] = places.map(named)
  const spread = new Set([...standing.keys(), ...changing.keys(), ...belonging.keys()])
  for (const name of standing.keys()) {
    const table = tables.get(name)
    assert.equal(table?.merchant, 'always', name)
    assert.deepEqual(table?.keysWithoutMerchant, [], name)
    assert.deepEqual(
      table?.refersTo.filter((other) => spread.has(other)),
      [],
      name,
    )
  }
})

test('what needs a change is told with each key that lacks the merchant', () => {
  for (const [name, beside] of named('By merchant, after a change')) {
    const keys = tables.get(name)?.keysWithoutMerchant.map((key) => `\`${key.join(', ')}\``)
    assert.equal(beside, keys?.toSorted().join(' '), name)
    assert.equal(tables.get(name)?.merchant, 'always', name)
  }
})

test('what belongs to something that is spread has no merchant of its own, and is told with what it belongs to', () => {
  const [standing = new Map(), changing = new Map(), belonging = new Map()] = places.map(named)
  for (const [name, beside] of belonging) {
    const [, parent = ''] = /^`(\w+)`/.exec(beside) ?? []
    assert.ok(
      standing.has(parent) || changing.has(parent) || belonging.has(parent),
      `${name} belongs to ${parent}`,
    )
    assert.equal(tables.get(name)?.merchant, 'never', name)
  }
})
