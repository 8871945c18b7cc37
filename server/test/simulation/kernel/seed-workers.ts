import { Worker } from 'node:worker_threads'
import { createTestDatabase } from '../../test-database.ts'
import type { Ran } from './run-seed.ts'

export type Ordered = {
  number: number
  /** The file that exports the room. */
  file: string
  seed: string
  steps: number
  /** What is broken, if anything is. */
  planted: string | null
}
export type Answered = { number: number; ran?: Ran; fault?: string; broken?: string }

export type SeedWorkers = {
  /** What became of it, or what the simulation found wrong. */
  play(order: Omit<Ordered, 'number'>): Promise<{ ran: Ran | null; fault: string | null }>
  end(): Promise<void>
}

/** Threads that share one cluster, kept open by a database of their own. */
export async function startSeedWorkers(threads: number): Promise<SeedWorkers> {
  const database = await createTestDatabase({ poolSize: 1, empty: true })
  const env = { ...process.env, MALIPO_TEST_CLUSTER: database.adminUrl }
  const waiting = new Map<number, PromiseWithResolvers<Answered>>()
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), { env })
    worker.on('message', (answered: Answered) => {
      waiting.get(answered.number)?.resolve(answered)
      waiting.delete(answered.number)
    })
    worker.on('error', (error) => {
      for (const { reject } of waiting.values()) reject(error)
    })
    return worker
  })
  let last = 0
  return {
    async play(order) {
      const number = ++last
      const answer = Promise.withResolvers<Answered>()
      waiting.set(number, answer)
      workers[number % threads]?.postMessage({ ...order, number })
      const { ran = null, fault = null, broken } = await answer.promise
      if (broken !== undefined) throw new Error(broken)
      return { ran, fault }
    },
    async end() {
      await Promise.all(workers.map((worker) => worker.terminate()))
      await database.drop()
    },
  }
}
