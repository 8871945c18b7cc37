import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a service answered, as much as the OpenAPI document says of it. */
export type NotedAnswer = {
  method: string
  path: string
  status: number
  contentType: string
  /** The text of the body, where it is JSON. */
  body: string
  /** Which file, or bundle of files, asked. */
  askedBy: string
}

/** Where the run looks for them when all files have ended; unset where nobody looks. */
export const answersFolder = 'MALIPO_TEST_ANSWERS'

const noted: string[] = []

/**
 * Keeps an answer until the process ends. To judge it here would have every process load and compile the whole interface;
 * the run does it once.
 */
export function noteAnswer(answer: Omit<NotedAnswer, 'askedBy'>): void {
  const folder = process.env[answersFolder]
  if (folder === undefined || !answer.path.includes('/v1/')) return
  if (noted.length === 0) process.once('exit', () => writeNotes(folder))
  noted.push(JSON.stringify({ ...answer, askedBy: process.argv[1] ?? '' }))
}

function writeNotes(folder: string): void {
  writeFileSync(join(folder, `${process.pid}.jsonl`), `${noted.join('\n')}\n`)
}
