import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sideThread } from './side-thread.ts'

/** Says what it was given and asked, or does what it is asked. */
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, workerData } from 'node:worker_threads'
  parentPort.on('message', (asked) => {
    if (asked === 'hang') for (;;);
    if (asked === 'break') throw new Error('it broke')
    if (asked === 'end') process.exit(3)
    parentPort.postMessage(workerData + ' ' + asked)
  })`)}`,
)
const wishes = { file, workerData: 'told', mostWaiting: 3, withinMs: 20_000, whenBusy: 'Later.' }
const busy = { name: 'Refusal', code: 'unavailable', message: 'Later.' }

test('questions are answered in turn, and one too many is told to come again', async () => {
  const { ask, end } = sideThread<string, string>(wishes)
  const asked = ['a', 'b', 'c', 'd'].map(ask)
  await assert.rejects(asked.pop() ?? ask('d'), busy)
  assert.deepEqual(await Promise.all(asked), ['told a', 'told b', 'told c'])
  await end()
})

test('one that breaks, ends or hangs the thread spoils only itself', async () => {
  const { ask, end } = sideThread<string, string>(wishes)
  const broken = assert.rejects(ask('break'), /it broke/)
  const ended = assert.rejects(ask('end'), busy)
  assert.equal(await ask('a'), 'told a')
  await Promise.all([broken, ended])
  await end()
  const impatient = sideThread<string, string>({ ...wishes, withinMs: 300 })
  await assert.rejects(impatient.ask('hang'), busy)
  await impatient.end()
})

test('once it is to end, whoever waits and whoever comes is told so at once', async () => {
  const { ask, end } = sideThread<string, string>(wishes)
  await ask('a')
  const waiting = ['hang', 'b'].map((one) => assert.rejects(ask(one), busy))
  await new Promise(setImmediate)
  await end()
  await Promise.all(waiting)
  await assert.rejects(ask('c'), busy)
})
