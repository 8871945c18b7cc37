import { minorFromText } from '../primitives/money.ts'
import { type FieldProblem, Refusal } from '../primitives/refusal.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Escapes that PostgreSQL cannot store: NUL, and halves of a surrogate pair. */
const suspectEscape = /\\u(?:0000|d[89a-f])/i

export type ReadJson = { value: unknown; problems: FieldProblem[] }

/**
 * Reads a body. Numbers in `moneyNumbers` are judged by their digits in the text, because a float has already
 * forgotten them: `1e3`, `1.005` and `1e400` are told here, while `0.1` is ten cents.
 */
export function readJson(bytes: Buffer, moneyNumbers: readonly string[] = []): ReadJson {
  const text = decode(bytes)
  const problems: FieldProblem[] = []
  const value = parse(text, moneyNumbers, problems)
  if (suspectEscape.test(text)) findUnstorableText(value, '', problems)
  return { value, problems }
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Refusal('invalid_json', {
      message: 'The body is not UTF-8. Send one JSON object encoded as UTF-8.',
    })
  }
}

function parse(text: string, moneyNumbers: readonly string[], problems: FieldProblem[]): unknown {
  try {
    if (moneyNumbers.length === 0) return JSON.parse(text)
    return JSON.parse(text, (key, value, context?: { source?: string }) => {
      if (typeof value !== 'number' || !moneyNumbers.includes(key)) return value
      const problem = problemWithMoney(context?.source ?? '')
      if (problem) problems.push({ field: key, problem })
      return value
    })
  } catch (error) {
    throw new Refusal('invalid_json', { message: `The body is not valid JSON: ${whatIsWrong(error)}.` })
  }
}

function problemWithMoney(digits: string): string | null {
  if (minorFromText(digits) !== null) return null
  if (/[eE]/.test(digits)) return 'must be written plainly, without an exponent'
  if (digits.startsWith('-')) return 'must be greater than 0'
  if (/\.\d{3,}/.test(digits)) return 'must have at most 2 digits after the point'
  return 'must have at most 13 digits before the point'
}

/** The parser quotes the text around the fault; quoting a body back could leak it into logs. */
function whatIsWrong(error: unknown): string {
  const position = /position (\d+)/.exec(String(error))?.[1]
  return position ? `it breaks at position ${position}` : 'it ends too early or is nested too deeply'
}

function findUnstorableText(value: unknown, path: string, problems: FieldProblem[]): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      problems.push({ field: path, problem: 'must be text without NUL characters or broken surrogate pairs' })
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      findUnstorableText(key, path, problems)
      findUnstorableText(inner, path ? `${path}.${key}` : key, problems)
    }
  }
}
