import { type RefusalCode, refusals } from '@malipo/contract'

/** The caller may not: thrown, so that everything begun for the request is rolled back. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: unknown

  constructor(code: RefusalCode, options: { message?: string; details?: unknown; cause?: unknown } = {}) {
    super(options.message ?? refusals[code].message, 'cause' in options ? { cause: options.cause } : {})
    this.name = 'Refusal'
    this.code = code
    this.details = options.details ?? null
  }

  get status(): number {
    return refusals[this.code].status
  }
}

export type FieldProblem = { field: string; problem: string }

export function invalid(...problems: FieldProblem[]): Refusal {
  return new Refusal('validation_error', { details: problems })
}
