type SchemaNode = {
  type?: string
  properties?: Record<string, SchemaNode>
  required?: readonly string[]
  items?: SchemaNode
  anyOf?: readonly SchemaNode[]
}

/**
 * Takes away what is null and optional, in the value itself: many languages write a field that is not there as null. Where
 * null has a meaning of its own, to take an address away, say, the schema allows it, and it stays.
 */
export function leaveOutNulls(value: unknown, schema: SchemaNode): void {
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) leaveOutNulls(item, schema.items)
    return
  }
  if (value === null || typeof value !== 'object' || !schema.properties) return
  const fields = value as Record<string, unknown>
  for (const [name, node] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(fields, name)) continue
    if (fields[name] !== null) leaveOutNulls(fields[name], node)
    else if (!schema.required?.includes(name) && !allowsNull(node)) delete fields[name]
  }
}

function allowsNull({ type, anyOf }: SchemaNode): boolean {
  return type === 'null' || (anyOf?.some(allowsNull) ?? false)
}
