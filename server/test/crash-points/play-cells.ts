import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { type CellStage, openCellStage } from './cell-stage.ts'
import type { Cell } from './cells.ts'
import { type Open, type Outcome, playCell, type Worker } from './play-cell.ts'
import { sumOf, tellMatrix } from './tell-matrix.ts'

const { CRASH_POINTS_SEED: seed = 'malipo', CRASH_POINTS_ONLY: only } = process.env
/** Whether somebody has named some. */
export const isChosen = only !== undefined
// Whoever names some has time for every order of theirs.
const ordersEach = only === undefined ? howMuch<number | null>({ test: 1, proveShort: 2, prove: null }) : null
const chosen = new RegExp(only ?? '')
export const mayPlay = (name: string) => chosen.test(name)

/** Those of this run, and two orders of each for what is planted. */
export const settings = { seed, ordersEach }
export const two = { seed, ordersEach: 2 }

/** Each looks at all rows of its database, so that once for so many cells is often enough: what offends is named. */
const booksAfter = 25

/** Plays on a database of its own, and looks at the books in between. */
export async function play<One>(
  cells: readonly One[],
  one: (stage: CellStage, cell: One, number: number) => Promise<Outcome>,
  /** Which books: events that tell of nothing are none of those of payments. */
  about?: RegExp,
): Promise<Outcome[]> {
  if (cells.length === 0) return []
  const stage = await openCellStage(seed)
  const outcomes: Outcome[] = []
  try {
    for (const [at, cell] of cells.entries()) {
      const outcome = await one(stage, cell, at + 1)
      if (at % booksAfter === booksAfter - 1 || at === cells.length - 1)
        outcome.problems.push(...(await stage.bookFaults(about)))
      outcomes.push(outcome)
    }
    return outcomes
  } finally {
    await stage.close()
  }
}

export const playWith =
  <Scene, Process extends Worker>(open: Open<Scene, Process>) =>
  (cells: readonly Cell<Scene>[]) =>
    play(cells, (stage, cell, number) => playCell(stage, cell, number, open))

export function judge(context: TestContext, what: string, outcomes: readonly Outcome[]): void {
  if (outcomes.length === 0) return
  for (const line of tellMatrix(outcomes)) context.diagnostic(line)
  tellProof(context, `${what}: seed ${seed}, ${sumOf(outcomes)}`)
  const wrong = outcomes.filter(({ problems }) => problems.length > 0)
  const told = wrong.map(({ name, end, problems }) => `${name}: ${end}: ${problems.join('; ')}`)
  assert.deepEqual(told, [], `play one again: CRASH_POINTS_ONLY='${wrong[0]?.way}' npm test -- crash-points`)
}

/** As many of a place as it takes to meet the bug, each in two orders. */
export function placed<Scene>(cells: Cell<Scene>[], place: RegExp): Cell<Scene>[] {
  return cells.filter(({ name }) => place.test(name)).slice(0, 30)
}

export function assertFound(outcomes: readonly Outcome[], told: RegExp): void {
  const problems = outcomes.flatMap((one) => one.problems)
  assert.ok(
    problems.some((problem) => told.test(problem)),
    `not found, but: ${problems.slice(0, 5).join('; ')}`,
  )
}
