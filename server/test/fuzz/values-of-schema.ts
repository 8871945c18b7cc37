import fc from 'fast-check'
import type { Place } from './edits.ts'

/** As much of JSON Schema as the OpenAPI document uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export type FindSchema = (place: string) => Schema

/** How deep is gone into schemas: no body of ours is deeper. */
const deepest = 4

/** What a schema lets pass, or nearly so: formats are of our own making, and what belongs together is not seen. */
export function valuesOf(schema: Schema, find: FindSchema, depth = 0): fc.Arbitrary<unknown> {
  const inside = (one: Schema) => valuesOf(one, find, depth + 1)
  if (schema.$ref !== undefined) return valuesOf(find(schema.$ref), find, depth)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map(inside))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (depth > deepest) return fc.constant(null)
  if (type === 'object' || schema.properties) {
    const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, inside(one)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  }
  if (type === 'array') {
    return fc.array(inside(schema.items ?? {}), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, 3),
    })
  }
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return numbersOf(schema, type)
  return textsOf(schema)
}

function numbersOf({ minimum = -10, maximum = 1e13 }: Schema, type: string): fc.Arbitrary<number> {
  const edges = fc.constantFrom(minimum, maximum)
  const between =
    type === 'integer'
      ? fc.integer({
          min: Math.ceil(Math.max(minimum, -(2 ** 31))),
          max: Math.floor(Math.min(maximum, 2 ** 31 - 1)),
        })
      : fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.oneof(edges, between)
}

const ofFormat: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  date: fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
  'date-time': fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
}

/** A hash in hexadecimal is the longest that any pattern asks for in full. */
const longestPattern = 64

function textsOf({ pattern, format = '', minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<unknown> {
  // What must not follow is left out, which the library does not know: then some of what is made is refused.
  const plain = pattern?.replaceAll(/\(\?[!=](?:[^()]|\([^()]*\))*\)/g, '')
  if (plain !== undefined)
    return fc.stringMatching(new RegExp(plain, 'u'), { maxLength: Math.min(maxLength, longestPattern) })
  const known = ofFormat[format]
  if (known) return known
  const most = Math.max(minLength, Math.min(maxLength, 200))
  return fc.string({ minLength, maxLength: most, unit: 'binary' })
}

/** Every place in a body that has a schema, and the whole body; of a list the first and one that is not there. */
export function placesIn(schema: Schema, find: FindSchema, at: Place = ['body']): [Place, Schema][] {
  if (at.length > deepest) return []
  if (schema.$ref !== undefined) return placesIn(find(schema.$ref), find, at)
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    placesIn(one, find, [...at, name]),
  )
  const items = schema.items
  const listed = items ? [0, 1].flatMap((place) => placesIn(items, find, [...at, place])) : []
  return [[at, schema], ...below, ...listed, ...choices.flatMap((one) => placesIn(one, find, at).slice(1))]
}
