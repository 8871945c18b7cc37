import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeText, readRows } from './judge-rows.ts'

const fileOf = (...parts: BlobPart[]) => new File(parts, 'salaries.csv')

test('a file of text is read, with its letters as they are', async () => {
  assert.deepEqual(await readRows(fileOf('reference,amount\n1,Zuhura Mchéle')), {
    text: 'reference,amount\n1,Zuhura Mchéle',
  })
})

test('what is no text that the service would read is told before it is sent', async () => {
  assert.deepEqual(await readRows(null), { wrong: 'none' })
  assert.deepEqual(await readRows(fileOf(' \r\n ')), { wrong: 'empty' })
  assert.deepEqual(await readRows(fileOf('PK\u0003\u0004 xl/workbook.xml')), { wrong: 'spreadsheet' })
  assert.deepEqual(await readRows(fileOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))), { wrong: 'spreadsheet' })
  assert.deepEqual(await readRows(fileOf(new Uint8Array([0x4d, 0x63, 0x68, 0xe9, 0x6c, 0x65]))), {
    wrong: 'utf8',
  })
  assert.deepEqual(await readRows(fileOf(new Uint8Array(2 * 1024 * 1024 + 1).fill(65))), { wrong: 'size' })
})

test('what is pasted is measured in bytes, as the service does', () => {
  assert.equal(judgeText('é'.repeat(1024 * 1024)), undefined)
  assert.equal(judgeText('é'.repeat(1024 * 1024 + 1)), 'size')
})
