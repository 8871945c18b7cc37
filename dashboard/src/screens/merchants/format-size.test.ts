import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatSize } from './format-size.ts'

test('a size is told in the unit that people would choose', () => {
  assert.deepEqual([900, 2048, 5 * 1024 * 1024].map(formatSize), ['900\u00a0B', '2\u00a0KB', '5.0\u00a0MB'])
})
