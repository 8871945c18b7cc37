import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingPackages } from '../failover/patroni-cluster.ts'
import { howMuch } from '../how-thorough.ts'
import { newerVersion } from '../newer-version.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { stepsOfRound } from './play-rolling.ts'
import { nextMigrations, type RollingReport, runRolling } from './run-rolling.ts'

const seed = process.env.ROLLING_SEED ?? 'malipo'
const rounds = Number(process.env.ROLLING_ROUNDS ?? howMuch({ test: 1, prove: 5, proveShort: 1 }))

const missing = await missingPackages()
const options =
  missing.length === 0 ? {} : { skip: `these Debian packages are missing: ${missing.join(', ')}` }

const soundBooks = { lost: [], doubled: [], contradictions: [], broken: [], owed: 0 }

test(
  'every process is replaced by the next version, its migration runs and the database is switched over: no request fails',
  options,
  async (context) => {
    const next = await newerVersion(nextMigrations)
    try {
      const report = await runRolling({
        seed,
        steps: Array.from({ length: rounds }, () => stepsOfRound).flat(),
        settings: { LEAVING_SECONDS: '5' },
        waysOf: (stage, cluster) => ({
          replace: (member) => stage.fleet.replace(member, [next.main]),
          switchOver: cluster.switchOverHolding,
        }),
      })
      for (const line of tell(report)) tellProof(context, line)
      const { lost, doubled, contradictions, broken, owed, endedAlone, check, book, played } = report
      const told = [report.said, ...report.causes].join('\n')
      assert.deepEqual(
        played.filter(({ failures, code = 0 }) => failures.length > 0 || code !== 0),
        [],
        told,
      )
      assert.deepEqual(book.failures, [], told)
      assert.deepEqual({ lost, doubled, contradictions, broken, owed }, soundBooks, report.said)
      assert.deepEqual([book.changedAnswers, book.strange, endedAlone], [[], [], []], report.said)
      assert.ok(report.hasNextTables, 'the migration of the next version did not land')
      assert.equal(check.code, 0, check.output)
    } finally {
      await next.remove()
    }
  },
)

test(
  'control: processes that are killed or turn callers away at once, and a switchover that holds nobody, are seen as requests that failed',
  options,
  async (context) => {
    const report = await runRolling({
      seed,
      // Turned away is whoever comes in the moment between being told to stop and being gone, which many must do to be sure that one does.
      steps: ['api-1', 'api-2', 'api-2', 'switchover'],
      crowdEveryMs: 50,
      settings: { LEAVING_SECONDS: '0' },
      settlesWithinMs: 0,
      waysOf: ({ fleet }, cluster) => ({
        replace: (member) => fleet.replace(member, undefined, member === 'api-1' ? 'SIGKILL' : 'SIGTERM'),
        switchOver: cluster.switchOver,
      }),
    })
    const failuresAt = Map.groupBy(report.played, ({ step }) => step)
    const seen = Array.from(failuresAt, ([step, played]) => ({
      step,
      failed: played.flatMap(({ failures }) => failures).length,
    }))
    tellProof(
      context,
      `control: failed requests: ${seen.map(({ step, failed }) => `${failed} at ${step}`).join(', ')}`,
    )
    assert.deepEqual(
      seen.filter(({ failed }) => failed === 0),
      [],
      'what was done without care was not seen',
    )
    assert.deepEqual(report.doubled, [])
  },
)

function tell(report: RollingReport): string[] {
  const { book, lost, doubled, played, looks, longestMs, eventsTaken, takenTwice, owed } = report
  const replaced = played.filter(({ step }) => step !== 'switchover').length
  const held = played.flatMap(({ told = '' }) => /waited for \d+ ms.*/.exec(told)?.[0] ?? [])
  return [
    `seed ${seed}, ${replaced} processes replaced, ${held.length} switchovers; ${report.failedBefore} had failed before the machine was calm`,
    `${book.acknowledged.length} acknowledged, ${book.failures.length} failed; the longest waited ${(longestMs / 1_000).toFixed(1)} s`,
    ...held.map((line) => `switched over: callers ${line}`),
    `${lost.length} lost, ${doubled.length} doubled; ${eventsTaken} events taken, ${takenTwice} of them twice, ${owed} owed`,
    `books held in ${looks} snapshots`,
    ...book.failures.slice(0, 20),
  ]
}
