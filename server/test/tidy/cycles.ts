import { importsOf } from './imports.ts'
import type { Rule } from './source-files.ts'

type Graph = Map<string, string[]>

export const cyclesRule: Rule = {
  name: 'cycles',
  promise: 'no files import each other in a circle, not even for types',
  check: (files) => {
    const paths = new Set(files.map(({ path }) => path))
    const graph: Graph = new Map(
      files.map((file) => [
        file.path,
        importsOf(file).flatMap(({ target }) => (target !== undefined && paths.has(target) ? [target] : [])),
      ]),
    )
    return cyclesOf(graph).map((cycle) => ({
      path: cycle[0] ?? '',
      message: [...cycle, cycle[0]].join(' → '),
    }))
  },
}

/** One shortest cycle for each knot of files that all reach each other. */
function cyclesOf(graph: Graph): string[][] {
  const told = new Set<string>()
  const cycles: string[][] = []
  for (const start of [...graph.keys()].sort()) {
    if (told.has(start)) continue
    const cameFrom = walk(graph, start)
    if (!cameFrom.has(start)) continue
    cycles.push(pathBack(cameFrom, start))
    for (const reached of cameFrom.keys()) {
      if (walk(graph, reached).has(start)) told.add(reached)
    }
  }
  return cycles
}

/** Walks in breadth, so that following it back gives a shortest path; the start is in it only if it reaches itself. */
function walk(graph: Graph, start: string): Map<string, string> {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const here of queue) {
    for (const next of graph.get(here) ?? []) {
      if (cameFrom.has(next)) continue
      cameFrom.set(next, here)
      queue.push(next)
    }
  }
  return cameFrom
}

function pathBack(cameFrom: Map<string, string>, start: string): string[] {
  const path = [start]
  for (let here = cameFrom.get(start); here !== undefined && here !== start; here = cameFrom.get(here)) {
    path.splice(1, 0, here)
  }
  return path
}
