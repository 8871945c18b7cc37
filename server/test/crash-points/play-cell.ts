import type { RawCallback } from '../../src/providers/providers.ts'
import type { Mortal } from '../simulation/kernel/mortal.ts'
import { act, type CellStage } from './cell-stage.ts'
import type { Cell } from './cells.ts'
import type { Gateway } from './gateway.ts'

/** What a process of either room can do. */
export type Worker = Mortal & {
  take(raw: RawCallback): Promise<unknown>
  takeDue(): Promise<unknown>
  lookAgain(): Promise<unknown>
}

/** How a cell ended. */
export type Verdict = {
  problems: string[]
  /** How it ended here. */
  end: string
  /** Not there, or not as it is in the provider's book, though somebody was told that it was taken. */
  isLost: boolean
  /** Moved or asked for more than once. */
  isDoubled: boolean
  /** Nobody knows what became of it, and it shows. */
  isUnknown: boolean
}

/** One payment and the processes that have it in their hands. */
export type Played<Process extends Worker> = {
  gateways: readonly Gateway[]
  /** By a process that lives, before the one that dies comes to it. */
  prepare(second: Process): Promise<unknown>
  fatal(dying: Process): Promise<unknown>
  repeat(process: Process): Promise<unknown>
  chase(process: Process): Promise<unknown>
  /** What people do in the end with what waits for them. */
  people?(process: Process): Promise<unknown>
  mayRefuse: readonly string[]
  wasAcknowledged(): boolean
  judge(): Promise<Verdict>
}

export type Open<Scene, Process extends Worker> = (
  stage: CellStage,
  cell: Cell<Scene>,
  number: number,
) => Promise<{ played: Played<Process>; birth(name: 'a' | 'b'): Process; second(process: Process): void }>

export type Outcome = Verdict & { name: string; way: string; wasAcknowledged: boolean }

const dayMs = 86_400_000
/** Approved late, blocked, sent once more, asked about: a payout needs five at most. */
const mostRounds = 5

function isOver({ end }: Verdict): boolean {
  return ['successful', 'failed', 'SUCCESS', 'FAILED'].includes(end)
}

/** Lets a process die at its point with the payment in its hands, recovers in the order of the cell, heals, and compares the books. */
export async function playCell<Scene, Process extends Worker>(
  stage: CellStage,
  cell: Cell<Scene>,
  number: number,
  open: Open<Scene, Process>,
): Promise<Outcome> {
  const { ground } = stage
  const problems: string[] = []
  const { played, birth, second: tellSecond } = await open(stage, cell, number)
  const processes = { a: birth('a'), b: birth('b') }
  tellSecond(processes.b)
  async function doAtOnce(works: [Process, (process: Process) => Promise<unknown>][]): Promise<void> {
    const acts = works.map(([process, what]) => ({ process, what: () => what(process) }))
    problems.push(...(await act(ground, acts, played.mayRefuse)))
  }
  const doIt = (process: Process, what: (process: Process) => Promise<unknown>) => doAtOnce([[process, what]])
  const reborn = (name: 'a' | 'b'): Process => {
    if (processes[name].isDead()) processes[name] = birth(name)
    if (name === 'b') tellSecond(processes.b)
    return processes[name]
  }
  const work = async (process: Process) => {
    await process.takeDue()
    await played.chase(process)
  }

  /** The provider is well, a day passes, and people do what waits for them, until it is over or nobody can know more. */
  async function heal(): Promise<Verdict> {
    let verdict = await played.judge()
    for (let round = 0; round < mostRounds && !isOver(verdict); round += 1) {
      for (const gateway of played.gateways) gateway.end()
      ground.clock.pass(dayMs)
      await doIt(reborn('b'), work)
      if (played.people) await doIt(reborn('b'), played.people)
      verdict = await played.judge()
    }
    // Whatever is over stays as it is.
    ground.clock.pass(dayMs)
    await doIt(reborn('a'), work)
    await doIt(reborn('a'), (process) => process.lookAgain())
    return await played.judge()
  }

  await doIt(processes.b, played.prepare)
  const dying = processes.a
  dying.crash({ at: cell.point })
  await doIt(dying, played.fatal)
  dying.crash(null)
  if (dying.endedAt() !== cell.point) problems.push(`it never came to ${cell.point}`)
  await cell.order.take<Process>({
    point: cell.point,
    gateways: played.gateways,
    clock: ground.clock,
    restarted: () => reborn('a'),
    second: () => reborn('b'),
    act: doIt,
    actAtOnce: doAtOnce,
    work,
    take: (process, raw) => process.take(raw),
    lookAgain: (process) => process.lookAgain(),
    repeat: played.repeat,
  })
  const verdict = await heal()
  await stage.putAside()
  return {
    ...verdict,
    problems: [...problems, ...verdict.problems],
    name: cell.name,
    way: `${cell.way.what} | ${cell.point}`,
    wasAcknowledged: played.wasAcknowledged(),
  }
}
