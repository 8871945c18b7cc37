type Schema = { [keyword: string]: unknown }

/**
 * The same schema for whoever writes by it: what is one thing or null becomes that thing, nullable. By a union the writer would first have each
 * value judged, at the cost of all the rest; what we answer is held against the document by the tests.
 */
export function plainUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainUnions)
  if (schema === null || typeof schema !== 'object') return schema
  const { anyOf, ...others } = schema as Schema
  const plain = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, plainUnions(value)]))
  if (!Array.isArray(anyOf)) return plain
  const things = anyOf.filter((one) => !isNull(one))
  const type = things.length === 1 && anyOf.length === 2 ? typeOf(things[0]) : undefined
  if (type === undefined) return { ...plain, anyOf: anyOf.map(plainUnions) }
  // Which values there are is no matter to whoever writes them, and null would not be among them.
  const { enum: _values, ...thing } = plainUnions(things[0]) as Schema
  return { ...thing, ...plain, type, nullable: true }
}

function typeOf({ type, enum: values }: Schema): unknown {
  if (type !== undefined) return type
  return Array.isArray(values) && values.every((value) => typeof value === 'string') ? 'string' : undefined
}

function isNull(schema: unknown): boolean {
  return (schema as Schema | null)?.type === 'null'
}
