import assert from 'node:assert/strict'
import { test } from 'node:test'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { drawFailovers, kinds, kindsPossible } from './draw-failovers.ts'
import { canMakeMachines, missingPackages } from './patroni-cluster.ts'
import { type FailoverReport, runFailovers } from './run-failovers.ts'

// The same seed draws the same faults in the same order, and the same customers.
const seed = process.env.FAILOVER_SEED ?? 'malipo'
const count = Number(process.env.FAILOVERS ?? howMuch({ test: 1, proveShort: kinds.length, prove: 100 }))

const missing = await missingPackages()
const possible = kindsPossible(await canMakeMachines())
const options =
  missing.length === 0 ? {} : { skip: `these Debian packages are missing: ${missing.join(', ')}` }

test('a seed draws the same failovers each time, and every kind before any comes again', () => {
  const drawn = drawFailovers(seed, 2 * kinds.length)
  assert.deepEqual(drawFailovers(seed, 2 * kinds.length), drawn)
  const first = drawn.slice(0, kinds.length).map(({ kind }) => kind)
  assert.deepEqual(first.toSorted(), kinds.toSorted())
})

test(
  `${count} times the primary is lost: nothing acknowledged is lost, and nothing is done twice`,
  options,
  async (context) => {
    const leftOut = kinds.filter((kind) => !possible.includes(kind))
    if (leftOut.length > 0) tellProof(context, `left out, because only root can: ${leftOut.join(', ')}`)
    const report = await runFailovers({ seed, count, isSynchronous: true })
    for (const line of tell(report)) tellProof(context, line)
    const { lost, doubled, contradictions, broken, owed, endedAlone, check, book, played } = report
    assert.deepEqual(
      played.filter(({ missing }) => missing.length > 0),
      [],
      'what was acknowledged was gone after a fault',
    )
    assert.deepEqual({ lost, doubled, contradictions, broken, owed }, soundBooks, report.said)
    assert.deepEqual([book.changedAnswers, book.strange, endedAlone], [[], [], []], report.said)
    assert.equal(check.code, 0, check.output)
    assert.ok(book.asked.every(({ answer }) => answer !== null && answer.status < 300))
  },
)

const soundBooks = { lost: [], doubled: [], contradictions: [], broken: [], owed: 0 }

test(
  'control: where nobody waits for a standby, what was acknowledged is found missing',
  options,
  async (context) => {
    const report = await runFailovers({
      seed,
      count: 1,
      only: ['power_cut_while_behind'],
      isSynchronous: false,
      settlesWithinMs: 0,
    })
    assert.ok(
      report.lost.some((line) => / was acknowledged as /.test(line)),
      'the asynchronous standby has lost nothing',
    )
    assert.ok(
      report.played.some(({ missing }) => missing.length > 0),
      'the fault was not told that lost it',
    )
    tellProof(context, `control: an asynchronous standby lost ${report.lost.length}`)
  },
)

function tell(report: FailoverReport): string[] {
  const { book, lost, doubled, played, looks, unknown, owed, eventsTaken, takenTwice } = report
  const decisions = book.asked.reduce((sum, { decided }) => sum + decided.length, 0)
  const times = (some: { silentMs: number }[]) => {
    const sorted = some.map(({ silentMs }) => silentMs).sort((one, other) => one - other)
    const at = (share: number) =>
      ((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1_000).toFixed(1)
    return `${at(0.5)} s (p50), ${at(0.99)} s (p99)`
  }
  const byKind = Object.entries(Object.groupBy(played, ({ kind }) => kind))
  const changed = played.filter(({ from, to }) => from !== to).length
  return [
    `seed ${seed}, ${played.length} faults, ${changed} changes of the primary`,
    `${book.acknowledged.length} acknowledged (${book.asked.length} payments, ${decisions} decisions), ${book.lostAnswers} answers lost, ${book.repeats} sent again`,
    `${lost.length} lost, ${doubled.length} doubled, ${unknown} of which nobody knows; ${eventsTaken} events taken, ${takenTwice} of them twice, ${owed} owed`,
    `longest without an acknowledgement: ${times(played)}`,
    ...byKind.map(([kind, some = []]) => `${some.length} × ${kind}: ${times(some)}`),
    `books held in ${looks} snapshots`,
  ]
}
