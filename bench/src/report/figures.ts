import type { Costs } from '../costs.ts'

export type Bar = { atLeast: number } | { atMost: number }

/** How two things compare that were measured in the same run, and what is promised of it. */
export type Figure = { bench: string; what: string; ratio: number; bar: Bar; holds: boolean }

/** How often something happened in a second, how long it took, and what each cost. */
export type Rate = {
  bench: string
  name: string
  perSecond: number
  p50Ms?: number
  p99Ms?: number
  costs?: Costs
}

export type Found = { figures: Figure[]; rates: Rate[]; remarks: { bench: string; text: string }[] }

/** What a run has found so far, in the order in which it was found. */
export const found: Found = {
  figures: [],
  rates: [],
  remarks: [],
}

let underWay = ''

/** What is found from now on belongs to it. */
export function beginBench(name: string): void {
  underWay = name
}

export function noteFigure(figure: Omit<Figure, 'bench'>): void {
  found.figures.push({ bench: underWay, ...figure })
}

export function noteRate(rate: Omit<Rate, 'bench'>): void {
  found.rates.push({ bench: underWay, ...rate })
}

/** What is neither a rate nor a ratio, and is told all the same. */
export function remark(text: string): void {
  console.log(`  ${text}`)
  found.remarks.push({ bench: underWay, text })
}
