import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatherLines } from './gather-lines.ts'

const info = (text: string) => `{"level":"info","msg":"${text}"}\n`

function gathered() {
  const writes: string[] = []
  return { writes, lines: gatherLines({ write: (text) => void writes.push(text) }) }
}

test('lines that tell of the usual leave together, soon', async () => {
  const { writes, lines } = gathered()
  lines.write(info('one'))
  lines.write(info('two'))
  assert.deepEqual(writes, [])
  while (writes.length === 0) await sleep(5)
  assert.deepEqual(writes, [info('one') + info('two')])
})

test('trouble leaves at once, after all that was before it', () => {
  for (const level of ['warn', 'error', 'fatal']) {
    const { writes, lines } = gathered()
    const trouble = `{"level":"${level}","msg":"trouble"}\n`
    lines.write(info('before'))
    lines.write(trouble)
    assert.deepEqual(writes, [info('before') + trouble])
  }
})

test('no more leaves together than a pipe takes in one piece', () => {
  const { writes, lines } = gathered()
  for (let count = 0; count < 40; count += 1) lines.write(info('x'.repeat(1_000)))
  assert.equal(writes.length, 13)
  assert.ok(writes.every((text) => text.length <= 4_096 && text.endsWith('}\n')))
})

test('what still waits when the process ends leaves then', () => {
  const { writes, lines } = gathered()
  lines.write(info('last'))
  const ending = process.listeners('exit').at(-1)
  ending?.(0)
  assert.deepEqual(writes, [info('last')])
})
