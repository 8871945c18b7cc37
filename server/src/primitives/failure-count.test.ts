import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countFailures } from './failure-count.ts'

function counting() {
  let nowMs = 1_763_000_000_000
  const count = countFailures({ now: () => new Date(nowMs) }, { most: 3, windowMs: 60_000 })
  const fail = (name: string, times: number) => {
    for (let round = 0; round < times; round += 1) count.failed(name)
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { count, fail, pass }
}

test('another try is allowed until the failures are used up, and then after the rest of the window', () => {
  const { count, fail, pass } = counting()
  fail('asha', 2)
  assert.equal(count.waitSeconds('asha'), 0)
  pass(20_000)
  fail('asha', 1)
  assert.equal(count.waitSeconds('asha'), 40)
  pass(39_999)
  assert.equal(count.waitSeconds('asha'), 1)
  pass(1)
  assert.equal(count.waitSeconds('asha'), 0)
  fail('asha', 2)
  assert.equal(count.waitSeconds('asha'), 0)
})

test('a success forgets the failures before it', () => {
  const { count, fail } = counting()
  fail('asha', 2)
  count.succeeded('asha')
  fail('asha', 2)
  assert.equal(count.waitSeconds('asha'), 0)
})

test('each name is counted for itself', () => {
  const { count, fail } = counting()
  fail('asha', 3)
  assert.equal(count.waitSeconds('juma'), 0)
})

test('a flood of names does not free somebody who has just failed again', () => {
  const { count, fail } = counting()
  fail('asha', 3)
  for (let round = 0; round < 49_990; round += 1) count.failed(`flood ${round}`)
  fail('asha', 1)
  for (let round = 0; round < 49_990; round += 1) count.failed(`more ${round}`)
  assert.ok(count.waitSeconds('asha') > 0)
})
