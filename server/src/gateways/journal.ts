import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartRefused } from '../primitives/start-refused.ts'
import type { Kept } from './book.ts'

/** Where a gateway keeps its book while nobody runs it. */
export type Memory = {
  /** All that was kept, in the order in which it began; and from now on more can be. */
  recall(): Kept[]
  keep(changes: Kept[]): void
  close(): void
}

/** So much more than its entries may stand in a journal until it is written anew. */
const mostRepeats = 1_000

/**
 * A journal in a file: a line for each change, which says how the entry stands after it. Written before anybody is answered, so that
 * whoever kills the process loses nothing that somebody was told; a power cut may, as it is no real money.
 */
export function journalAt(path: string): Memory {
  let file: number | null = null
  return {
    recall() {
      mkdirSync(dirname(path), { recursive: true })
      const { kept, isTidy } = readJournal(path)
      if (!isTidy) {
        // Written beside and put in its place in one step, so that there is always a whole one.
        writeFileSync(`${path}.new`, kept.map(lineOf).join(''), { mode: 0o600 })
        renameSync(`${path}.new`, path)
      }
      file = openSync(path, 'a', 0o600)
      return kept
    },
    keep(changes) {
      if (file === null) throw new Error(`Nobody has opened ${path}.`)
      writeSync(file, changes.map(lineOf).join(''))
    },
    close() {
      if (file !== null) closeSync(file)
      file = null
    },
  }
}

function readJournal(path: string): { kept: Kept[]; isTidy: boolean } {
  const lines = textOf(path).split('\n')
  // After the last line there is nothing, or one that was being written when somebody pulled the plug: nobody was told of that.
  const isTorn = lines.pop() !== ''
  const kept = new Map<string, Kept>()
  for (const [at, line] of lines.entries()) {
    const change = keptFrom(line)
    if (change === null)
      throw new StartRefused(
        `${path} is damaged in line ${at + 1}. Move it away, and its gateway begins with an empty book.`,
      )
    kept.set('mark' in change ? change.mark : `${change.entry.product} ${change.entry.reference}`, change)
  }
  return { kept: [...kept.values()], isTidy: !isTorn && lines.length <= 2 * kept.size + mostRepeats }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return ''
    throw error
  }
}

function lineOf(change: Kept): string {
  const text = JSON.stringify(change, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return `${text}\n`
}

function keptFrom(line: string): Kept | null {
  try {
    return JSON.parse(line, (name, value: unknown) => revived(name, value)) as Kept
  } catch {
    return null
  }
}

/** Amounts are the only text that ends so under these names; times are the only text under theirs. */
function revived(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (name === 'amount' || name === 'paidAmount') return BigInt(value.slice(0, -1))
  return times.has(name) ? new Date(value) : value
}

const times = new Set(['openedAt', 'settledAt', 'movedAt', 'promptedAt', 'at'])
