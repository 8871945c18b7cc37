import { readdirSync, readFileSync } from 'node:fs'

/** What somebody sent and what was answered, the envelope included. */
export type RecordedExample = { request?: unknown; reply: unknown }

const folder = new URL('../examples/', import.meta.url)

/** What a real service was asked and said, by operation. `npm run record-examples` writes it anew. */
export function recordedExamples(): Record<string, RecordedExample> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
}
