import assert from 'node:assert/strict'
import { type Operation, operations } from '@malipo/contract'
import { leaveOutNulls, readJson, validator } from '../../../src/http/http.ts'
import { type FieldProblem, Refusal } from '../../../src/primitives/refusal.ts'
import type { Reply } from '../../service.ts'

export type Answer = Pick<Reply, 'status' | 'body'>

const good: Answer = {
  status: 200,
  body: { success: true, data: {}, error: { code: '', message: '', details: null } },
}

/**
 * What would be answered to a body for its reading and its shape alone: by the functions that every route calls,
 * without a service around them, so that thousands of bodies cost nothing.
 */
export function answerByReading(path: string, raw: string | Uint8Array | undefined): Answer {
  const { body, moneyNumbers } = operationAt(path)
  try {
    const { value, problems } = raw?.length ? readJson(Buffer.from(raw), moneyNumbers) : nothing
    const schema = body ?? assert.fail('takes no body')
    leaveOutNulls(value, schema)
    const shape = validatorOf(schema)(value ?? {})
    const told = new Set(problems.map(({ field }) => field))
    const all = [...problems, ...shape.filter(({ field }) => !told.has(field))]
    return all.length === 0 ? good : refused(new Refusal('validation_error', { details: all }))
  } catch (error) {
    if (error instanceof Refusal) return refused(error)
    throw error
  }
}

const nothing: { value: unknown; problems: FieldProblem[] } = { value: undefined, problems: [] }

function refused({ status, code, message, details }: Refusal): Answer {
  return { status, body: { success: false, data: {}, error: { code, message, details } } }
}

type Schema = Parameters<typeof validator>[0]
const validators = new Map<Schema, ReturnType<typeof validator>>()

/** Compiled once. */
function validatorOf(schema: Schema) {
  const found = validators.get(schema) ?? validator(schema)
  validators.set(schema, found)
  return found
}

function operationAt(path: string): Operation {
  const found = Object.values<Operation>(operations).find((one) => one.method === 'POST' && one.path === path)
  return found ?? assert.fail(`nothing is posted to ${path}`)
}
