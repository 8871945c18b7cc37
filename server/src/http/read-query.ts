import type { TObject } from 'typebox'
import { type FieldProblem, invalid } from '../primitives/refusal.ts'

/** Query values are texts: those that the schema calls numbers or booleans become so, the rest stays for validation. */
export function readQuery(
  raw: Record<string, unknown>,
  schema: TObject | undefined,
): Record<string, unknown> {
  // Without a prototype, so that a parameter named like one is a parameter.
  const read: Record<string, unknown> = Object.create(null)
  const problems: FieldProblem[] = []
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value !== 'string') {
      problems.push({ field: name, problem: 'must be given once' })
    } else if (value.includes('\0') || !value.isWellFormed()) {
      problems.push({ field: name, problem: 'must be text without NUL characters' })
    } else {
      read[name] = convert(
        value,
        (schema?.properties as Record<string, { type?: string }> | undefined)?.[name]?.type,
      )
    }
  }
  if (problems.length > 0) throw invalid(...problems)
  return read
}

function convert(value: string, type: string | undefined): unknown {
  if (type === 'integer' && /^\d{1,9}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
