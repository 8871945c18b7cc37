import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLastFour } from './last-four.ts'

test('an approver types the end of the account, in whatever way it is written', () => {
  assert.ok(isLastFour('7700', '015288347700'))
  assert.ok(isLastFour(' 77 00 ', '0152-8834-7700'))
  assert.ok(isLastFour('ab1x', 'TZ-99AB1X'))
})

test('less, more or something else is not the end of it', () => {
  assert.ok(!isLastFour('700', '015288347700'))
  assert.ok(!isLastFour('47700', '015288347700'))
  assert.ok(!isLastFour('0770', '015288347700'))
  assert.ok(!isLastFour('', ''))
})
