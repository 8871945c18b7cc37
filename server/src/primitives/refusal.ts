import { type RefusalCode, refusals } from '@malipo/contract'

/**
 * The caller may not: thrown, so that everything begun for the request is rolled back. Where it was thrown is told only of those that are
 * our fault: nobody looks for the others, and to write it down would cost a tenth of a refused request.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: unknown

  constructor(code: RefusalCode, options: { message?: string; details?: unknown; cause?: unknown } = {}) {
    const { stackTraceLimit } = Error
    if (refusals[code].status < 500) Error.stackTraceLimit = 0
    super(options.message ?? refusals[code].message, 'cause' in options ? { cause: options.cause } : {})
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Refusal'
    this.code = code
    this.details = options.details ?? null
  }

  get status(): number {
    return refusals[this.code].status
  }
}

const mebibyte = 1_048_576

/** Tells what would have been taken. */
export function tooLarge(mostBytes: number): Refusal {
  const most =
    mostBytes % mebibyte === 0 ? `${mostBytes / mebibyte} MiB` : `${Math.floor(mostBytes / 1024)} KiB`
  return new Refusal('body_too_large', { message: `The body is larger than ${most}.` })
}

export type FieldProblem = { field: string; problem: string }

export function invalid(...problems: FieldProblem[]): Refusal {
  return new Refusal('validation_error', { details: problems })
}
