import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { plainUnions } from './plain-unions.ts'
import { writeReplies } from './write-replies.ts'

const OrNull = (schema: Type.TSchema) => Type.Union([schema, Type.Null()])
const schema = Type.Object({
  name: OrNull(Type.String()),
  at: OrNull(Type.String({ format: 'date-time' })),
  count: OrNull(Type.Integer()),
  state: OrNull(Type.Enum(['open', 'closed'])),
  inside: OrNull(Type.Object({ name: OrNull(Type.String()), isOpen: Type.Boolean() })),
  list: Type.Array(OrNull(Type.String())),
  either: Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: OrNull(Type.Integer()) })]),
})

const full = {
  name: 'Duka "la" Asha',
  at: '2026-11-15T12:30:00.000Z',
  count: 3,
  state: 'open',
  inside: { name: null, isOpen: false },
  list: ['a', null],
  either: { b: null },
}
const empty = {
  ...{ name: null, at: null, count: null, state: null, inside: null, list: [] },
  either: { a: 'x' },
}

test('what is written by a plain schema is what the schema says', () => {
  const write = writeReplies({ schema })
  for (const reply of [full, empty]) assert.deepEqual(JSON.parse(write(reply)), reply)
  assert.deepEqual(JSON.parse(write({ ...full, secret: 'not in the schema' })), full)
})

test('nothing that is one thing or null is left to be judged, and what is one of several things is', () => {
  assert.equal(JSON.stringify(plainUnions(schema)).split('anyOf').length - 1, 1)
})
