import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bisect } from './bisect.ts'

/** Work that fails when one of the bad ones is among the items, and counts how often it was tried. */
function workWith(bad: number[]) {
  const tries: number[][] = []
  const work = async (items: number[]) => {
    tries.push(items)
    const found = items.find((item) => bad.includes(item))
    if (found !== undefined) throw new Error(`bad ${found}`)
    return items.map((item) => item * 10)
  }
  return { tries, work }
}

const never = () => false
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const inShort = (answers: (number | Error)[]) =>
  answers.map((answer) => (answer instanceof Error ? answer.message : answer))

test('what goes well is done at once', async () => {
  const { tries, work } = workWith([])
  assert.deepEqual(await bisect([1, 2, 3], work, never), [10, 20, 30])
  assert.equal(tries.length, 1)
})

test('the bad ones alone are told, each with its own fault, and in the order of the items', async () => {
  const { work } = workWith([0, 3, 4])
  assert.deepEqual(inShort(await bisect(numbers(6), work, never)), ['bad 0', 10, 20, 'bad 3', 'bad 4', 50])
})

test('one bad one among five hundred is found in a few tries', async () => {
  const { tries, work } = workWith([321])
  const answers = await bisect(numbers(500), work, never)
  assert.equal(answers.filter((answer) => answer instanceof Error).length, 1)
  assert.ok(tries.length < 20, `${tries.length} tries`)
})

test('what is nobody’s fault meets all, without another try', async () => {
  const { tries, work } = workWith([2])
  const answers = await bisect(numbers(4), work, () => true)
  assert.deepEqual(inShort(answers), ['bad 2', 'bad 2', 'bad 2', 'bad 2'])
  assert.equal(tries.length, 1)
})
