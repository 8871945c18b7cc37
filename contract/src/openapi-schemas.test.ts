import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import Type from 'typebox'
import { described, document } from '../test/read-openapi.ts'
import { Nullable } from './fields.ts'
import { type PublishedSchema, publishSchemas } from './openapi-schemas.ts'

const named = Object.entries(document.components.schemas) as [string, PublishedSchema][]

/** Every schema below this one, with where it stands. */
function partsOf(schema: PublishedSchema, at: string): { part: PublishedSchema; at: string }[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [['items', schema.items]]),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((word) => Object.entries((schema[word] as object) ?? {})),
  ] as [string, PublishedSchema][]
  return inside.flatMap(([name, part]) => [{ part, at: `${at}.${name}` }, ...partsOf(part, `${at}.${name}`)])
}

const inParameters = described.flatMap(({ one }) =>
  one.parameters.map(({ name, schema }) => ({
    part: schema as PublishedSchema,
    at: `${one.operationId} ${name}`,
  })),
)
const inside = [...named.flatMap(([name, schema]) => partsOf(schema, name)), ...inParameters]

test('whatever has fields or is one of several words has a name, and is told once', () => {
  assert.ok(inside.length > 1000)
  for (const { part, at } of inside) {
    assert.ok(part.properties === undefined && part.enum === undefined, `give ${at} a name in schema-names`)
  }
  const shapes = named.map(([, { description: _words, ...shape }]) => JSON.stringify(shape))
  assert.equal(new Set(shapes).size, shapes.length)
})

test('bodies and replies are references, and every name is used', () => {
  const text = JSON.stringify(document)
  for (const [name] of named) assert.ok(text.includes(`"#/components/schemas/${name}"`), name)
  for (const { one } of described) {
    const body = one.requestBody?.content['application/json']?.schema
    if (body !== undefined) assert.match(JSON.stringify(body), /^\{"\$ref":/, one.operationId)
  }
})

test('what two operations share is called after neither', () => {
  const users = new Map<string, Set<string>>()
  for (const { one } of described) {
    for (const [, name = ''] of JSON.stringify(one).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      users.set(name, (users.get(name) ?? new Set()).add(one.operationId))
    }
  }
  const pascal = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`
  for (const { one } of described) {
    for (const ending of ['Request', 'Reply']) {
      const using = users.get(`${pascal(one.operationId)}${ending}`)?.size ?? 1
      assert.equal(using, 1, `${one.operationId} shares its ${ending}: give it a name`)
    }
  }
})

test('words have a type beside them, and nothing is said that only this service understands', () => {
  const formats = new Set(['uuid', 'date-time', 'date', 'email', 'uri', undefined])
  const every = [...named.map(([at, part]) => ({ at, part })), ...inside]
  for (const { part, at } of every) {
    if (part.enum !== undefined) assert.equal(part.type, 'string', at)
    assert.ok(formats.has(part.format as string | undefined), `${at} ${part.format}`)
    assert.deepEqual(
      Object.keys(part).filter((keyword) => keyword.startsWith('x-') || keyword.startsWith('~')),
      [],
      at,
    )
  }
})

test('a body that refuses unknown fields says so, and a reply leaves room for more', () => {
  for (const [name, schema] of named) {
    if (schema.properties === undefined || /^Statement|^Ignored|^PricingTier|^RiskCondition/.test(name))
      continue
    assert.equal(schema.additionalProperties, name.endsWith('Request') ? false : undefined, name)
  }
})

test('it is small enough to be sent to whoever asks', () => {
  const bytes = gzipSync(JSON.stringify(document)).length
  assert.ok(bytes <= 114_000, `${bytes} bytes`)
})

const Colour = Type.Enum(['red', 'green'], { description: 'Of a lamp.' })
const Lamp = Type.Object({ colour: Colour, since: Type.Optional(Nullable(Colour)) })

test('what has a name is found again though it was copied, and keeps words of its own', () => {
  const publisher = publishSchemas({ Colour, Lamp })
  const place = '#/components/schemas/Colour'
  assert.deepEqual(publisher.refer(Type.Optional(Colour)), { $ref: place })
  assert.deepEqual(publisher.refer({ ...Colour, description: 'Of a sign.' }), {
    $ref: place,
    description: 'Of a sign.',
  })
  assert.deepEqual(publisher.components().Lamp, {
    type: 'object',
    required: ['colour'],
    properties: {
      colour: { $ref: place },
      since: { anyOf: [{ $ref: place }, { type: 'null' }], description: 'Of a lamp.' },
    },
  })
})

test('null is another type of a plain value', () => {
  const { refer } = publishSchemas({})
  const schema = Nullable(Type.String({ format: 'url', description: 'Where.', 'x-problem': 'must be' }))
  assert.deepEqual(refer(schema), { type: ['string', 'null'], format: 'uri', description: 'Where.' })
})

test('two schemas with one name, and one with two, are refused', () => {
  assert.throws(() => publishSchemas({ Colour, Paint: Type.Enum(['red', 'green']) }), /Paint says the same/)
  assert.throws(() => publishSchemas({ Colour }).name('Colour', Lamp), /is the name of another/)
})
