import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRecords, readAllPages } from './csv-pages.ts'

test('records are counted, not lines', () => {
  assert.equal(countRecords(''), 0)
  assert.equal(countRecords('a,b\r\n1,2\r\n'), 2)
  assert.equal(countRecords('a,b\n1,"two\nlines, ""quoted"""\n3,4'), 3)
})

test('pages become one file with one head, and its rows are told as they come', async () => {
  const pages: Record<string, { text: string; next: string | null }> = {
    first: { text: 'a,b\r\n1,2\r\n3,4\r\n', next: 'second' },
    second: { text: 'a,b\r\n5,"6\n7"\r\n', next: 'third' },
    third: { text: 'a,b\r\n', next: null },
  }
  const told: number[] = []
  const file = await readAllPages(
    async (cursor) => pages[cursor ?? 'first'] ?? assert.fail(cursor),
    (rows) => told.push(rows),
  )
  assert.equal(file, 'a,b\r\n1,2\r\n3,4\r\n5,"6\n7"\r\n')
  assert.deepEqual(told, [2, 3, 3])
})

test('pages without a line at their end are not run together', async () => {
  const file = await readAllPages(
    async (cursor) => (cursor ? { text: 'a\n2', next: null } : { text: 'a\n1', next: 'more' }),
    () => {},
  )
  assert.equal(file, 'a\n1\r\n2')
})

test('a page that leads back to itself ends', async () => {
  let calls = 0
  await readAllPages(
    async () => ({ text: `a\n${++calls}\n`, next: 'same' }),
    () => {},
  )
  assert.equal(calls, 2)
})
