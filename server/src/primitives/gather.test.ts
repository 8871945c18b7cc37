import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPassingFault } from '../database/passing-fault.ts'
import { gather, QueueFull } from './gather.ts'

/** Batches that end when the test says so. */
function controlled(options: { most: number; atOnce: number; mostWaiting?: number }) {
  const batches: { items: number[]; end: () => void; fail: (error: Error) => void }[] = []
  const one = gather<number, string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    batches.push({ items, end: () => resolve(items.map((item) => `<${item}>`)), fail: reject })
    return promise
  }, options)
  const items = () => batches.map((batch) => batch.items)
  return { one, batches, items }
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

test('callers of one turn share a batch, and each gets its own result', async () => {
  const { one, batches, items } = controlled({ most: 10, atOnce: 1 })
  const results = Promise.all([one(1), one(2), one(3)])
  await turn()
  assert.deepEqual(items(), [[1, 2, 3]])
  batches[0]?.end()
  assert.deepEqual(await results, ['<1>', '<2>', '<3>'])
})

test('callers who come while a batch is under way go together in the next', async () => {
  const { one, batches, items } = controlled({ most: 10, atOnce: 1 })
  const first = one(1)
  await turn()
  const later = [one(2)]
  await turn()
  later.push(one(3))
  await turn()
  assert.deepEqual(items(), [[1]])
  batches[0]?.end()
  assert.equal(await first, '<1>')
  await turn()
  assert.deepEqual(items(), [[1], [2, 3]])
  batches[1]?.end()
  assert.deepEqual(await Promise.all(later), ['<2>', '<3>'])
})

test('a failure rejects its batch and no other', async () => {
  const { one, batches } = controlled({ most: 2, atOnce: 1 })
  const results = Promise.allSettled([one(1), one(2), one(3)])
  await turn()
  batches[0]?.fail(new Error('broken'))
  await turn()
  batches[1]?.end()
  assert.deepEqual(
    (await results).map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
    ['Error: broken', 'Error: broken', '<3>'],
  )
  const after = one(4)
  await turn()
  batches[2]?.end()
  assert.equal(await after, '<4>')
})

test('a function that throws at once rejects its batch and the next one runs', async () => {
  let calls = 0
  const one = gather<number, number>(
    (items) => {
      calls += 1
      if (calls === 1) throw new Error('thrown at once')
      return Promise.resolve(items)
    },
    { most: 10, atOnce: 1 },
  )
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.once('uncaughtException', note)
  try {
    await assert.rejects(Promise.race([one(1), turn().then(turn)]), /thrown at once/)
    assert.equal(await Promise.race([one(2), turn().then(turn)]), 2)
  } finally {
    process.removeListener('uncaughtException', note)
  }
  assert.deepEqual(uncaught, [])
})

test('a batch has so many items at most, and so many batches run at once', async () => {
  const { one, batches, items } = controlled({ most: 2, atOnce: 2 })
  const results = Promise.all([1, 2, 3, 4, 5].map(one))
  await turn()
  await turn()
  assert.deepEqual(items(), [
    [1, 2],
    [3, 4],
  ])
  batches[1]?.end()
  await turn()
  await turn()
  assert.deepEqual(items()[2], [5])
  for (const batch of batches) batch.end()
  assert.deepEqual(await results, ['<1>', '<2>', '<3>', '<4>', '<5>'])
})

test('a batch of large items ends before it weighs too much, and one that alone does goes alone', async () => {
  const batches: number[][] = []
  const carry = gather<number, number>(
    async (items) => {
      batches.push(items)
      return items
    },
    { most: 10, atOnce: 1, weight: { of: (item) => item, most: 10 } },
  )
  const sent = [4, 4, 4, 30, 1, 2, 3]
  assert.deepEqual(await Promise.all(sent.map(carry)), sent)
  assert.deepEqual(batches, [[4, 4], [4], [30], [1, 2, 3]])
})

test('a queue has an end: who comes to a full one is told so, and those in it are served', async () => {
  const { one, batches } = controlled({ most: 2, atOnce: 1, mostWaiting: 2 })
  const first = one(1)
  await turn()
  const waiting = [one(2), one(3)]
  const fourth = Promise.race([one(4), turn()])
  await assert.rejects(fourth, (error) => error instanceof QueueFull && isPassingFault(error))
  batches[0]?.end()
  await turn()
  const after = one(5)
  batches[1]?.end()
  await turn()
  batches[2]?.end()
  assert.deepEqual(await Promise.all([first, ...waiting, after]), ['<1>', '<2>', '<3>', '<5>'])
})
