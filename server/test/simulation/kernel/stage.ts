import type { Database } from '../../../src/database/database.ts'
import { idsFrom } from '../../../src/primitives/id.ts'
import { Refusal } from '../../../src/primitives/refusal.ts'
import { vaultFrom } from '../../../src/primitives/seal.ts'
import type { World } from '../../../src/world/world.ts'
import { type Chance, chanceFrom } from './chance.ts'
import type { Mortal } from './mortal.ts'
import { type QuietWork, quietWork } from './quiet-work.ts'
import type { Wire } from './wire.ts'

/** What every seed stands on: chance, a clock of its own, and what is told, counted and found wrong. */
export type Ground = {
  seed: string
  step: number
  chance: Chance
  clock: { now(): Date; pass(ms: number): void }
  /** Of whoever looks on; the processes have their own. */
  world: World
  worldOf(sql: Database): World
  work: QuietWork
  /** How much had been asked of the database at the last look: if it did not grow, nothing can have changed. */
  lookedAfter: number
  /** What this step tells, sorted before it is kept. */
  lines: string[]
  faults: string[]
  tally: Map<string, number>
}

type Flight = { what: string; process: Mortal; step: number; atMs: number }

/** The ground with a network and processes that live, die and are born again on it. */
export type Stage<Name extends string, Process extends Mortal, Network extends Wire> = Ground & {
  network: Network
  processes: Record<Name, Process>
  inFlight: Set<Flight>
  /** Begins what may refuse with these codes and must not fail otherwise. */
  launch(process: Process, what: string, act: () => Promise<string>, mayRefuse?: readonly string[]): void
  /** Waits until all that was begun is done, or waits for the provider. */
  settle(): Promise<void>
  rebuildTheDead(): void
}

const firstMs = Date.UTC(2026, 0, 5, 6)

export function layGround(room: string, seed: string, sql: Database): Ground {
  let nowMs = firstMs
  const clock = {
    now: () => new Date(nowMs),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
  const newId = idsFrom(clock, chanceFrom(`ids ${seed}`).bytes)
  const vault = vaultFrom('a secret for a simulation that is long enough')
  const worldOf = (own: Database): World => ({ sql: own, clock, newId, vault, baseUrl: 'http://localhost' })
  return {
    seed,
    step: 0,
    chance: chanceFrom(`${room} ${seed}`),
    clock,
    world: worldOf(sql),
    worldOf,
    work: quietWork(),
    lookedAfter: -1,
    lines: [],
    faults: [],
    tally: new Map(),
  }
}

export function openStage<Name extends string, Process extends Mortal, Network extends Wire>(
  ground: Ground,
  network: Network,
  names: readonly Name[],
  birth: (name: Name) => Process,
): Stage<Name, Process, Network> {
  const processes = Object.fromEntries(names.map((name) => [name, birth(name)])) as Record<Name, Process>
  const inFlight = new Set<Flight>()
  const stage: Stage<Name, Process, Network> = Object.assign(ground, {
    network,
    processes,
    inFlight,
    settle: ground.work.settled,
    launch(process: Process, what: string, act: () => Promise<string>, mayRefuse: readonly string[] = []) {
      const flight = { what, process, step: ground.step, atMs: ground.clock.now().getTime() }
      inFlight.add(flight)
      const told = (line: string) => ground.lines.push(`${what}: ${line}`)
      Promise.try(act)
        .then(
          (line) => process.isDead() || told(line),
          (error: unknown) => {
            // The dead tell nothing, and nobody waits for their answer any more.
            if (process.isDead()) return
            if (error instanceof Refusal && mayRefuse.includes(error.code)) told(`refused ${error.code}`)
            else accuse(ground, 'doors', [`${what} threw ${describe(error)}`])
          },
        )
        .finally(() => inFlight.delete(flight))
    },
    rebuildTheDead() {
      for (const name of names) {
        const process = processes[name]
        process.crash(null)
        if (!process.isDead()) continue
        network.deferred = network.deferred.filter(({ owner }) => !owner.isDead())
        for (const flight of inFlight) if (flight.process === process) inFlight.delete(flight)
        processes[name] = birth(name)
        ground.lines.push(`${name} died ${process.endedAt()}`)
      }
    },
  })
  return stage
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return `${error.message}: ${error.errors.map(describe).join('; ')}`
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Faults carry the name of the judge who found them, so that a planted bug is known to be found by the right one. */
export function accuse({ faults }: Pick<Ground, 'faults'>, judge: string, found: string[]): void {
  faults.push(...found.map((fault) => `${judge}: ${fault}`))
}

export function count({ tally }: Pick<Ground, 'tally'>, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1)
}
