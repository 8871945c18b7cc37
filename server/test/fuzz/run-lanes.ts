import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Walk } from './walk.ts'

/** Which stretches of which seed are sent by a process, in which of all lanes. */
export type Lanes = {
  seed: number
  /** Of the stretches; the last one is no longer sent. */
  first: number
  last: number
  requestsEach: number
  places: number[]
  lanes: number
}

export type Fault = { at: number; name: string; told: string }
type Counts = ReturnType<Walk['told']>
export type Told = Fault | Counts

export type Wishes = Pick<Lanes, 'seed' | 'first' | 'last' | 'requestsEach'>

/** While one waits for a phone that does not answer or for a hash that is slow on purpose, the other goes on. */
const lanesOfAProcess = 2

/** Spreads the requests over processes, as many as there are cores, and tells what all of them have seen. */
export async function runLanes(wishes: Wishes): Promise<{ faults: Fault[]; counts: Counts }> {
  const lanes = Math.min(availableParallelism() * lanesOfAProcess, wishes.last - wishes.first)
  const processes = Math.min(availableParallelism(), lanes)
  const told: Told[] = []
  await Promise.all(
    Array.from({ length: processes }, (_, process) => {
      const places = Array.from({ length: lanes }, (_place, at) => at).filter(
        (at) => at % processes === process,
      )
      return runProcess({ ...wishes, places, lanes }, (one) => told.push(one))
    }),
  )
  const faults = told.filter((one) => 'told' in one).toSorted((one, other) => one.at - other.at)
  return { faults: uniqueOf(faults), counts: sumOf(told.filter((one) => 'sent' in one)) }
}

async function runProcess(lanes: Lanes, take: (told: Told) => void): Promise<void> {
  const child = fork(fileURLToPath(new URL('./lane-process.ts', import.meta.url)), [JSON.stringify(lanes)], {
    execArgv: [],
  })
  child.on('message', (told) => take(told as Told))
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  const [code] = await once(child, 'exit')
  process.off('exit', end)
  assert.equal(code, 0, 'a process of the walk has ended by itself')
}

/** One of each kind is enough to look for. */
function uniqueOf(faults: Fault[]): Fault[] {
  return [...Map.groupBy(faults, ({ name }) => name).values()].flatMap((some) => some.slice(0, 1))
}

function sumOf(all: Counts[]): Counts {
  const sum = (what: 'sent' | 'refused' | 'taken' | 'unsendable' | 'casts') =>
    all.reduce((total, one) => total + one[what], 0)
  return {
    ...{ sent: sum('sent'), refused: sum('refused'), taken: sum('taken') },
    ...{ unsendable: sum('unsendable'), casts: sum('casts') },
    targets: [...new Set(all.flatMap(({ targets }) => targets))],
    principals: [...new Set(all.flatMap(({ principals }) => principals))],
  }
}
