import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusals } from '@malipo/contract'
import { refusalWords } from './refusal-words.ts'

test('what agents are told of each error is what the interface says', () => {
  assert.deepEqual(refusalWords, refusals)
})
