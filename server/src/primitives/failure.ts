import { type FailureCode, failures } from '@malipo/contract'

/** Why something failed: a code for programs, and words for people. */
export type Failure = { code: FailureCode; message: string }

export function failureOf(code: FailureCode, said: string | null = null): Failure {
  return { code, message: said === null || said.trim() === '' ? failures[code] : said }
}

type Kept = { failure_code: FailureCode | null; failure_reason: string | null }

/** As it is shown. `unnamed` is for rows that failed before codes were kept; null is for what has not failed at all. */
export function showFailure(
  { failure_code: code, failure_reason: said }: Kept,
  unnamed: FailureCode | null,
): { failure_code: FailureCode | null; failure_message: string | null } {
  if (unnamed === null) return { failure_code: null, failure_message: null }
  const { code: shown, message } = failureOf(code ?? unnamed, said)
  return { failure_code: shown, failure_message: message }
}
