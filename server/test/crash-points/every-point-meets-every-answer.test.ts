import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { crashPoints } from '../../src/world/world.ts'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { type CellStage, openCellStage } from './cell-stage.ts'
import { type Cell, cellsOf } from './cells.ts'
import { collectionOpener } from './collection-hands.ts'
import { collectionWays } from './collection-ways.ts'
import { deliveryCells, deliveryPoints, playDelivery } from './delivery-cells.ts'
import { payoutOpener } from './payout-hands.ts'
import { payoutWays } from './payout-ways.ts'
import { collectionPlants, deliveryPlants, payoutPlants } from './plants.ts'
import { type Open, type Outcome, playCell, type Worker } from './play-cell.ts'
import { sumOf, tellMatrix } from './tell-matrix.ts'

const { CRASH_POINTS_SEED: seed = 'malipo', CRASH_POINTS_ONLY: only } = process.env
// Whoever names some has time for every order of theirs.
const ordersEach = only === undefined ? howMuch<number | null>({ test: 1, proveShort: 2, prove: null }) : null
const chosen = new RegExp(only ?? '')

/** Each looks at all rows of its database, so that once for so many cells is often enough: what offends is named. */
const booksAfter = 25

/** Plays on a database of its own, and looks at the books in between. */
async function play<One>(
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

const playWith =
  <Scene, Process extends Worker>(open: Open<Scene, Process>) =>
  (cells: readonly Cell<Scene>[]) =>
    play(cells, (stage, cell, number) => playCell(stage, cell, number, open))

function judge(context: TestContext, what: string, outcomes: readonly Outcome[]): void {
  if (outcomes.length === 0) return
  for (const line of tellMatrix(outcomes)) context.diagnostic(line)
  tellProof(context, `${what}: seed ${seed}, ${sumOf(outcomes)}`)
  const wrong = outcomes.filter(({ problems }) => problems.length > 0)
  const told = wrong.map(({ name, end, problems }) => `${name}: ${end}: ${problems.join('; ')}`)
  assert.deepEqual(told, [], `play one again: CRASH_POINTS_ONLY='${wrong[0]?.way}' npm test -- crash-points`)
}

test('every point that the code names is on some way here', () => {
  const named = [...collectionWays, ...payoutWays].flatMap(({ points }) => Object.keys(points))
  // What a batch does is decided by no answer of a provider: real processes die there, in its story.
  const ofPayments = crashPoints.filter((point) => !point.startsWith('batch.'))
  assert.deepEqual([...new Set([...named, ...deliveryPoints])].sort(), [...ofPayments].sort())
})

const settings = { seed, ordersEach }
const collectionCells = cellsOf(collectionWays, settings).filter(({ name }) => chosen.test(name))
const payoutCells = cellsOf(payoutWays, settings).filter(({ name }) => chosen.test(name))

describe('wherever a process dies, whatever its provider said and whoever comes first', {
  concurrency: 2,
}, () => {
  // Halves, because each waits for its database most of the time.
  for (const half of [0, 1]) {
    test(`collections, half ${half + 1}`, async (context) => {
      const cells = collectionCells.filter((_, at) => at % 2 === half)
      judge(context, 'collections', await playWith(collectionOpener({}))(cells))
    })
  }
  test('payouts', async (context) => {
    judge(context, 'payouts', await playWith(payoutOpener({}))(payoutCells))
  })
  test('deliveries', async (context) => {
    const cells = only === undefined || chosen.test('a worker delivers') ? deliveryCells : []
    judge(
      context,
      'deliveries',
      await play(cells, (stage, cell) => playDelivery(stage, cell), /delivery|deliveries|attempt/),
    )
  })
})

/** As many of a place as it takes to meet the bug, each in two orders. */
function placed<Scene>(cells: Cell<Scene>[], place: RegExp): Cell<Scene>[] {
  return cells.filter(({ name }) => place.test(name)).slice(0, 30)
}

function assertFound(outcomes: readonly Outcome[], told: RegExp): void {
  const problems = outcomes.flatMap((one) => one.problems)
  assert.ok(
    problems.some((problem) => told.test(problem)),
    `not found, but: ${problems.slice(0, 5).join('; ')}`,
  )
}

describe('what is planted is found', { skip: only !== undefined }, () => {
  const two = { seed, ordersEach: 2 }
  for (const [broken, { place, told, seams }] of Object.entries(collectionPlants)) {
    test(broken, async () => {
      const cells = placed(cellsOf(collectionWays, two), place)
      assertFound(await playWith(collectionOpener(seams))(cells), told)
    })
  }
  for (const [broken, { place, told, seams }] of Object.entries(payoutPlants)) {
    test(broken, async () => {
      assertFound(await playWith(payoutOpener(seams))(placed(cellsOf(payoutWays, two), place)), told)
    })
  }
  for (const [broken, { told, alter }] of Object.entries(deliveryPlants)) {
    test(broken, async () => {
      const cells = deliveryCells.slice(0, 2)
      assertFound(await play(cells, (stage, cell) => playDelivery(stage, cell, alter)), told)
    })
  }
})
