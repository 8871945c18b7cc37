import type { World } from '../../server/src/world/world.ts'
import { type Costs, costsBetween, perPiece, readCosts } from './costs.ts'
import { quantiles } from './load.ts'
import { rounds, seconds, show } from './measure.ts'

export type Contender = {
  /** How many do it side by side. */
  atOnce: number
  /** Answers how much it did. */
  work(): Promise<number>
  /** Where it is known what each costs. */
  world?: World
}

type Round = { perSecond: number; timesMs: number[]; costs?: Costs }

/** Each in turn, so that a noisy neighbour disturbs all alike; the best round of each counts, and is shown by its name. */
export async function inTurns(
  contenders: Record<string, Contender>,
  names: Record<string, string>,
): Promise<Map<string, number>> {
  const best = new Map<string, Round>()
  for (const contender of Object.values(contenders)) await play(contender, 1)
  for (let round = 1; round <= rounds; round += 1) {
    for (const [key, contender] of Object.entries(contenders)) {
      const result = await play(contender, seconds)
      if (result.perSecond > (best.get(key)?.perSecond ?? 0)) best.set(key, result)
    }
  }
  for (const [key, { perSecond, timesMs, costs }] of best)
    show(names[key] ?? key, perSecond, quantiles(timesMs), costs)
  return new Map([...best].map(([key, { perSecond }]) => [key, perSecond]))
}

async function play({ atOnce, work, world }: Contender, forSeconds: number): Promise<Round> {
  const before = world && (await readCosts(world))
  const timesMs: number[] = []
  let done = 0
  const begin = performance.now()
  const end = begin + forSeconds * 1000
  const worker = async () => {
    while (performance.now() < end) {
      const started = performance.now()
      const more = await work()
      done += more
      timesMs.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const perSecond = done / ((performance.now() - begin) / 1000)
  if (world === undefined || before === undefined) return { perSecond, timesMs }
  return { perSecond, timesMs, costs: perPiece(costsBetween(before, await readCosts(world)), done) }
}
