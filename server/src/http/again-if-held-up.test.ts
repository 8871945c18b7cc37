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

/** Somebody who has not been answered. */
const waiting = { sent: false, elapsedTime: 5_000, raw: { destroyed: false } }

const held = new HeldByOthers('held')
const deadlock = Object.assign(new Error('each waits for the other'), { code: '40P01' })

test('what met the lock of somebody else is done once more', async () => {
  for (const fault of [held, deadlock]) {
    const { attempt, tries } = attemptThatMeets(fault)
    assert.equal(await againIfHeldUp(waiting, attempt), 'done')
    assert.equal(tries(), 2)
  }
})

test('and not a third time', async () => {
  const { attempt, tries } = attemptThatMeets(held, held)
  await assert.rejects(againIfHeldUp(waiting, attempt), held)
  assert.equal(tries(), 2)
})

test('what failed for another reason is not done again', async () => {
  const late = Object.assign(new Error('statement timeout'), { code: '57014' })
  for (const fault of [new Refusal('not_found'), late, new Error('a bug')]) {
    const { attempt, tries } = attemptThatMeets(fault)
    await assert.rejects(againIfHeldUp(waiting, attempt), fault)
    assert.equal(tries(), 1)
  }
})

test('nothing is begun anew for somebody who has waited too long, was answered or is gone', async () => {
  for (const state of [{ elapsedTime: 10_001 }, { sent: true }, { raw: { destroyed: true } }]) {
    const { attempt, tries } = attemptThatMeets(held)
    await assert.rejects(againIfHeldUp({ ...waiting, ...state }, attempt), held)
    assert.equal(tries(), 1)
  }
})
