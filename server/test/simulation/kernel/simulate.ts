import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { howMuch, thoroughly } from '../../how-thorough.ts'
import { tellProof } from '../../prove/tell-proof.ts'
import type { Playable, Room, Seams } from './room.ts'
import type { Ran } from './run-seed.ts'
import { type SeedWorkers, startSeedWorkers } from './seed-workers.ts'

const { SIMULATION_SEED: onlySeed, SIMULATION_SEEDS: seedCount, SIMULATION_STEPS: stepCount } = process.env

/** Each seed waits for its database most of the time, so that two share a thread. */
const threads = 2
const seedsAtOnce = 4

/** Plays a room's seeds, one of them twice, and its planted bugs; in a proof, all must have happened that can. */
export function simulate<Own extends Playable, OwnSeams extends Seams>(
  room: Room<Own, OwnSeams>,
  file: string,
): void {
  const size = howMuch(room.size)
  const steps = Number(stepCount ?? size.steps)
  const count = Number(seedCount ?? size.seeds)
  const seeds = onlySeed === undefined ? Array.from({ length: count }, (_, at) => String(at + 1)) : [onlySeed]

  describe(room.promise, { concurrency: seedsAtOnce }, () => {
    let workers: SeedWorkers
    const played: Promise<Ran>[] = []
    before(async () => {
      workers = await startSeedWorkers(threads)
    })
    after(() => workers.end())

    async function play(seed: string): Promise<Ran> {
      const { ran, fault } = await workers.play({ file, seed, steps, planted: null })
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
    if (onlySeed !== undefined) return
    // One shows in `npm test` that the judges see; the proof has them all.
    for (const { broken, judges, told } of thoroughly ? room.plants : room.plants.slice(0, 1)) {
      test(`finds ${broken}`, async () => {
        const { fault } = await workers.play({ file, seed: '1', steps: room.plantedSteps, planted: broken })
        assert.match(fault ?? 'nothing was found', told)
        assert.match(fault ?? '', new RegExp(`^(seed.*?: |  )(${judges.join('|')}): `, 'm'))
      })
    }
    if (!thoroughly) return
    test('all that is meant to happen does happen', async (context) => {
      const tally = sumOf(await Promise.allSettled(played))
      tellProof(
        context,
        `seeds 1 to ${seeds.length}, ${steps} steps each, ${room.plants.length} planted bugs`,
      )
      assert.deepEqual(
        room.expected().filter((what) => !tally.has(what)),
        [],
      )
    })
  })
}

function sumOf(all: PromiseSettledResult<Ran>[]): Map<string, number> {
  const tally = new Map<string, number>()
  for (const ran of all) {
    if (ran.status === 'rejected') continue
    for (const [what, times] of ran.value.tally) tally.set(what, (tally.get(what) ?? 0) + times)
  }
  return tally
}
