import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Body, Nullable } from '@malipo/contract'
import Type from 'typebox'
import { leaveOutNulls } from './leave-out-nulls.ts'

const schema = Body({
  amount: Type.String(),
  name: Type.Optional(Type.String()),
  webhook_url: Type.Optional(Nullable(Type.String())),
  lines: Type.Optional(Type.Array(Type.Object({ price: Type.String(), tax: Type.Optional(Type.String()) }))),
})

const left = (value: unknown) => {
  leaveOutNulls(value, schema)
  return value
}

test('null in an optional field is as if it were left out, further inside as well', () => {
  assert.deepEqual(left({ amount: '5', name: null }), { amount: '5' })
  assert.deepEqual(left({ amount: '5', lines: [{ price: '1', tax: null }] }), {
    amount: '5',
    lines: [{ price: '1' }],
  })
  assert.deepEqual(left({ amount: '5', lines: null }), { amount: '5' })
})

test('null stays where it is required, where it has a meaning, and where nobody knows the field', () => {
  for (const value of [{ amount: null }, { amount: '5', webhook_url: null }, { amount: '5', colour: null }]) {
    assert.deepEqual(left(structuredClone(value)), value)
  }
  const strange = JSON.parse('{"amount":"5","__proto__":null,"constructor":null}')
  assert.deepEqual(Object.keys(left(strange) as object), ['amount', '__proto__', 'constructor'])
})

test('what is no object is left to whoever checks it', () => {
  for (const value of [null, 5, 'text', [null]]) assert.deepEqual(left(structuredClone(value)), value)
})
