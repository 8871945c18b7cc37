import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchStatus } from './watch-status.ts'

function watching(states: string[], timeoutMs = 5_000) {
  const shown: string[] = []
  const left = [...states]
  const outcome = watchStatus({
    read: async () => ({ status: (left.length > 1 ? left.shift() : left[0]) ?? '' }),
    onChange: ({ status }) => shown.push(status),
    isFinal: ({ status }) => status === 'done',
    timeoutMs,
    signal: new AbortController().signal,
  })
  return outcome.then((ended) => ({ ended: ended?.status, shown }))
}

test('each state is shown once, and the last is given back', async () => {
  assert.deepEqual(await watching(['begun', 'begun', 'done']), { ended: 'done', shown: ['begun', 'done'] })
})

test('when the time is over nobody knows the outcome', async () => {
  assert.deepEqual(await watching(['begun'], 100), { ended: undefined, shown: ['begun'] })
})
