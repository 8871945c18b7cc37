import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTaking, type Taking, takeOnce } from './take-work.ts'

async function until(isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 500 && !isSo(); round += 1) await sleep(5)
  assert.ok(isSo())
}

/** Work in memory, of which one look takes two at most and no more than four are out; what is called slow waits. */
function pile(names: string[]) {
  const waiting = [...names]
  const done: string[] = []
  const given: string[][] = []
  const slow = Promise.withResolvers<void>()
  let out = 0
  const taking: Taking<string> = {
    async claim() {
      return waiting.splice(0, Math.min(2, 4 - out))
    },
    async lookAfter(name) {
      out += 1
      if (name.startsWith('slow')) await slow.promise
      out -= 1
      if (name.startsWith('broken')) throw new Error(name)
      done.push(name)
      return name.startsWith('open')
    },
    async letGo(items) {
      given.push(items)
    },
  }
  return { taking, done, given, waiting, end: slow.resolve }
}

test('what hangs keeps its own place, and the others go on', async () => {
  const { taking, done, end } = pile(['slow', 'a', 'b', 'slow too', 'c', 'd', 'e'])
  const running = startTaking(taking, { everyMs: 10_000, onError: assert.ifError })
  await until(() => done.length === 5)
  assert.deepEqual(done, ['a', 'b', 'c', 'd', 'e'])
  end()
  await running.stop()
  assert.equal(done.length, 7, 'stopping waits for what is under way')
})

test('what goes on waiting is given its next time at once, and so is what failed, which is told', async () => {
  const { taking, given, done, end } = pile(['slow', 'open', 'broken', 'over'])
  const told: string[] = []
  const onError = (error: unknown) => void told.push((error as Error).message)
  const running = startTaking(taking, { everyMs: 10_000, onError })
  await until(() => given.flat().length === 2)
  assert.deepEqual(given.flat().sort(), ['broken', 'open'])
  assert.deepEqual(told, ['broken'])
  assert.ok(!done.includes('slow'))
  end()
  await running.stop()
})

test('a look that fails is told, and the next one comes all the same', async () => {
  const { taking, done } = pile(['a'])
  let looks = 0
  const told: unknown[] = []
  const running = startTaking(
    {
      ...taking,
      async claim() {
        looks += 1
        if (looks === 1) throw new Error('away')
        return await taking.claim()
      },
    },
    { everyMs: 10, onError: (error) => void told.push(error) },
  )
  await until(() => done.length === 1)
  await running.stop()
  assert.equal(told.length, 1)
})

test('after it was stopped nothing more is taken', async () => {
  const { taking, waiting } = pile(['a', 'b', 'c', 'd', 'e', 'f'])
  const running = startTaking(taking, { everyMs: 1, onError: assert.ifError })
  await running.stop()
  const left = waiting.length
  await sleep(40)
  assert.equal(waiting.length, left)
})

test('one look ends when all of it is done, gives back what waits, and tells what failed', async () => {
  const { taking, given, end } = pile(['open', 'broken', 'over'])
  end()
  await assert.rejects(takeOnce(taking), /1 of 2 could not be looked after/)
  assert.deepEqual(given, [['open', 'broken']])
  assert.equal(await takeOnce(taking), 1)
  assert.equal(await takeOnce(taking), 0)
})
