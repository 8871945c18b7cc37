import type { Surroundings } from '../surroundings.ts'
import { harmless, harmlessJson } from './harmless.ts'
import { isColourful, type Paint, paintFor } from './paint.ts'

export type Printer = {
  paint: Paint
  json: boolean
  /** What was asked for: with --json exactly what the service answered, else words for people. */
  result(answer: unknown, words: string): void
  /** For people only, beside the result: hints and warnings. */
  note(words: string): void
  /** One line that is written over while a person is watching; nothing otherwise. */
  progress(words: string): void
}

export function printerFor(surroundings: Surroundings, { json }: { json: boolean }): Printer {
  const { stdout, stderr } = surroundings
  const isWatched = isColourful(surroundings) && stderr.isTTY === true && !json
  const shown = (words: string) => harmless(words, { isColourful: isColourful(surroundings) })
  let hasProgress = false
  function clear() {
    if (hasProgress) stderr.write('\r\u001b[K')
    hasProgress = false
  }
  return {
    paint: paintFor(surroundings),
    json,
    result(answer, words) {
      clear()
      stdout.write(`${json ? harmlessJson(answer) : shown(words)}\n`)
    },
    note(words) {
      clear()
      stderr.write(`${shown(words)}\n`)
    },
    progress(words) {
      if (!isWatched) return
      clear()
      if (words === '') return
      stderr.write(shown(words))
      hasProgress = true
    },
  }
}
