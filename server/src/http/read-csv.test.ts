import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeCsv, rowsFromCsv } from './read-csv.ts'

const read = (text: string) => rowsFromCsv(decodeCsv(Buffer.from(text)).csv, 10).map((row) => ({ ...row }))
const plain = [
  { a: '1', b: '2' },
  { a: '3', b: '4' },
]

test('lines are rows by the names of the first line, however a spreadsheet writes them', () => {
  for (const text of [
    'a,b\n1,2\n3,4',
    'a,b\r\n1,2\r\n3,4\r\n',
    '\uFEFFa,b\r\n1,2\r\n3,4\r\n\r\n\r\n',
    'A ; B\r\n1;2\r\n3;4\r\n;\r\n',
    'sep=;\r\na;b\r\n1;2\r\n3;4',
    'a\tb\n1\t2\n3\t4\n',
    '"a","b"\n"1","2"\n"3","4",,,\n',
    'a,b\r1,2\r3,4',
  ]) {
    assert.deepEqual(read(text), plain, JSON.stringify(text))
  }
})

test('in quotes everything is text', () => {
  assert.deepEqual(read('name,note\n"Asha, ""the baker""","two\r\nlines"\n'), [
    { name: 'Asha, "the baker"', note: 'two\r\nlines' },
  ])
})

test('empty cells are not there, and cells beyond the columns have a name that nobody knows', () => {
  assert.deepEqual(read('a,b,c\n1,,3,4\n,,\n5\n'), [{ a: '1', c: '3', column_4: '4' }, { a: '5' }])
})

test('a column of metadata is one pair of it, whatever it is called', () => {
  assert.deepEqual(read('a,metadata.order_id,metadata.__proto__\n1,A-17,x\n2,,\n'), [
    { a: '1', metadata: JSON.parse('{"order_id":"A-17","__proto__":"x"}') },
    { a: '2' },
  ])
})

test('no more is read than tells that there are too many', () => {
  assert.equal(rowsFromCsv(`a\n${'1\n'.repeat(50)}`, 10).length, 11)
})

const manyColumns = (count: number, name: string) =>
  `${Array.from({ length: count }, (_, at) => `${name}${at}`).join(',')}\n${Array(count).fill('x').join(',')}`

test('as many columns as a short file can hold are refused before a row is read by them', () => {
  // Each of these would take the better part of an hour if columns were compared with columns, or pairs copied for each other.
  for (const csv of [manyColumns(250_000, 'c'), manyColumns(100_000, 'metadata.')])
    assert.throws(() => rowsFromCsv(csv, 10), { code: 'invalid_json' })
  const [wide = {}] = read(`a\n${'x,'.repeat(900_000)}`)
  assert.equal(Object.keys(wide).length, 11)
  assert.equal(Object.keys(read(manyColumns(100, 'metadata.'))[0]?.metadata as object).length, 100)
})

test('what is no CSV is refused in words', () => {
  const refused = (text: string | Buffer, words: RegExp) =>
    assert.throws(() => rowsFromCsv(decodeCsv(Buffer.from(text as string)).csv, 10), words)
  refused('', /empty/)
  refused('\n\n', /empty/)
  refused('a,b\n"1,2\n', /never closed/)
  refused('a,b\n"1"x,2\n', /follows a closing quote in line 2/)
  refused('a,b\n1,\0\n', /NUL/)
  refused(manyColumns(101, 'c'), /101 columns, and 100 are the most/)
  refused(Buffer.from('a,b\n\xe9,1\n', 'latin1'), /not UTF-8/)
  assert.throws(() => read('a,b,A\n1,2,3'), { code: 'validation_error' })
})
