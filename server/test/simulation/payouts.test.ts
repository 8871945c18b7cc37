import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unseen } from './payouts/coverage.ts'
import { plants } from './payouts/plants.ts'
import { PayoutFault, type Ran, runSeed } from './payouts/run-seed.ts'

const { PAYOUT_SEED: onlySeed, PAYOUT_SEEDS: seedCount, PAYOUT_STEPS: stepCount } = process.env
const steps = Number(stepCount ?? 500)
const seeds =
  onlySeed === undefined
    ? Array.from({ length: Number(seedCount ?? 10) }, (_, at) => String(at + 1))
    : [onlySeed]

const seedsAtOnce = 4
/** Fewer than in an ordinary run need not see everything. */
const isOrdinary = seeds.length >= 10 && steps >= 500

describe('whatever happens to withdrawals, each is paid at most once', { concurrency: seedsAtOnce }, () => {
  const played: Promise<Ran>[] = []

  for (const [position, seed] of seeds.entries()) {
    test(`seed ${seed}: after each of ${steps} steps, and at the end`, async () => {
      played[position] = runSeed({ seed, steps })
      await played[position]
    })
  }

  test('the same seed tells the same story', async () => {
    const [seed = '1'] = seeds
    assert.equal((await runSeed({ seed, steps })).hash, (await played[0])?.hash)
  })

  for (const { title, told, plant } of onlySeed === undefined ? plants : []) {
    test(`finds ${title}`, async () => {
      await assert.rejects(runSeed({ seed: '1', steps: 500, plant }), (error) => {
        assert.ok(error instanceof PayoutFault, String(error))
        assert.match(error.message, told)
        return true
      })
    })
  }

  test('all that is meant to happen does happen', async () => {
    const tally = new Map<string, number>()
    for (const ran of await Promise.allSettled(played)) {
      if (ran.status === 'rejected') continue
      for (const [what, times] of ran.value.tally) tally.set(what, (tally.get(what) ?? 0) + times)
    }
    if (isOrdinary) assert.deepEqual(unseen(tally), [])
  })
})
