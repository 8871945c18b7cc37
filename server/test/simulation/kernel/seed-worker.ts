import { parentPort } from 'node:worker_threads'
import { plants } from '../collections/plants.ts'
import { runSeed, SimulationFault } from '../collections/run-seed.ts'
import type { Answered, Ordered } from './seed-workers.ts'

/** Plays what it is sent. A thread of its own: the test runner follows every promise of its own, a fifth of the time. */
parentPort?.on('message', async (ordered: Ordered) => {
  parentPort?.postMessage({ ...(await play(ordered)), number: ordered.number })
})

async function play({ seed, steps, planted }: Ordered): Promise<Omit<Answered, 'number'>> {
  try {
    const plant = plants.find(({ title }) => title === planted)?.plant ?? {}
    return { ran: await runSeed({ seed, steps, plant }) }
  } catch (error) {
    if (error instanceof SimulationFault) return { fault: error.message }
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
