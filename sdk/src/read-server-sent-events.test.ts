import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readServerSentEvents } from './read-server-sent-events.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('events are read whole, however the stream is cut and whichever line ends it has', async () => {
  const lines = [
    ': listening',
    'retry: 2000',
    '',
    'id: one',
    'event: collection.success',
    'data: {"name":"Juma’s duka 🧺"}',
    '',
    ': still here',
    '',
    'id: two',
    'data: first: line',
    'data:second line',
    '',
    'id: three',
    'data: cut off',
  ]
  for (const end of ['\n', '\r\n', '\r']) {
    const text = lines.join(end)
    for (const size of [1, 2, 3, 7, text.length * 2]) {
      assert.deepEqual(await Array.fromAsync(readServerSentEvents(inPieces(text, size))), [
        { id: 'one', data: '{"name":"Juma’s duka 🧺"}' },
        { id: 'two', data: 'first: line\nsecond line' },
      ])
    }
  }
})
