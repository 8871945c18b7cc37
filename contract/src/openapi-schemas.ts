/** A schema as it is published: JSON, and nothing that only this service understands. */
export type PublishedSchema = { [keyword: string]: unknown }

export type Publisher = {
  /** The schema in its place: a reference where it, or a part of it, has a name. */
  refer(schema: object): PublishedSchema
  /** What it is called, if anything. */
  nameOf(schema: object): string | undefined
  /** Gives a name to what has none yet. */
  name(name: string, schema: object): void
  /** Every schema that has a name, once, in the order of the names. */
  components(): Record<string, PublishedSchema>
}

/**
 * Schemas are composed by copying them, so that one is found again by what it says and not by being the same object. What a
 * field adds in words of its own stands beside the reference.
 */
export function publishSchemas(names: Record<string, object>): Publisher {
  const nameByShape = new Map<string, string>()
  const shapes = new Map<string, PublishedSchema>()

  function name(name: string, schema: object): void {
    const shape = clean(schema)
    const key = keyOf(shape)
    const other = nameByShape.get(key)
    if (other !== undefined) throw new Error(`${name} says the same as ${other}`)
    if (shapes.has(name)) throw new Error(`${name} is the name of another schema`)
    nameByShape.set(key, name)
    shapes.set(name, shape)
  }

  function referShape(shape: PublishedSchema): PublishedSchema {
    const name = nameByShape.get(keyOf(shape))
    if (name === undefined) return mapParts(shape, referShape)
    const { description } = shape
    const hasOwnWords = description !== undefined && description !== shapes.get(name)?.description
    return { $ref: `#/components/schemas/${name}`, ...(hasOwnWords && { description }) }
  }

  for (const [one, schema] of Object.entries(names)) name(one, schema)
  return {
    refer: (schema) => referShape(clean(schema)),
    nameOf: (schema) => nameByShape.get(keyOf(clean(schema))),
    name,
    components: () =>
      Object.fromEntries(
        [...shapes]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([one, shape]) => [one, mapParts(shape, referShape)]),
      ),
  }
}

/** What a schema says apart from words, with its keywords in one order. */
function keyOf({ description: _words, examples: _examples, ...shape }: PublishedSchema): string {
  return JSON.stringify(shape, (_key, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

function clean(schema: object): PublishedSchema {
  return cleanShape(JSON.parse(JSON.stringify(schema)))
}

function cleanShape(raw: PublishedSchema): PublishedSchema {
  // What is said to somebody who sent another value is for the service itself.
  const {
    'x-problem': _problem,
    'x-other-names': _names,
    'x-most-bytes': _bytes,
    'x-told-by-row': _rows,
    'x-instead': _instead,
    ...shape
  } = raw
  const cleaned = mapParts(shape, cleanShape)
  if (cleaned.format !== undefined) publishFormat(cleaned)
  if (Array.isArray(cleaned.enum)) return { type: 'string', ...cleaned }
  return cleaned.anyOf === undefined ? cleaned : joinNull(cleaned)
}

/** Formats that are only known here, in words that everybody knows. */
function publishFormat(shape: PublishedSchema): void {
  if (shape.format === 'url') shape.format = 'uri'
  if (shape.format !== 'instant-or-day') return
  delete shape.format
  shape.pattern = '^\\d{4}-\\d{2}-\\d{2}([Tt ]\\S+)?$'
  shape.description ??= 'A day like 2026-11-15, or an instant like 2026-11-15T12:30:00Z.'
}

/** What may be null is one type among two where that says everything; a name needs its own place beside null. */
function joinNull(shape: PublishedSchema): PublishedSchema {
  const { anyOf, ...rest } = shape
  const options = anyOf as PublishedSchema[]
  const [first, second] = options
  if (options.length !== 2 || first === undefined || second?.type !== 'null') return shape
  const { description, examples, ...value } = first
  const words = { ...rest, ...(description !== undefined && { description }) }
  if (typeof value.type === 'string' && value.enum === undefined && value.properties === undefined) {
    return { ...value, type: [value.type, 'null'], ...(examples !== undefined && { examples }), ...words }
  }
  return { anyOf: [value, second], ...words }
}

/** Does something to each schema inside a schema. */
function mapParts(
  shape: PublishedSchema,
  change: (part: PublishedSchema) => PublishedSchema,
): PublishedSchema {
  const mapped = { ...shape }
  if (isSchema(mapped.properties)) mapped.properties = mapEach(mapped.properties, change)
  if (isSchema(mapped.patternProperties)) mapped.patternProperties = mapEach(mapped.patternProperties, change)
  if (isSchema(mapped.items)) mapped.items = change(mapped.items)
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const parts = mapped[keyword]
    if (Array.isArray(parts)) mapped[keyword] = parts.map((part) => change(part))
  }
  return mapped
}

function mapEach(
  parts: PublishedSchema,
  change: (part: PublishedSchema) => PublishedSchema,
): PublishedSchema {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, change(part as PublishedSchema)]),
  )
}

function isSchema(value: unknown): value is PublishedSchema {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
