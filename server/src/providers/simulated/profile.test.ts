import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from './profile.ts'

test('the same seed, draw and purpose always give the same number', () => {
  assert.equal(chance('7', 3, 'fails'), chance('7', 3, 'fails'))
  const others = [
    chance('8', 3, 'fails'),
    chance('7', 4, 'fails'),
    chance('7', 3, 'lost'),
    chance('73', 0, 'fails'),
  ]
  assert.equal(new Set([chance('7', 3, 'fails'), ...others]).size, 5)
})

test('numbers lie from 0 up to 1 and are spread evenly', () => {
  const numbers = Array.from({ length: 10_000 }, (_, draw) => chance('spread', draw, 'fails'))
  assert.ok(numbers.every((number) => number >= 0 && number < 1))
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length / numbers.length
    assert.ok(Math.abs(share - 0.1) < 0.015, `tenth ${tenth}: ${share}`)
  }
})
