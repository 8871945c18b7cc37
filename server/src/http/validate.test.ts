import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Body, DecimalAmount, Nullable, NumberAmount, Timestamp } from '@malipo/contract'
import Type from 'typebox'
import { validator } from './validate.ts'

const check = validator(
  Body({
    merchant_reference: Type.String({ minLength: 1 }),
    amount: Type.Optional(NumberAmount),
    currency: Type.Optional(Type.Enum(['TZS', 'KES'])),
    expires_at: Type.Optional(Nullable(Timestamp)),
    method: Type.Optional(Nullable(Type.Enum(['USSD_PUSH', 'STK_PUSH']))),
    lines: Type.Optional(
      Type.Array(Type.Object({ price: DecimalAmount }, { additionalProperties: false }), {
        minItems: 1,
        uniqueItems: true,
      }),
    ),
  }),
)

const good = { merchant_reference: 'INV-1' }
const problems = (value: unknown) =>
  Object.fromEntries(check(value).map(({ field, problem }) => [field, problem]))
const problemWith = (more: Record<string, unknown>) => problems({ ...good, ...more })

test('a value that fits has no problems', () => {
  assert.deepEqual(check({ ...good, amount: 0.1, currency: 'TZS', expires_at: null }), [])
  assert.deepEqual(check({ ...good, expires_at: '2031-01-01T00:00:00+03:00', lines: [{ price: '1' }] }), [])
})

test('an unknown field is told the nearest known one', () => {
  const hint = (name: string) => problemWith({ [name]: 1 })[name]
  assert.equal(hint('amont'), 'is not a known field; did you mean amount?')
  assert.equal(hint('curency'), 'is not a known field; did you mean currency?')
  assert.equal(hint('expiresAt'), 'is not a known field; did you mean expires_at?')
  assert.equal(hint('reference'), 'is not a known field; did you mean merchant_reference?')
  assert.equal(hint('total_amount'), 'is not a known field; did you mean amount?')
  assert.match(hint('colour') ?? '', /^is not a known field; known are merchant_reference, amount, /)
})

test('an unknown field inside a list is told where it stands', () => {
  assert.deepEqual(problemWith({ lines: [{ price: '1', tax: 1 }] }), {
    'lines.0.tax': 'is not a known field',
  })
})

test('a missing field, a wrong choice and a wrong type are told in words', () => {
  assert.deepEqual(problems({ currency: 'USD', amount: '5', expires_at: 'soon', method: 'USSD' }), {
    merchant_reference: 'is required',
    currency: 'must be one of TZS, KES',
    amount: 'must be a number greater than 0 with at most 13 digits before and 2 after the point',
    expires_at: 'must be an ISO 8601 time with Z or an offset, like 2026-11-15T12:30:00Z',
    method: 'must be one of USSD_PUSH, STK_PUSH, or null',
  })
  assert.deepEqual(problems({ merchant_reference: '' }), { merchant_reference: 'must not be empty' })
})

test('amounts of nothing and beyond 13 digits are refused', () => {
  for (const amount of [0, -1, 1e13, Number.POSITIVE_INFINITY, Number.NaN]) {
    assert.deepEqual(Object.keys(problemWith({ amount })), ['amount'], String(amount))
  }
  for (const price of ['0', '0.00', '-1', '1.005', '1e3', '12345678901234', '', ' 1', '1,000', '٣']) {
    assert.deepEqual(Object.keys(problemWith({ lines: [{ price }] })), ['lines.0.price'], price)
  }
})

test('lists that repeat or lack an item are told so', () => {
  assert.deepEqual(problemWith({ lines: [{ price: '1' }, { price: '1' }] }), {
    lines: 'must not repeat an item',
  })
  assert.deepEqual(Object.keys(problemWith({ lines: [] })), ['lines'])
})

test('what is no object at all is told so', () => {
  for (const value of [[], 'text', 5, true]) {
    assert.deepEqual(problems(value), { body: 'must be a JSON object' }, JSON.stringify(value))
  }
})

test('a value that does not fit always has a problem, however much is wrong with it', () => {
  for (const count of [1, 50, 99, 100, 101, 1_000]) {
    const unknown = Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, at]))
    assert.ok(check({ ...good, ...unknown }).length > 0, `${count} unknown fields`)
    const lines = Array.from({ length: count }, () => ({ price: 'free', tax: 1 }))
    assert.ok(check({ ...good, lines }).length > 0, `${count} bad lines`)
  }
})

test('names of the language are unknown like any other', () => {
  const value = JSON.parse('{"merchant_reference":"a","__proto__":{"amount":1},"constructor":1,"toString":1}')
  assert.deepEqual(Object.keys(problems(value)).sort(), ['__proto__', 'constructor', 'toString'].sort())
})

test('a field of a sibling is told so, and is no misspelling of a name that is known here', () => {
  const siblings = new Map([
    ['currencies', 'POST /v1/baskets'],
    ['reference', 'POST /v1/orders'],
  ])
  const told = validator(Body({ merchant_reference: Type.String(), currency: Type.String() }), (field) =>
    siblings.get(field),
  )
  const problem = (name: string) => told({ [name]: 1 }).find(({ field }) => field === name)?.problem
  assert.equal(
    problem('currencies'),
    'is not a known field here, it belongs to POST /v1/baskets; known here are merchant_reference, currency',
  )
  assert.equal(
    problem('reference'),
    'is not a known field here, it belongs to POST /v1/orders; did you mean merchant_reference?',
  )
  assert.equal(problem('curency'), 'is not a known field; did you mean currency?')
})
