import assert from 'node:assert/strict'
import { test } from 'node:test'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import type { ChaosStage } from './chaos-stage.ts'
import { fullDisk, kinds } from './draw-faults.ts'
import { type ChaosReport, runChaos } from './run-chaos.ts'

// The same seed draws the same faults at the same times, and the same customers.
const seed = process.env.CHAOS_SEED ?? 'malipo'
const seconds = Number(process.env.CHAOS_SECONDS ?? howMuch({ test: 20, proveShort: 120, prove: 600 }))

test(`${seconds} seconds in which everything fails: nothing acknowledged is lost, and nothing is done twice`, async (context) => {
  const report = await runChaos({ seed, seconds })
  for (const line of tell(report)) tellProof(context, line)
  const { lost, doubled, contradictions, broken, owed, endedAlone, check, book } = report
  assert.deepEqual({ lost, doubled, contradictions, broken, owed }, soundBooks, report.said)
  assert.deepEqual([book.changedAnswers, book.strange, endedAlone], [[], [], []], report.said)
  assert.equal(check.code, 0, check.output)
  assert.ok(book.asked.every(({ answer }) => answer !== null && answer.status < 300))
  // Another seed may leave something out.
  if (seconds < 120 || process.env.CHAOS_SEED !== undefined) return
  const happened = new Set(report.played.map(({ name }) => name))
  assert.deepEqual(
    kinds.filter((kind) => !happened.has(kind) && (report.hasDisk || kind !== fullDisk)),
    [],
    'not everything went wrong',
  )
})

const soundBooks = { lost: [], doubled: [], contradictions: [], broken: [], owed: 0 }

test('control: where a key is not looked at, what was asked for twice is found twice', async (context) => {
  const report = await runChaos({
    seed,
    seconds: controlSeconds,
    only: ['kill', 'cut'],
    plant: 'plant-forgotten-keys.ts',
    settlesWithinMs: 0,
  })
  assert.ok(
    report.doubled.some((line) => / is there \d+ times/.test(line)),
    'the planted bug was not found',
  )
  tellProof(context, `control: keys that are forgotten doubled ${report.doubled.length}`)
})

test('control: where PostgreSQL confirms what is not on the disk, what was acknowledged is found missing', async (context) => {
  const report = await runChaos({
    seed,
    seconds: controlSeconds,
    only: ['kill_database'],
    // Long enough that something has been confirmed and not been written when it is killed.
    settings: { wal_writer_delay: '10s' },
    prepare: confirmBeforeItIsWritten,
    settlesWithinMs: 0,
  })
  assert.ok(
    report.lost.some((line) => / was acknowledged as /.test(line)),
    'the planted bug was not found',
  )
  tellProof(context, `control: commits that are confirmed too early lost ${report.lost.length}`)
})

const controlSeconds = 25

/** Behind the back of the processes, which would not have started on such a database. */
async function confirmBeforeItIsWritten({ world: { sql }, database, lines }: ChaosStage): Promise<void> {
  await sql.unsafe(`alter database ${database} set synchronous_commit = off`)
  lines.database.cut()
}

function counted({ asked }: ChaosReport['book']): string {
  const refunds = asked.filter(({ of }) => of !== undefined).length
  const rows = asked.filter(({ mark }) => / row \d+$/.test(mark)).length
  return `${refunds} of them refunds and ${rows} rows of batches`
}

function tell(report: ChaosReport): string[] {
  const { book, lost, doubled, played, looks, unknown, eventsTaken, takenTwice } = report
  const counts = Object.entries(Object.groupBy(played, ({ name }) => name))
    .map(([name, some]) => `${some?.length} × ${name}`)
    .sort()
  const times = report.healedMs.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const ofDatabase = report.healedMs.filter(({ name }) => name.endsWith('PostgreSQL')).map(({ ms }) => ms)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  // The rows of a batch share theirs.
  const decided = new Set(book.asked.map((asked) => asked.decided))
  const decisions = [...decided].reduce((sum, some) => sum + some.length, 0)
  return [
    `seed ${seed}, ${seconds} s of chaos, ${played.length} faults, ${report.starts} starts`,
    `${book.acknowledged.length} acknowledged (${book.asked.length} payments, ${counted(book)}, ${decisions} decisions), ${book.lostAnswers} answers lost, ${book.repeats} sent again, ${book.repeatedCallbacks} callbacks repeated`,
    `${lost.length} lost, ${doubled.length} doubled, ${unknown} of which nobody knows; ${eventsTaken} events taken, ${takenTwice} of them twice`,
    `healed after ${at(0.5)} ms (p50), ${at(0.99)} ms (p99), after PostgreSQL was killed ${Math.round(Math.max(0, ...ofDatabase))} ms at most`,
    `books held in ${looks} snapshots`,
    counts.join(', '),
  ]
}
