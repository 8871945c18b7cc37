import { type Chance, chanceFrom } from '../simulation/kernel/chance.ts'
import { type Member, members } from './fleet.ts'

export const lines = ['database', 'callers', 'provider'] as const
export type LineName = (typeof lines)[number]

/** What goes wrong. */
export type Trouble =
  | { kind: 'kill'; member: Member }
  | { kind: 'kill_database' | 'full_disk' }
  | { kind: 'stop'; member: Member }
  | { kind: 'cut' | 'freeze'; line: LineName }
  | { kind: 'clock'; member: Member; aheadMs: number }
  | { kind: 'provider'; fault: string; share: number }
  | { kind: 'receiver'; mood: 'failing' | 'hanging' }

/** When it begins, from the start of the run, and for how long it lasts. */
export type Fault = { atMs: number; forMs: number; trouble: Trouble }

type Lane = {
  name: string
  /** Until the first, and from the end of one until the next. */
  pauseMs: [number, number]
  lastsMs: [number, number]
  draw(chance: Chance): Trouble
}

const providerFaults = [
  'outage',
  'error_before',
  'error_after',
  'silent_before',
  'silent_after',
  'ambiguous_before',
  'ambiguous_after',
  'garbage',
  'truncated',
  'slow',
  'callback_lost',
  'callback_late',
  'callback_twice',
]

/** Within what a database and a service may be apart when it starts. */
const mostAheadMs = 240_000

/** Who is stopped is not killed meanwhile, so that it comes back to what it held when somebody else has it. */
const stopped: Member = 'worker-2'

const lanes: Lane[] = [
  {
    name: 'apis',
    pauseMs: [4_000, 14_000],
    lastsMs: [0, 0],
    draw: (chance) => ({ kind: 'kill', member: chance.pick(['api-1', 'api-2']) }),
  },
  {
    name: 'workers',
    pauseMs: [4_000, 12_000],
    lastsMs: [0, 0],
    draw: () => ({ kind: 'kill', member: 'worker-1' }),
  },
  {
    name: 'stops',
    pauseMs: [4_000, 12_000],
    // Longer than any lease, which is thirty seconds at most.
    lastsMs: [32_000, 36_000],
    draw: () => ({ kind: 'stop', member: stopped }),
  },
  {
    name: 'databases',
    pauseMs: [8_000, 28_000],
    lastsMs: [0, 0],
    draw: () => ({ kind: 'kill_database' }),
  },
  {
    name: 'disks',
    pauseMs: [18_000, 40_000],
    lastsMs: [2_000, 5_000],
    draw: () => ({ kind: 'full_disk' }),
  },
  {
    name: 'lines',
    pauseMs: [2_000, 7_000],
    lastsMs: [500, 4_000],
    draw: (chance) => ({ kind: chance.pick(['cut', 'freeze']), line: chance.pick(lines) }),
  },
  {
    name: 'clocks',
    pauseMs: [3_000, 9_000],
    lastsMs: [3_000, 9_000],
    draw: (chance) => ({
      kind: 'clock',
      member: chance.pick(members),
      aheadMs: Math.round((chance.number() * 2 - 1) * mostAheadMs),
    }),
  },
  {
    name: 'providers',
    pauseMs: [500, 3_000],
    lastsMs: [2_000, 7_000],
    draw: (chance) => ({
      kind: 'provider',
      fault: chance.pick(providerFaults),
      share: 0.3 + chance.number() * 0.5,
    }),
  },
  {
    name: 'receivers',
    pauseMs: [1_000, 5_000],
    lastsMs: [2_000, 7_000],
    draw: (chance) => ({ kind: 'receiver', mood: chance.pick(['failing', 'hanging']) }),
  },
]

/** Everything that goes wrong in so much time. Only the seed decides it; `only` leaves the others out. */
export function drawFaults(seed: string, lastsMs: number, only?: Trouble['kind'][]): Fault[] {
  return lanes
    .flatMap((lane) => drawLane(lane, chanceFrom(`${seed} ${lane.name}`), lastsMs))
    .filter(({ trouble }) => only === undefined || only.includes(trouble.kind))
    .toSorted((one, other) => one.atMs - other.atMs)
}

function drawLane({ pauseMs, lastsMs, draw }: Lane, chance: Chance, untilMs: number): Fault[] {
  const between = ([least, most]: [number, number]) => least + chance.below(most - least + 1)
  const faults: Fault[] = []
  for (let atMs = between(pauseMs); atMs < untilMs; ) {
    const forMs = between(lastsMs)
    const trouble = draw(chance)
    // What does not end in time is not begun: a worker that was stopped for a moment shows nothing.
    if (atMs + forMs <= untilMs) faults.push({ atMs, forMs, trouble })
    atMs += forMs + between(pauseMs)
  }
  return faults
}

/** Where nobody may mount a disk, none is full. */
export const fullDisk = 'full disk of PostgreSQL'

/** What happens to everybody who is in chaos for two minutes. */
export const kinds = [
  'kill -9 of an api',
  'kill -9 of a worker',
  'kill -9 of PostgreSQL',
  fullDisk,
  'stop of a worker past its lease',
  'cut of the line to the database',
  'jump of a clock',
  'provider amiss',
  'callbacks amiss',
  'receiver failing',
  'receiver hanging',
]

/** How it is counted: what happened, and to whom. */
export function nameOf(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'kill':
      return trouble.member.startsWith('api') ? 'kill -9 of an api' : 'kill -9 of a worker'
    case 'kill_database':
      return 'kill -9 of PostgreSQL'
    case 'full_disk':
      return fullDisk
    case 'stop':
      return 'stop of a worker past its lease'
    case 'cut':
    case 'freeze':
      return `${trouble.kind} of the line to the ${trouble.line}`
    case 'clock':
      return 'jump of a clock'
    case 'provider':
      return trouble.fault.startsWith('callback') ? 'callbacks amiss' : 'provider amiss'
    case 'receiver':
      return `receiver ${trouble.mood}`
  }
}
