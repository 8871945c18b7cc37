import assert from 'node:assert/strict'
import { test } from 'node:test'
import { record, table } from './tables.ts'

test('a record leaves out what has no value, and lines the others up', () => {
  assert.equal(
    record({ id: 'a', amount: 0, status: null, more: { x: 1 } }),
    'id      a\namount  0\nmore    {"x":1}',
  )
  assert.equal(record({}), '')
})

test('columns are as wide as what is seen of them, colours left out', () => {
  const red = '\u001b[31mno\u001b[39m'
  assert.equal(
    table(
      ['a', 'bb'],
      [
        ['long', 'x'],
        [red, 'y'],
      ],
    ),
    `a     bb\nlong  x\n${red}    y`,
  )
})
