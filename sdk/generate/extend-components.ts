import type { Schema } from './write-type.ts'

/** Fewer fields than these may be the same by chance. */
const fewestFields = 6

/** Components that have all fields of another and some more say so, in place of saying them again. */
export function extendComponents(components: Record<string, Schema>): Record<string, Schema> {
  const all = Object.entries(components).map(([name, schema]) => ({ name, schema, fields: fieldsOf(schema) }))
  return Object.fromEntries(
    all.map(({ name, schema, fields }) => {
      const [largest] = all
        .filter((other) => other.fields.size >= fewestFields && other.fields.size < fields.size)
        .filter((other) => [...other.fields].every((field) => fields.has(field)))
        .sort((a, b) => b.fields.size - a.fields.size)
      return [name, largest ? { ...without(schema, largest.schema), extends: largest.name } : schema]
    }),
  )
}

function fieldsOf({ properties = {}, required = [] }: Schema): Set<string> {
  return new Set(
    Object.entries(properties).map(([name, schema]) =>
      JSON.stringify([name, required.includes(name), schema]),
    ),
  )
}

function without(schema: Schema, { properties: taken = {} }: Schema): Schema {
  const left = Object.entries(schema.properties ?? {}).filter(([name]) => !Object.hasOwn(taken, name))
  return { ...schema, properties: Object.fromEntries(left) }
}
