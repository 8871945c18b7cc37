import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runStorm } from './storm/run-storm.ts'

// A small one each time; `npm run storm` is the large one, and measures.
test('workers are killed while they deliver to receivers that fail and hang, and nothing is lost', async () => {
  const plan = { seed: 'small', events: 400, kills: 4, merchants: 20, badOnes: 'present' } as const
  const { announced, accepted, calls, ...faults } = await runStorm(plan)
  const { doubled: _price, healthyP50Ms: _p50, healthyP99Ms: _p99, ...mustBeNone } = faults
  assert.deepEqual([announced, accepted], [400, 400])
  assert.ok(calls > announced, 'the failing ones were tried more than once')
  assert.deepEqual(mustBeNone, {
    lost: 0,
    otherBytes: 0,
    badSignatures: 0,
    undelivered: 0,
    brokenChecks: [],
  })
})
