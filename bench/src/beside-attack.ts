import { quantiles } from './load.ts'
import { promise, seconds } from './measure.ts'

/** Five, so that the median has two on each side. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)

export type Beside = {
  what: string
  /** Lives for so long, and tells how many milliseconds each thing took that somebody waited for. */
  victim(forSeconds: number): Promise<number[]>
  /** Begins, and answers how to end it. */
  attack(): Promise<() => Promise<void>>
}

/** What others feel of an attack: their p99 with it over that without, in turns; the median of the rounds counts. */
export async function besideAttack({ what, victim, attack }: Beside): Promise<boolean> {
  const ratios: number[] = []
  await victim(1)
  for (let round = 1; round <= rounds; round += 1) {
    const calm = quantiles(await victim(seconds))
    const end = await attack()
    const attacked = quantiles(await victim(seconds).finally(end))
    ratios.push(attacked.p99Ms / calm.p99Ms)
    console.log(
      `  ${what}, round ${round}: p99 ${calm.p99Ms.toFixed(1)} ms, under attack ${attacked.p99Ms.toFixed(1)} ms`,
    )
  }
  const median = ratios.toSorted((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? Number.NaN
  return promise(`${what}: p99 under attack / without, median`, median, { atMost: 2 })
}

/** Does something again and again, by so many at once, for so long; answers how long each took. */
export async function repeat(
  act: () => Promise<unknown>,
  { atOnce, forSeconds }: { atOnce: number; forSeconds: number },
): Promise<number[]> {
  const timesMs: number[] = []
  const end = performance.now() + forSeconds * 1000
  const worker = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      await act()
      timesMs.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return timesMs
}
