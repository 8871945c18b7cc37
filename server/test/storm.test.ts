import assert from 'node:assert/strict'
import { test } from 'node:test'
import { howMuch } from './how-thorough.ts'
import { tellProof } from './prove/tell-proof.ts'
import type { StormReport } from './storm/judge-storm.ts'
import { runStorm } from './storm/run-storm.ts'
import type { StormPlan } from './storm/storm-plan.ts'

// The same seed draws the same storm.
const plan: Omit<StormPlan, 'badOnes'> = {
  seed: process.env.STORM_SEED ?? 'malipo',
  ...howMuch({
    test: { events: 150, kills: 3, merchants: 20 },
    proveShort: { events: 1_000, kills: 6, merchants: 100 },
    prove: { events: 10_000, kills: 50, merchants: 100 },
  }),
}
const { seed, events, kills, merchants } = plan

let storm: StormReport

test('workers are killed while they deliver to receivers that fail and hang, and nothing is lost', async (context) => {
  storm = await runStorm({ ...plan, badOnes: 'present' })
  const { lost, calls, doubled } = storm
  tellProof(context, `seed ${seed}, ${events} events, ${kills} kills, ${merchants} merchants`)
  tellProof(context, `${lost} lost, ${doubled} accepted twice, ${calls} calls`)
  assert.deepEqual([storm.announced, storm.accepted], [events, events])
  assert.ok(calls > events, 'the failing ones were tried more than once')
  assertSound(storm)
})

/** Storms that are shorter measure little more than how busy the machine is. */
const mostSlower = howMuch({ test: null, proveShort: null, prove: 1.2 })

if (mostSlower !== null) {
  test(`because of the bad ones, the healthy wait ${mostSlower} times as long at most`, async (context) => {
    const calm = await runStorm({ ...plan, badOnes: 'absent' })
    assertSound(calm)
    const slower = storm.healthyP99Ms / calm.healthyP99Ms
    tellProof(context, `p99 of healthy merchants with the bad ones / without: ${slower.toFixed(2)}`)
    assert.ok(slower <= mostSlower, String(slower))
  })
}

function assertSound({ lost, otherBytes, badSignatures, undelivered, brokenChecks }: StormReport): void {
  assert.deepEqual(
    { lost, otherBytes, badSignatures, undelivered, brokenChecks },
    { lost: 0, otherBytes: 0, badSignatures: 0, undelivered: 0, brokenChecks: [] },
  )
}
