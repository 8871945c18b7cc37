import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, mostPairs, type Pairs, pairsOf, problemWith, withRoom } from './pairs.ts'

test('there is room for one more, until there are as many as there may be', () => {
  assert.deepEqual(pairsOf({}), [['', '']])
  assert.deepEqual(pairsOf({ order: 'A-17' }), [
    ['order', 'A-17'],
    ['', ''],
  ])
  const many = Array.from({ length: mostPairs }, (_, at): Pairs[number] => [`k${at}`, 'v'])
  assert.equal(withRoom(many).length, mostPairs)
})

test('only what is new, other or gone is sent', () => {
  const before = { order: 'A-17', table: '4', shop: 'x' }
  const pairs: Pairs = [
    ['order', 'A-18'],
    ['table', ' '],
    ['shop', 'x'],
    [' waiter ', ' Juma '],
    ['', 'nothing'],
  ]
  assert.deepEqual(changeOf(before, pairs), { order: 'A-18', table: null, waiter: 'Juma' })
  assert.deepEqual(changeOf(before, pairsOf(before)), {})
})

test('a key that cannot be one, or is there twice, is told where it stands', () => {
  const pairs: Pairs = [
    ['order id', '1'],
    ['order', '1'],
    ['order', '2'],
    ['order', ''],
  ]
  assert.deepEqual(
    pairs.map((_, place) => problemWith(pairs, place)),
    ['keyProblem', undefined, 'twice', undefined],
  )
})
