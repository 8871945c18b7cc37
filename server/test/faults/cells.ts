import { answerFaults, callbackFaults, endFaults } from '../../src/gateways/faults.ts'
import { forEver } from '../providers/patient.ts'
import type { FaultStage } from './fault-stage.ts'
import { type Ended, judgeRow, lookAtBoth } from './judge-row.ts'
import { type Played, scenes } from './scenes.ts'

/** Something that is done, what meets the fault meanwhile, and how it must end. */
export type Row = {
  name: string
  scene: keyof typeof scenes
  /** A call of the gateway whose first answer suffers; all answers for an hour; or the news of how it ended, or that end itself. */
  on: { call: string } | 'every answer' | 'news' | 'end'
  /** What becomes of the news while answers suffer: lost, unless they are the reason to ask. */
  hasNews?: true
  /** What must be odd besides, so that there is such a call at all. */
  besides?: { fault: string; on: string }
  /** How it stands here and there in the end, after which faults: `SUCCESS paid`. */
  ends: Readonly<Record<string, readonly string[]>>
}

export type Cell = { row: Row; fault: string; wanted: string }
export type Outcome = { cell: Cell; end: string; problems: string[] }

/** Never arrived. */
export const unsent = ['outage', 'silent_before', 'error_before', 'ambiguous_before'] as const
/** Arrived, and the answer did not. */
export const unheard = [
  'silent_after',
  'error_after',
  'ambiguous_after',
  'garbage',
  'slow',
  'huge',
  'truncated',
] as const
const silences: readonly string[] = ['silent_before', 'silent_after', 'slow']

/** One for each fault of each row, in the order of the rows. A fault that no row speaks of is a mistake of its table. */
export function cellsOf(rows: readonly Row[], ownFaults: readonly string[]): Cell[] {
  return rows.flatMap((row) => {
    const wanted = Object.entries(row.ends).flatMap(([end, faults]) =>
      faults.map((fault): Cell => ({ row, fault, wanted: end })),
    )
    const missing = faultsOf(row, ownFaults).filter((fault) => wanted.every((cell) => cell.fault !== fault))
    if (missing.length > 0)
      throw new Error(`${row.name}: nobody says how it ends after ${missing.join(', ')}`)
    return wanted
  })
}

function faultsOf({ on, scene }: Row, ownFaults: readonly string[]): readonly string[] {
  if (on === 'every answer') return answerFaults
  if (on === 'news') return callbackFaults
  // Whoever scans a code plays by their number alone.
  if (on === 'end') return scene === 'code' ? [] : endFaults
  return [...answerFaults, ...ownFaults]
}

/** Short ones for payers and late news, then long ones: orders run out, pages end, look-ups become rare. */
const waitsMs = { atOnce: [1_000, 31_000, 60_000], later: [3_600_000, 3_600_000, 90_000_000] }

/** Plays one cell until whatever can end has ended, and says where it is then and what is wrong with that. */
export async function playCell(stage: FaultStage, cell: Cell): Promise<Outcome> {
  const { row, fault, wanted } = cell
  const { gateway, till } = stage
  const since = gateway.book.all().length
  const provider = stage.service.parts.registry.named(stage.name)
  // Days have passed since the last one: a token that has run out should not be what meets the fault.
  await provider?.balance?.(forEver)
  stage.expectSilence(silences.includes(fault))
  aim(stage, cell)
  const played = await scenes[row.scene](stage)
  for (const ms of waitsMs.atOnce) await stage.pass(ms)
  const problems = hasStruck(stage, cell) ? [] : ['the fault met nobody']
  if (row.on === 'every answer') gateway.faults.clear()
  for (const ms of waitsMs.later) await stage.pass(ms)
  // Nobody calls back about what was taken back; a merchant who asks is told.
  if (fault === 'reversed' && played.about === 'collection') await till.refresh(played.id, till.liveKey)
  await stage.settle()
  const ended = await lookAtBoth(stage, played, since)
  const end = endOf(ended)
  if (end !== wanted) problems.push(`it should be ${wanted}`)
  problems.push(...judgeRow(played, ended, provider?.can.knowsRepeats ?? false))
  return { cell, end, problems: problems.filter((problem) => !isKnown(stage, played, cell, problem)) }
}

function aim({ gateway }: FaultStage, { row, fault }: Cell): void {
  const { on, besides, hasNews } = row
  const isAnswer = on !== 'news' && on !== 'end'
  if (isAnswer) gateway.faults.add({ fault: hasNews ? 'callback_unsigned' : 'callback_lost' })
  if (besides) gateway.faults.add({ ...besides, times: 1 })
  if (on === 'every answer') gateway.faults.add({ fault })
  else gateway.faults.add({ fault, times: 1, ...(typeof on === 'object' && { on: on.call }) })
}

function hasStruck({ gateway }: FaultStage, { row, fault }: Cell): boolean {
  return row.on === 'every answer' || gateway.faults.list().every((one) => one.fault !== fault)
}

/** Selcom tells nobody that a payout came back, and has no word for it: only its float shows it, when it is compared with our books. */
function isKnown({ name }: FaultStage, { about }: Played, { fault }: Cell, problem: string): boolean {
  const isUntold = name === 'selcom' && about === 'disbursement' && fault === 'reversed'
  return isUntold && problem === 'SUCCESS here, and reversed there'
}

/** Here, there, and whether a person is asked to look. */
function endOf({ status, contradictions, theirs }: Ended): string {
  return `${status} ${theirs[0]?.state ?? '–'}${contradictions > 0 ? ' discrepancy' : ''}`
}

/** All of them as a table: for each row how it ends, here and there, after which faults. */
export function showMatrix(outcomes: readonly Outcome[]): string {
  const lines = [...Map.groupBy(outcomes, ({ cell }) => cell.row.name)].flatMap(([name, ofRow]) => [
    name,
    ...[...Map.groupBy(ofRow, ({ end }) => end)].map(
      ([end, same]) => `  ${end.padEnd(28)} ${same.map(({ cell }) => cell.fault).join(' ')}`,
    ),
  ])
  return lines.join('\n')
}
