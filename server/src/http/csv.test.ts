import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvFrom, prefersCsv } from './csv.ts'

test('rows stand under the names of their columns, in the order of the columns', () => {
  assert.equal(csvFrom(['a', 'b'], [{ b: 2, a: 1 }, { a: null }]), 'a,b\r\n1,2\r\n,\r\n')
  assert.equal(csvFrom(['a', 'b'], []), 'a,b\r\n')
})

test('commas, quotes and line ends stay within their cell', () => {
  assert.equal(csvFrom(['a'], [{ a: 'x,y' }]), 'a\r\n"x,y"\r\n')
  assert.equal(csvFrom(['a'], [{ a: 'say "yes"' }]), 'a\r\n"say ""yes"""\r\n')
  assert.equal(csvFrom(['a'], [{ a: 'one\ntwo' }]), 'a\r\n"one\ntwo"\r\n')
  assert.equal(csvFrom(['a'], [{ a: { b: 1 } }]), 'a\r\n"{""b"":1}"\r\n')
})

test('no cell is a formula, and numbers stay numbers', () => {
  for (const start of ['=', '+', '-', '@', '\t']) {
    assert.equal(csvFrom(['a'], [{ a: `${start}SUM(A1)` }]), `a\r\n'${start}SUM(A1)\r\n`)
  }
  assert.equal(csvFrom(['a'], [{ a: '\rx' }]), `a\r\n"'\rx"\r\n`)
  assert.equal(csvFrom(['a'], [{ a: '=1,2' }]), `a\r\n"'=1,2"\r\n`)
  assert.equal(csvFrom(['a'], [{ a: '-12.50' }, { a: -3 }]), 'a\r\n-12.50\r\n-3\r\n')
  assert.equal(csvFrom(['a'], [{ a: '-1+2' }]), `a\r\n'-1+2\r\n`)
})

test('CSV is for those who would rather have it', () => {
  for (const accept of [
    'text/csv',
    'TEXT/CSV; charset=utf-8',
    'text/csv, */*',
    'text/csv, application/json',
    'text/csv, application/json;q=0.9',
    'text/*',
  ]) {
    assert.equal(prefersCsv(accept), true, accept)
  }
  for (const accept of [
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, text/csv',
    'text/csv;q=0.5, application/json',
    'text/csv;q=0',
    'text/csv;q=0, text/*',
    'text/html, */*;q=0.8',
    'image/png',
    'text/csv;q=much',
  ]) {
    assert.equal(prefersCsv(accept), false, accept)
  }
})
