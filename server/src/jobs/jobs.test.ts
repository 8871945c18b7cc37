import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runEvery } from './jobs.ts'

async function until(isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 500 && !isSo(); round += 1) await sleep(5)
  assert.ok(isSo())
}

test('a chore runs again and again, never two at once', async () => {
  let [running, most, rounds] = [0, 0, 0]
  const chore = runEvery(
    1,
    async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(5)
      running -= 1
      rounds += 1
    },
    assert.ifError,
  )
  await until(() => rounds >= 3)
  await chore.stop()
  assert.equal(most, 1)
})

test('a failure is reported and the next round comes all the same', async () => {
  const reported: unknown[] = []
  let rounds = 0
  const chore = runEvery(
    1,
    async () => {
      rounds += 1
      throw new Error(`round ${rounds}`)
    },
    (error) => void reported.push((error as Error).message),
  )
  await until(() => rounds >= 2)
  await chore.stop()
  assert.deepEqual(reported.slice(0, 2), ['round 1', 'round 2'])
})

test('stopping waits for the round that is under way, and no other comes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let [begun, ended] = [0, 0]
  const chore = runEvery(
    1,
    async () => {
      begun += 1
      await promise
      ended += 1
    },
    assert.ifError,
  )
  await until(() => begun === 1)
  const stopped = chore.stop()
  setImmediate(resolve)
  await stopped
  assert.equal(ended, 1)
  await sleep(20)
  assert.equal(begun, 1)
})

test('a chore that throws at once is reported too', async () => {
  const reported: unknown[] = []
  const throws = () => {
    throw new Error('at once')
  }
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.once('uncaughtException', note)
  const chore = runEvery(1, throws, (error) => void reported.push((error as Error).message))
  for (let round = 0; round < 20 && reported.length + uncaught.length === 0; round += 1) await sleep(5)
  process.removeListener('uncaughtException', note)
  await chore.stop()
  assert.equal(reported[0], 'at once')
})

test('a chore of every hour runs within a minute of the start, for those who are restarted sooner', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let rounds = 0
    const work = async () => {
      rounds += 1
    }
    const chore = runEvery(3_600_000, work, assert.ifError)
    mock.timers.tick(60_000)
    await chore.stop()
    assert.equal(rounds, 1)
  } finally {
    mock.timers.reset()
  }
})
