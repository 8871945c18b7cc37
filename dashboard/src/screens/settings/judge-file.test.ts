import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostDocumentBytes } from '@malipo/contract'
import { formatSize, judgeFile, mostBytes } from './judge-file.ts'

const file = (name: string, size: number, type: string) => ({ name, size, type })

test('what is wrong with a file is told before it is sent', () => {
  assert.equal(mostBytes, mostDocumentBytes)
  for (const [one, wrong] of [
    [null, 'none'],
    [file('', 0, 'application/octet-stream'), 'none'],
    [file('tin.pdf', 0, 'application/pdf'), 'empty'],
    [file('tin.pdf', mostBytes + 1, 'application/pdf'), 'size'],
    [file('tin.html', 5, 'text/html'), 'type'],
    [file('tin.svg', 5, 'image/svg+xml'), 'type'],
    [file('tin.pdf', mostBytes, 'application/pdf'), undefined],
    [file('tin.JPG', 5, 'image/jpeg'), undefined],
    [file('tin.png', 5, 'image/png'), undefined],
  ] as const)
    assert.equal(judgeFile(one), wrong, JSON.stringify(one))
})

test('sizes are told as people tell them', () => {
  assert.deepEqual([1, 1024 * 240, 1024 * 1024 * 2.1].map(formatSize), ['1 KB', '240 KB', '2.1 MB'])
})
