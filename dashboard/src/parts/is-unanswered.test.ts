import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnanswered } from './is-unanswered.ts'

const asked = { status: 'processing', method: 'USSD_PUSH', updated_at: '2026-05-05T11:00:00.000Z' }
const later = (s: number) => Date.parse(asked.updated_at) + s * 1000

test('a prompt without an answer is unknown after two minutes, and nothing else is', () => {
  assert.equal(isUnanswered(asked, later(119)), false)
  assert.equal(isUnanswered(asked, later(121)), true)
  assert.equal(isUnanswered({ ...asked, method: 'DYNAMIC_QR' }, later(121)), false)
  assert.equal(isUnanswered({ ...asked, status: 'failed' }, later(121)), false)
})
