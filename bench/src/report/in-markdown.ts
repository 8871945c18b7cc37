import type { Costs } from '../costs.ts'
import type { Circumstances } from './circumstances.ts'
import type { Bar, Figure, found, Rate } from './figures.ts'

/** Everything that a run has found, as tables. */
export function inMarkdown(circumstances: Circumstances, { figures, rates, remarks }: typeof found): string {
  return [
    underWhat(circumstances),
    '',
    '| bench | ratio | promised | found | |',
    '|---|---|---|---|---|',
    ...figures.map(rowOfFigure),
    '',
    '| bench | what | a second | p50 | p99 | CPU, ours + database | WAL | fsyncs | round trips |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rates.map(rowOfRate),
    ...(remarks.length > 0 ? ['', ...remarks.map(({ bench, text }) => `- \`${bench}\`: ${text}`)] : []),
    '',
  ].join('\n')
}

function underWhat(of: Circumstances): string {
  const how = `best of ${of.rounds} rounds of ${of.seconds} s in turns, load from ${of.generator}`
  return `${of.date}: ${of.machine}; Node ${of.node}, PostgreSQL ${of.postgresql} with durable commits; ${how}.`
}

export function promised(bar: Bar): string {
  return 'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`
}

function rowOfFigure({ bench, what, ratio, bar, holds }: Figure): string {
  return `| \`${bench}\` | ${what} | ${promised(bar)} | ${ratio.toFixed(2)} | ${holds ? 'held' : '**missed**'} |`
}

function rowOfRate({ bench, name, perSecond, p50Ms, p99Ms, costs }: Rate): string {
  const cells = [
    `\`${bench}\``,
    name.replace(/^\w {2}/, ''),
    Math.round(perSecond).toLocaleString('en-US'),
    inMs(p50Ms),
    inMs(p99Ms),
    ...cellsOfCosts(costs),
  ]
  return `| ${cells.join(' | ')} |`
}

const inMs = (ms: number | undefined) => (ms === undefined || Number.isNaN(ms) ? '' : `${ms.toFixed(1)} ms`)

function cellsOfCosts(costs: Costs | undefined): string[] {
  if (costs === undefined) return ['', '', '', '']
  const { ownCpuUs, databaseCpuUs, walBytes, fsyncs, roundTrips } = costs
  const database = databaseCpuUs === undefined ? '?' : Math.round(databaseCpuUs)
  return [
    `${Math.round(ownCpuUs)} + ${database} µs`,
    `${Math.round(walBytes)} B`,
    fsyncs.toFixed(3),
    roundTrips.toFixed(3),
  ]
}
