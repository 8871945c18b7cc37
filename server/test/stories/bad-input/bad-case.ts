import assert from 'node:assert/strict'
import { traces } from '../../permissions/traces.ts'
import type { Reply } from '../../service.ts'
import { sideBySide } from '../../side-by-side.ts'
import type { Stage } from '../refusals/stage.ts'
import { type Answer, answerByReading } from './answer-by-reading.ts'

/** One way to spoil a good request, and the exact answer to it. */
export type BadCase = {
  what: string
  /** `status code`, and for `validation_error` the fields that are named, sorted. */
  told: string
  /** Fields to set; undefined leaves one out. */
  change?: Record<string, unknown>
  /** The bytes to send, made of the good body. */
  write?: (good: Record<string, unknown>) => string | Uint8Array | undefined
  headers?: Record<string, string>
  /** What the problem of the first field named must say. */
  hint?: string
}

/**
 * Whether the reading of a body alone refuses it as it should be. Where a service refused all of them for one path,
 * this is enough for the other paths, whose routes read with the same two functions.
 */
export function isRefusedByReading(path: string, good: Record<string, unknown>, one: BadCase): boolean {
  return differenceOf(one, answerByReading(path, bytesOf(good, one))).length === 0
}

/** What is sent: the good body with the changes of this case, or the bytes that it writes instead. */
export function bytesOf(good: Record<string, unknown>, { change, write = JSON.stringify }: BadCase) {
  return write({ ...good, ...change })
}

/**
 * Sends all of them side by side, and then looks whether any left a trace. All differences are shown. `sendOne` puts a good
 * request together and spoils it.
 */
export async function assertNoneTaken(
  { service }: Pick<Stage, 'service'>,
  cases: BadCase[],
  sendOne: (one: BadCase) => Promise<Reply>,
): Promise<void> {
  assert.ok(cases.length > 0)
  const before = await traces(service)
  const wrong = await sideBySide(cases, async (one) => differenceOf(one, await sendOne(one)))
  assert.deepEqual(wrong.flat(), [])
  assert.deepEqual(await traces(service), before)
}

function differenceOf(one: BadCase, answer: Answer): string[] {
  const told = toldBy(answer)
  if (told !== one.told) return [`${one.what}: ${told} instead of ${one.told}`]
  if (one.hint === undefined || problems(answer)[0]?.problem.includes(one.hint)) return []
  return [`${one.what}: "${problems(answer)[0]?.problem}" lacks "${one.hint}"`]
}

export function toldBy(answer: Answer): string {
  if (answer.body.success) return `${answer.status} accepted`
  const fields = problems(answer).map(({ field }) => field)
  return [answer.status, answer.body.error.code, ...fields.sort()].join(' ')
}

function problems({ body }: Answer): { field: string; problem: string }[] {
  const { details } = body.error
  return Array.isArray(details) ? details : []
}

/** The good body with one field written as this text, which need not be JSON. */
export function withLiteral(field: string, literal: string): NonNullable<BadCase['write']> {
  return ({ [field]: _replaced, ...rest }) => {
    const others = JSON.stringify(rest).slice(1, -1)
    return `{${others}${others === '' ? '' : ','}"${field}":${literal}}`
  }
}
