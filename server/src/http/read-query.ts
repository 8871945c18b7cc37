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
    const [, group, key] = pairName.exec(name) ?? []
    if (typeof value !== 'string') {
      problems.push({ field: name, problem: 'must be given once' })
    } else if (value.includes('\0') || !value.isWellFormed()) {
      problems.push({ field: name, problem: 'must be text without NUL characters' })
    } else if (group !== undefined && key !== undefined && isOfPairs(schema, group)) {
      read[group] ??= Object.create(null)
      Object.assign(read[group] as object, { [key]: value })
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

/** `metadata[order_id]`: one of several pairs that are one value. */
const pairName = /^(\w+)\[([^[\]]*)\]$/

function isOfPairs(schema: TObject | undefined, name: string): boolean {
  const properties = schema?.properties as Record<string, object> | undefined
  return (
    properties !== undefined &&
    Object.hasOwn(properties, name) &&
    'patternProperties' in (properties[name] ?? {})
  )
}

function convert(value: string, type: string | undefined): unknown {
  if (type === 'integer' && /^\d{1,9}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
