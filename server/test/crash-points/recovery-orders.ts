import type { RawCallback } from '../../src/providers/providers.ts'
import type { CrashPoint } from '../../src/world/world.ts'
import type { Mortal } from '../simulation/kernel/mortal.ts'
import type { Gateway } from './gateway.ts'

/** What the processes of either room can do to recover. */
export type Recovering<Process extends Mortal> = {
  point: CrashPoint
  gateways: readonly Gateway[]
  clock: { pass(ms: number): void }
  /** The one that died, born again; and one that was there all the time. */
  restarted(): Process
  second(): Process
  /** Lets a process do something, and waits for all that follows. */
  act(process: Process, work: (process: Process) => Promise<unknown>): Promise<void>
  actAtOnce(works: [Process, (process: Process) => Promise<unknown>][]): Promise<void>
  /** All that a worker does by itself. */
  work(process: Process): Promise<unknown>
  take(process: Process, raw: RawCallback): Promise<unknown>
  lookAgain(process: Process): Promise<unknown>
  /** Whoever got no answer asks again. */
  repeat(process: Process): Promise<unknown>
}

type Step = <Process extends Mortal>(recovering: Recovering<Process>) => Promise<void>

/** Past the lease of what the dead one held. */
const leaseMs = 31_000

const callback: Step = async ({ gateways, second, act, take }) => {
  for (const gateway of gateways) {
    gateway.end()
    for (const raw of gateway.callbacks()) await act(second(), (process) => take(process, raw))
  }
}
const bySecond: Step = async ({ clock, second, act, work }) => {
  clock.pass(leaseMs)
  await act(second(), work)
}
/** It does not wait: what it held itself is held still. */
const byRestarted: Step = async ({ clock, restarted, act, work }) => {
  clock.pass(1_000)
  await act(restarted(), work)
}
const repeat: Step = async ({ restarted, act, ...recovering }) => {
  await act(restarted(), recovering.repeat)
}
const diesAgain: Step = async ({ point, clock, second, act, work }) => {
  clock.pass(leaseMs)
  second().crash({ at: point })
  await act(second(), work)
  second().crash(null)
}
const hint: Step = async ({ gateways, second, act, take, lookAgain }) => {
  for (const gateway of gateways) {
    gateway.end()
    for (const raw of gateway.callbacks('forged')) await act(second(), (process) => take(process, raw))
  }
  await act(second(), lookAgain)
}
const atOnce: Step = async ({ clock, gateways, restarted, second, actAtOnce, work, take, ...recovering }) => {
  clock.pass(leaseMs)
  for (const gateway of gateways) gateway.end()
  await actAtOnce([
    [restarted(), work],
    [second(), work],
    [restarted(), recovering.repeat],
    ...gateways.flatMap((gateway) => gateway.callbacks().map((raw) => bring(raw, second(), take))),
  ])
}

function bring<Process extends Mortal>(
  raw: RawCallback,
  process: Process,
  take: (process: Process, raw: RawCallback) => Promise<unknown>,
): [Process, (process: Process) => Promise<unknown>] {
  return [process, (one) => take(one, raw)]
}

const steps = {
  callback,
  'second instance': bySecond,
  'restarted worker': byRestarted,
  'repeated request': repeat,
  'the next dies there too': diesAgain,
  'unproven callback': hint,
  'all at once': atOnce,
} as const satisfies Record<string, Step>
type StepName = keyof typeof steps

export type RecoveryOrder = { name: string; take: Step }

function orderOf(...names: StepName[]): RecoveryOrder {
  return {
    name: names.join(', '),
    async take(recovering) {
      for (const name of names) await steps[name](recovering)
    },
  }
}

function inEveryOrder<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first) =>
    inEveryOrder(items.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  )
}

/** All orders of the four who may come first, and what else may happen; without `callback` it is lost. */
export const recoveryOrders: readonly RecoveryOrder[] = [
  ...inEveryOrder(['callback', 'second instance', 'restarted worker', 'repeated request'] as const).map(
    (names) => orderOf(...names),
  ),
  orderOf('second instance'),
  orderOf('restarted worker', 'second instance'),
  orderOf('unproven callback', 'second instance'),
  orderOf('all at once'),
  orderOf('all at once', 'callback', 'callback'),
  orderOf('the next dies there too', 'callback', 'restarted worker'),
  orderOf('callback', 'the next dies there too', 'second instance'),
]
