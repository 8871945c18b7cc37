import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../primitives/refusal.ts'
import { readJson } from './read-json.ts'

const read = (text: string, money: string[] = ['amount']) => readJson(Buffer.from(text), money)
const problemWith = (digits: string) => read(`{"amount":${digits}}`).problems

describe('money is judged by its digits', () => {
  test('plain numbers of up to 13 and 2 digits pass', () => {
    for (const digits of ['0.1', '1', '1000', '0.01', '0.10', '9999999999999.99', '1234567890123']) {
      assert.deepEqual(problemWith(digits), [], digits)
      assert.deepEqual(read(`{"amount":${digits}}`).value, { amount: Number(digits) })
    }
  })

  for (const [digits, problem] of [
    ['1e3', 'must be written plainly, without an exponent'],
    ['1E3', 'must be written plainly, without an exponent'],
    ['1e400', 'must be written plainly, without an exponent'],
    ['1e-2', 'must be written plainly, without an exponent'],
    ['1.005', 'must have at most 2 digits after the point'],
    ['0.1000', 'must have at most 2 digits after the point'],
    ['-0', 'must be greater than 0'],
    ['-5', 'must be greater than 0'],
    ['12345678901234', 'must have at most 13 digits before the point'],
    ['9999999999999999999999', 'must have at most 13 digits before the point'],
  ] as const) {
    test(`${digits} is refused: ${problem}`, () => {
      assert.deepEqual(problemWith(digits), [{ field: 'amount', problem }])
    })
  }

  test('zero is left to the schema, and so is what is no number', () => {
    for (const value of ['0', '0.00', '"1e3"', 'null', 'true', '[1e3]', '{"value":1e3}']) {
      assert.deepEqual(problemWith(value), [], value)
    }
  })

  test('a field of the same name further inside is left to the schema', () => {
    assert.deepEqual(read('{"amount":5,"metadata":{"amount":1e3}}').problems, [])
    assert.deepEqual(read('{"items":[{"amount":1.005}]}').problems, [])
  })

  test('fields that are not money are left alone', () => {
    assert.deepEqual(read('{"weight":1e3}').problems, [])
    assert.deepEqual(read('{"amount":1e3}', []).problems, [])
  })

  test('of a field given twice the last one counts', () => {
    assert.deepEqual(read('{"amount":1e3,"amount":5}'), { value: { amount: 5 }, problems: [] })
    assert.equal(read('{"amount":5,"amount":1e3}').problems.length, 1)
  })
})

describe('text that cannot be stored', () => {
  test('is told with the field it stands in', () => {
    const problem = 'must be text without NUL characters or broken surrogate pairs'
    assert.deepEqual(read('{"name":"a\\u0000"}').problems, [{ field: 'name', problem }])
    assert.deepEqual(read('{"a":{"b":["x","\\uDC00"]}}').problems, [{ field: 'a.b.1', problem }])
    assert.deepEqual(read('{"a":"\\ud83d\\ude00 \\u0001"}').problems, [])
  })

  test('an escaped backslash before u0000 is only text', () => {
    assert.deepEqual(read('{"name":"\\\\u0000"}'), { value: { name: '\\u0000' }, problems: [] })
  })

  test('is found however deep it stands, without running out of stack', () => {
    const deep = 100_000
    const text = `${'['.repeat(deep)}"\\u0000"${']'.repeat(deep)}`
    assert.ok(refusedOrTold(text))
  })
})

describe('what is no JSON', () => {
  test('is refused with the place where it breaks, and without quoting it', () => {
    for (const text of ['', '{', '{"secret":"hunter2"', '{"secret":hunter2}', `{"a":${'x'.repeat(200)}}`]) {
      const { code, message } = refusalOf(text)
      assert.equal(code, 'invalid_json')
      assert.ok(!message.includes('hunter2') && !message.includes('xxx'), message)
    }
  })

  test('is refused when it is not UTF-8, and a byte order mark is no obstacle', () => {
    assert.throws(() => readJson(Buffer.from([0x22, 0xff, 0x22])), /not UTF-8/)
    assert.deepEqual(read('\ufeff{}').value, {})
  })
})

function refusalOf(text: string): Refusal {
  try {
    read(text)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return assert.fail('it was read')
}

function refusedOrTold(text: string): boolean {
  try {
    return read(text).problems.length > 0
  } catch (error) {
    return error instanceof Refusal
  }
}
