import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { unseen } from './collections/coverage.ts'
import { plants } from './collections/plants.ts'
import type { Ran } from './collections/run-seed.ts'
import { type SeedWorkers, startSeedWorkers } from './kernel/seed-workers.ts'

const { SIMULATION_SEED: onlySeed, SIMULATION_SEEDS: seedCount, SIMULATION_STEPS: stepCount } = process.env
const steps = Number(stepCount ?? 2_000)
const seeds =
  onlySeed === undefined
    ? Array.from({ length: Number(seedCount ?? 20) }, (_, at) => String(at + 1))
    : [onlySeed]

/** Each seed waits for its database most of the time, so that two share a thread. */
const threads = 2
const seedsAtOnce = 4

/** Long enough that each planted bug has had many occasions to show. */
const plantedSteps = 2_000

/** Fewer seeds than in an ordinary run need not see everything. */
const enoughSeeds = 20

describe('whatever happens to collections, the books hold', { concurrency: seedsAtOnce }, () => {
  let workers: SeedWorkers
  const played: Promise<Ran>[] = []
  before(async () => {
    workers = await startSeedWorkers(threads)
  })
  after(() => workers.end())

  async function play(seed: string): Promise<Ran> {
    const { ran, fault } = await workers.play({ seed, steps, planted: null })
    if (ran === null) assert.fail(fault ?? 'The seed was not played.')
    return ran
  }

  for (const [position, seed] of seeds.entries()) {
    test(`seed ${seed}: after each of ${steps} steps, and at the end`, async () => {
      played[position] = play(seed)
      await played[position]
    })
  }

  test('the same seed tells the same story', async () => {
    const [seed = '1'] = seeds
    assert.equal((await play(seed)).hash, (await played[0])?.hash)
  })

  for (const { title, told } of onlySeed === undefined ? plants : []) {
    test(`finds ${title}`, async () => {
      const { fault } = await workers.play({ seed: '1', steps: plantedSteps, planted: title })
      assert.match(fault ?? 'nothing was found', told)
    })
  }

  const skip = seeds.length < enoughSeeds && 'too few seeds'
  test('all that is meant to happen does happen', { skip }, async () => {
    const tally = new Map<string, number>()
    for (const ran of await Promise.allSettled(played)) {
      if (ran.status === 'rejected') continue
      for (const [what, times] of ran.value.tally) tally.set(what, (tally.get(what) ?? 0) + times)
    }
    assert.deepEqual(unseen(tally), [])
  })
})
