import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printer } from './printer.ts'

const of = (merchantId: string, content = '') => ({
  ...{ merchantId, content, by: 'draw' },
  file: new URL(import.meta.url),
})

/** A thread that answers with one letter, or does what the content says. */
const pretended = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ content }) => {
    if (content === 'hangs') for (;;);
    if (content === 'breaks') throw new Error('it broke')
    if (content === 'ends') process.exit(3)
    parentPort.postMessage(new TextEncoder().encode('x'))
  })`)}`,
)
const limits = { mostWaiting: 4, mostOfOne: 2, withinMs: 5_000 }
const busy = { name: 'Refusal', code: 'unavailable' }

test('whoever comes when enough wait is told to come again, one merchant sooner than all', async () => {
  const print = printer(limits, pretended)
  const ask = (merchant: string) => print(of(merchant)).then(String)
  const asked = ['a', 'a', 'a', 'b', 'c', 'd'].map(ask)
  const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status)
  const taken = ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected']
  assert.deepEqual(outcomes, taken)
  const refused = ['a', 'a', 'a'].map(ask)
  await assert.rejects(refused.pop() ?? ask('a'), busy)
  await Promise.all(refused)
  assert.equal(await ask('a'), 'x')
})

test('one that cannot be printed spoils only itself', async () => {
  const print = printer(limits, pretended)
  const impatient = printer({ ...limits, withinMs: 300 }, pretended)
  const broken = assert.rejects(print(of('a', 'breaks')), /it broke/)
  assert.equal(String(await print(of('a'))), 'x')
  await broken
  for (const fault of ['hangs', 'ends']) await assert.rejects(impatient(of('a', fault)), busy)
  // What has to start anew takes longer than that on a busy machine.
  assert.equal(String(await print(of('a'))), 'x')
})
