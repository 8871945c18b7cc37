import assert from 'node:assert/strict'
import type { Reply } from '../../service.ts'

/** The codes that were met with, for the test that none is forgotten. */
export const provoked = new Set<string>()

/** What a caller may be told: `status code`, with the three fields of an error, an id to quote, and no more. */
export function assertRefused(answer: Reply, expected: `${number} ${string}`): Reply['body']['error'] {
  assert.equal(`${answer.status} ${answer.body.error?.code}`, expected, JSON.stringify(answer.body))
  assert.deepEqual(Object.keys(answer.body).sort(), ['error', 'success'])
  assert.equal(answer.body.success, false)
  const { error } = answer.body
  assert.deepEqual(Object.keys(error).sort(), ['code', 'details', 'message'])
  // A sentence may begin with the name of a field, which keeps its small letters.
  assert.match(error.message, /^(?:[A-Z"]|[a-z]+(?:_[a-z]+)+ ).*[.?]$/s, 'a message is a sentence')
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/)
  assert.match(answer.headers.get('x-request-id') ?? '', /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/)
  provoked.add(error.code)
  return error
}

export type Problem = { field: string; problem: string }

export function problemsOf(answer: Reply): Record<string, string> {
  const { details } = assertRefused(answer, '422 validation_error')
  assert.ok(Array.isArray(details))
  return Object.fromEntries((details as Problem[]).map(({ field, problem }) => [field, problem]))
}
