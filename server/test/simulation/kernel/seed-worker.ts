import { parentPort } from 'node:worker_threads'
import type { Room } from './room.ts'
import { runSeed, SimulationFault } from './run-seed.ts'
import type { Answered, Ordered } from './seed-workers.ts'

/** Plays what it is sent. A thread of its own: the test runner follows every promise of its own, a fifth of the time. */
parentPort?.on('message', async (ordered: Ordered) => {
  parentPort?.postMessage({ ...(await play(ordered)), number: ordered.number })
})

async function play({ file, seed, steps, planted }: Ordered): Promise<Omit<Answered, 'number'>> {
  try {
    const { room } = (await import(file)) as { room: Room }
    const seams = room.plants.find(({ broken }) => broken === planted)?.seams ?? {}
    return { ran: await runSeed(room, { seed, steps, seams }) }
  } catch (error) {
    if (error instanceof SimulationFault) return { fault: error.message }
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
