import { endOfString } from '../primitives/end-of-string.ts'
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
  refuseDeepNesting(text)
  try {
    if (moneyNumbers.length === 0) return JSON.parse(text)
    const suspects: (FieldProblem & { within: unknown })[] = []
    const value = JSON.parse(text, function (this: unknown, key, inner, context?: { source?: string }) {
      if (typeof inner !== 'number' || !moneyNumbers.includes(key)) return inner
      const problem = problemWithMoney(context?.source ?? '')
      if (problem) suspects.push({ field: key, problem, within: this })
      return inner
    })
    // A field of the same name further inside is not the one the operation means.
    for (const { within, field, problem } of suspects) if (within === value) problems.push({ field, problem })
    return value
  } catch (error) {
    throw new Refusal('invalid_json', { message: `The body is not valid JSON: ${whatIsWrong(error, text)}.` })
  }
}

/** Deeper than any body of ours, and far from where recursion breaks. */
const deepestNesting = 32

function refuseDeepNesting(text: string): void {
  let depth = 0
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charCodeAt(position)
    if (character === quote) position = endOfString(text, position)
    else if (character === openBrace || character === openBracket) depth += 1
    else if (character === closeBrace || character === closeBracket) depth -= 1
    if (depth > deepestNesting) {
      throw new Refusal('invalid_json', {
        message: `The body is nested deeper than ${deepestNesting} levels.`,
      })
    }
  }
}

const [quote, openBrace, closeBrace, openBracket, closeBracket] = [34, 123, 125, 91, 93]

function problemWithMoney(digits: string): string | null {
  if (minorFromText(digits) !== null) return null
  if (/[eE]/.test(digits)) return 'must be written plainly, without an exponent'
  if (digits.startsWith('-')) return 'must be greater than 0'
  if (/\.\d{3,}/.test(digits)) return 'must have at most 2 digits after the point'
  return 'must have at most 13 digits before the point'
}

/** The parser quotes the text around the fault; quoting a body back could leak it into logs. */
function whatIsWrong(error: unknown, text: string): string {
  const words = String(error)
  if (words.includes('end of JSON input') || words.includes('Unterminated')) return 'it ends too early'
  const position = /position (\d+)/.exec(words)?.[1]
  if (position === undefined) return 'it has something where it does not belong'
  const at = Number(position)
  if (/^0[0-9]$/.test(text.slice(at - 1, at + 1)))
    return `the number at position ${at - 1} begins with a zero; write it without`
  return `it breaks at position ${position}`
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
