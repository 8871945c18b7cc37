import type { Outcome } from './play-cell.ts'

/** A line for each way and point: how many deaths, and what came of them. */
export function tellMatrix(outcomes: readonly Outcome[]): string[] {
  const byPlace = Map.groupBy(outcomes, ({ way }) => way)
  const width = Math.max(...[...byPlace.keys()].map(({ length }) => length))
  return [...byPlace].map(([place, some]) => `${place.padEnd(width)}  ${sumOf(some)}`)
}

export function sumOf(outcomes: readonly Outcome[]): string {
  const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(is).length
  return [
    `${outcomes.length} deaths`,
    `${count(({ wasAcknowledged }) => wasAcknowledged)} acknowledged`,
    `${count(({ isLost }) => isLost)} lost`,
    `${count(({ isDoubled }) => isDoubled)} doubled`,
    `${count(({ isUnknown }) => isUnknown)} of which nobody knows`,
  ].join(', ')
}
