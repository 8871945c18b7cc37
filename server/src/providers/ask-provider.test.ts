import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askProvider } from './ask-provider.ts'

test('an answer is handed on, and the call ends with it', async () => {
  let ended: AbortSignal | undefined
  const word = await askProvider(async (signal) => {
    ended = signal
    return { kind: 'pending' as const, providerStatus: 'PENDING' }
  })
  assert.equal(word.kind, 'pending')
  assert.equal(ended?.aborted, true, 'whatever it left behind is let go')
})

test('an answer that breaks is one that we do not know', async () => {
  const broken = [
    () => Promise.reject(new Error('ECONNRESET')),
    () => {
      throw new Error('at once')
    },
  ]
  for (const question of broken) assert.equal((await askProvider(question)).kind, 'unknown')
})

test('why nobody answered is told in words, and not in names of errors', async () => {
  const because = async (cause: Error) => {
    const word = await askProvider(() => Promise.reject(new TypeError('fetch failed', { cause })))
    return word.kind === 'unknown' && word.because
  }
  assert.equal(await because(new Error('other side closed')), 'fetch failed (other side closed)')
  const everywhere = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  assert.equal(await because(everywhere), 'fetch failed (ECONNREFUSED)')
})

test('a call that hangs is given up and ended, and what it says later harms nobody', async () => {
  const late = Promise.withResolvers<never>()
  const ended = Promise.withResolvers<void>()
  const word = await askProvider((signal) => {
    signal.addEventListener('abort', () => ended.resolve())
    return late.promise
  }, 20)
  assert.deepEqual(word, { kind: 'unknown', because: 'no answer in time' })
  await ended.promise
  late.reject(new Error('too late'))
})
