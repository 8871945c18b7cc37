import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { textSigner } from './sign-text.ts'

test('a text is signed as Node signs it, whatever the lengths of key and text', () => {
  for (const length of [0, 1, 24, 32, 63, 64, 65, 200]) {
    const key = randomBytes(length)
    const sign = textSigner(key)
    for (const text of ['', 'Lipa', 'Habari ñ 😀 \ud83d', 'x'.repeat(64), randomBytes(5_000).toString('hex')])
      assert.equal(sign(text), createHmac('sha256', key).update(text).digest('base64'))
  }
})
