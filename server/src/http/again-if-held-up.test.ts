import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeldByOthers } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import { againIfHeldUp } from './again-if-held-up.ts'

/** One that meets these, one after the other, and then nothing. */
function attemptThatMeets(...faults: Error[]) {
  let tries = 0
  const attempt = async () => {
    const fault = faults[tries]
    tries += 1
    if (fault) throw fault
    return 'done'
  }
  return { attempt, tries: () => tries }
}

const held = new HeldByOthers('held')
const deadlock = Object.assign(new Error('each waits for the other'), { code: '40P01' })

test('what met the lock of somebody else is done once more', async () => {
  for (const fault of [held, deadlock]) {
    const { attempt, tries } = attemptThatMeets(fault)
    assert.equal(await againIfHeldUp(attempt), 'done')
    assert.equal(tries(), 2)
  }
})

test('and not a third time', async () => {
  const { attempt, tries } = attemptThatMeets(held, held)
  await assert.rejects(againIfHeldUp(attempt), held)
  assert.equal(tries(), 2)
})

test('what failed for another reason is not done again', async () => {
  const late = Object.assign(new Error('statement timeout'), { code: '57014' })
  for (const fault of [new Refusal('not_found'), late, new Error('a bug')]) {
    const { attempt, tries } = attemptThatMeets(fault)
    await assert.rejects(againIfHeldUp(attempt), fault)
    assert.equal(tries(), 1)
  }
})

test('what has taken long is not begun anew', async (context) => {
  context.mock.method(
    performance,
    'now',
    (() => {
      let now = 0
      return () => {
        now += 8_001
        return now
      }
    })(),
  )
  const { attempt, tries } = attemptThatMeets(held)
  await assert.rejects(againIfHeldUp(attempt), held)
  assert.equal(tries(), 1)
})
