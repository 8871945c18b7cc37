import type { Instead } from '@malipo/contract'
import { closest, distance } from 'fastest-levenshtein'
import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import Format from 'typebox/format'
import { Settings } from 'typebox/system'
import { endOf, instantFrom, isDay } from '../primitives/instant.ts'
import type { FieldProblem } from '../primitives/refusal.ts'
import type { SiblingOf } from './sibling-fields.ts'

/** All problems are told at once; a body of 256 KiB cannot hold so many that this hurts. */
Settings.Set({ maxErrors: 100 })

// A leap second or a year of five digits is well written, and yet no filter could be made of it.
Format.Set('date-time', (text) => instantFrom(text) !== null)
Format.Set('date', isDay)
Format.Set('instant-or-day', (text) => endOf(text) !== null)

type SchemaNode = Record<string, unknown> & {
  'x-problem'?: string
  /** What is said of a name that it does not take, where names are the caller's own. */
  'x-other-names'?: string
  /** The longest that it may be, written as JSON. */
  'x-most-bytes'?: number
  /** A list so long that whoever takes it tells what is wrong row by row; here only how long it is counts. */
  'x-told-by-row'?: boolean
  /** A field that stands for several others. */
  'x-instead'?: Instead
  properties?: Record<string, SchemaNode>
}
type Fault = {
  keyword: string
  schemaPath: string
  instancePath: string
  params: Record<string, unknown>
  message: string
}

export type Validate = (value: unknown) => FieldProblem[]

/** Compiled for the first value: most processes are asked for a few operations only, and all would make a start slow. */
const checks = new WeakMap<TObject, ReturnType<typeof Compile>>()

function checkOf(schema: TObject): ReturnType<typeof Compile> {
  const known = checks.get(schema)
  if (known !== undefined) return known
  const made = Compile(schema) as ReturnType<typeof Compile>
  checks.set(schema, made)
  return made
}

/** Names everything that is wrong with a value, in plain words. */
export function validator(schema: TObject, siblingOf: SiblingOf = () => undefined): Validate {
  const known = Object.keys(schema.properties)
  const checked = withoutRows(schema)
  const tooLong = lengthCheck(schema as unknown as SchemaNode)
  const misplaced = insteadCheck(schema as unknown as SchemaNode)
  let check: ReturnType<typeof Compile> | undefined
  return (value) => {
    check ??= checkOf(checked)
    if (check.Check(value)) {
      const fields = value as Record<string, unknown>
      return [...misplaced(fields), ...tooLong(fields)]
    }
    const problems = new Map<string, string>()
    for (const name of unknownFields(value, known)) problems.set(name, hint(name, known, siblingOf(name)))
    for (const fault of check.Errors(value) as unknown as Fault[]) {
      for (const { field, problem } of problemsOf(fault, schema as unknown as SchemaNode)) {
        if (!problems.has(field)) problems.set(field, problem)
      }
    }
    for (const { field, problem } of misplaced(value)) {
      if (!problems.has(field)) problems.set(field, problem)
    }
    // The checker stops after so many faults; whatever it did not come to name, the value does not pass.
    if (problems.size === 0) problems.set('body', 'does not fit; compare it with the reference')
    return [...problems].map(([field, problem]) => ({ field, problem }))
  }
}

function withoutRows(schema: TObject): TObject {
  const nodes = Object.entries(schema.properties as Record<string, SchemaNode>)
  if (!nodes.some(([, node]) => node['x-told-by-row'])) return schema
  const properties = nodes.map(([name, node]) => [
    name,
    node['x-told-by-row'] ? { ...node, items: {} } : node,
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** No keyword says how long a whole object is, so it is measured here: only where it is limited, and only when it is sent. */
function lengthCheck({ properties = {} }: SchemaNode): (value: Record<string, unknown>) => FieldProblem[] {
  const limited = Object.entries(properties).flatMap(([field, { 'x-most-bytes': most }]) =>
    most === undefined ? [] : [{ field, most }],
  )
  return (value) =>
    limited.flatMap(({ field, most }) => {
      const given = value[field]
      if (given === undefined) return []
      const bytes = Buffer.byteLength(JSON.stringify(given))
      return bytes > most ? [{ field, problem: `takes ${bytes} bytes; ${most} are the most` }] : []
    })
}

/** Either one field or those that it stands for: whoever sends both may mean either, and whoever sends neither has forgotten it. */
function insteadCheck({ 'x-instead': instead }: SchemaNode): Validate {
  if (instead === undefined) return () => []
  const { field: one, of: others, needed } = instead
  return (value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
    const given = (name: string) => (value as Record<string, unknown>)[name] !== undefined
    return given(one)
      ? others.filter(given).map((field) => ({ field, problem: `must be left out beside ${one}` }))
      : needed.filter((field) => !given(field)).map((field) => ({ field, problem: 'is required' }))
  }
}

/** Nobody reads more than that, and each is compared with all known names. */
const mostUnknownFields = 20

function unknownFields(value: unknown, known: string[]): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .slice(0, mostUnknownFields)
}

function problemsOf(fault: Fault, schema: SchemaNode): FieldProblem[] {
  const field = fieldName(fault.instancePath)
  if (fault.keyword === 'additionalProperties') {
    // Those of the value itself are already named.
    const unknown = field === '' ? [] : (fault.params.additionalProperties as string[])
    const problem = nodeAt(schema, fault.schemaPath)['x-other-names'] ?? 'is not a known field'
    return unknown.map((name) => ({ field: join(field, name), problem }))
  }
  if (fault.keyword === 'required') {
    const missing = fault.params.requiredProperties as string[]
    return missing.map((name) => ({ field: join(field, name), problem: 'is required' }))
  }
  // The inner faults of a union and of a refused extra field are told by their parents.
  if (fault.keyword === 'boolean' || /\/anyOf\/\d+$/.test(fault.schemaPath)) return []
  return [{ field: field || 'body', problem: inWords(fault, nodeAt(schema, fault.schemaPath)) }]
}

function inWords(fault: Fault, node: SchemaNode): string {
  if (fault.keyword === 'type' && fault.instancePath === '') return 'must be a JSON object'
  const stated = node['x-problem'] ?? statedWithin(node)
  if (stated) return stated
  if (Array.isArray(node.enum)) return `must be one of ${node.enum.join(', ')}`
  if (fault.keyword === 'minLength' && node.minLength === 1) return 'must not be empty'
  if (fault.keyword === 'uniqueItems') return 'must not repeat an item'
  return fault.message
}

/** A nullable field keeps its words, or those that it takes, inside the union. */
function statedWithin(node: SchemaNode): string | undefined {
  if (!Array.isArray(node.anyOf)) return undefined
  const options = node.anyOf as SchemaNode[]
  const stated = options.map((option) => option['x-problem']).find((words) => words !== undefined)
  const taken = options.flatMap((option) => (Array.isArray(option.enum) ? option.enum : []))
  return stated ?? (taken.length > 0 ? `must be one of ${taken.join(', ')}, or null` : undefined)
}

function hint(name: string, known: string[], sibling: string | undefined): string {
  // Containment catches `reference` for `merchant_reference`, which edit distance alone would miss.
  const near = known.find((candidate) => candidate.endsWith(`_${name}`) || name.endsWith(`_${candidate}`))
  const belongs = sibling === undefined ? '' : ` here, it belongs to ${sibling}`
  if (near) return `is not a known field${belongs}; did you mean ${near}?`
  if (known.length === 0) return `is not a known field${belongs}`
  // What is known next door is no misspelling of a name that is known here.
  if (sibling !== undefined) return `is not a known field${belongs}; known here are ${known.join(', ')}`
  const nearest = closest(name, known)
  const isClose = distance(name, nearest) <= Math.max(2, Math.floor(nearest.length / 3))
  return isClose
    ? `is not a known field; did you mean ${nearest}?`
    : `is not a known field; known are ${known.join(', ')}`
}

function nodeAt(schema: SchemaNode, pointer: string): SchemaNode {
  let node: unknown = schema
  for (const step of pointer.replace(/^#\/?/, '').split('/')) {
    if (step !== '' && node !== null && typeof node === 'object')
      node = (node as Record<string, unknown>)[step]
  }
  return (node ?? {}) as SchemaNode
}

function fieldName(pointer: string): string {
  return pointer.replace(/^\//, '').replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
}

function join(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`
}
