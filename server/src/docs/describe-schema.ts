import type { Schema } from './read-reference.ts'

export type Field = { name: string; type: string; isRequired: boolean; description: string }

type Follow = (schema: Schema) => Schema

/** A schema that holds itself would go on for ever; nobody reads deeper than this. */
const deepest = 4

/** Every field of an object, those within it under dotted names, those of the items of a list under `name[]`. */
export function fieldsOf(schema: Schema, follow: Follow, prefix = '', depth = 0): Field[] {
  const { properties = {}, required = [] } = objectIn(schema, follow)
  return Object.entries(properties).flatMap(([key, inner]) => {
    const field = follow(inner)
    const name = prefix === '' ? key : `${prefix}.${key}`
    const list = within(field, follow, ({ items }) => items !== undefined)?.items
    const below = list ?? field
    const row = {
      name,
      type: typeOf(field, follow),
      isRequired: required.includes(key),
      description: aboutOf(field),
    }
    return depth >= deepest ? [row] : [row, ...fieldsOf(below, follow, list ? `${name}[]` : name, depth + 1)]
  })
}

function aboutOf({ description = '', default: usual }: Schema): string {
  const fallback = usual === undefined ? '' : `Default \`${JSON.stringify(usual)}\`.`
  return [description, fallback].filter(Boolean).join(' ')
}

/** All properties of it, where it is put together of several. */
function objectIn(schema: Schema, follow: Follow): Pick<Schema, 'properties' | 'required'> {
  const here = follow(schema)
  const parts = [here, ...(here.allOf ?? []).map(follow)]
  const whole = {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, Schema>,
    required: parts.flatMap(({ required = [] }) => required),
  }
  if (Object.keys(whole.properties).length > 0) return whole
  const one = within(here, follow, ({ properties }) => properties !== undefined)
  return one && one !== here ? objectIn(one, follow) : whole
}

/** The schema itself or the one among its alternatives that is wanted: `X or null` is mostly X. */
function within(schema: Schema, follow: Follow, isWanted: (one: Schema) => boolean): Schema | undefined {
  const here = follow(schema)
  if (isWanted(here)) return here
  return alternativesOf(here).map(follow).find(isWanted)
}

function alternativesOf({ anyOf, oneOf }: Schema): Schema[] {
  return anyOf ?? oneOf ?? []
}

/** In words, as Markdown. */
export function typeOf(schema: Schema, follow: Follow): string {
  const here = follow(schema)
  const alternatives = alternativesOf(here)
  if (alternatives.length > 0)
    return [...new Set(alternatives.map((one) => typeOf(one, follow)))].join(' or ')
  if (here.const !== undefined) return `\`${JSON.stringify(here.const)}\``
  if (here.enum) return `one of ${here.enum.map((value) => `\`${String(value)}\``).join(', ')}`
  if (here.items) {
    const { minItems: least, maxItems: most } = here
    return `list of ${typeOf(here.items, follow)}${limits(least, most, ' items')}`
  }
  if (here.properties || here.allOf) return 'object'
  const types = here.type === undefined ? ['anything'] : [here.type].flat()
  return types.map((type) => (type === 'string' ? textType(here) : numberType(type, here))).join(' or ')
}

const formats: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'time (RFC 3339)',
  date: 'day (`YYYY-MM-DD`)',
  email: 'e-mail address',
  uri: 'URL',
  binary: 'bytes',
}

function textType({ format = '', minLength, maxLength }: Schema): string {
  return `${formats[format] ?? 'string'}${limits(minLength, maxLength, ' characters')}`
}

function numberType(type: string, { minimum, maximum, exclusiveMinimum }: Schema): string {
  const above = exclusiveMinimum === undefined ? '' : `, greater than ${exclusiveMinimum}`
  return `${type}${above}${limits(minimum, maximum, '')}`
}

function limits(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}${unit}`
  if (most !== undefined) return `, at most ${most}${unit}`
  return least === undefined || least === 0 ? '' : `, at least ${least}${unit}`
}
