import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToldEvent } from './deliver.ts'
import { followEvents, type Source } from './follow-events.ts'

/** Ids are letters, and each was stored a minute after the one before. */
const event = (id: string): ToldEvent => {
  const timestamp = new Date((id.charCodeAt(0) - 97) * 60_000).toISOString()
  return { id, type: 'collection.success', timestamp, data: {} }
}
const never = new AbortController().signal

/** What is stored, and a stream that gives everything after an event and two before it, as the service may, and then ends. */
function sourceOf(stored: string[], onList = () => {}): Source & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    newest: async () => stored.map(event).at(-1) ?? null,
    async list(since) {
      asked.push(since === undefined ? 'list' : 'list since')
      const found = stored
        .map(event)
        .filter(({ timestamp }) => Date.parse(timestamp) >= (since?.getTime() ?? 0))
      onList()
      return found
    },
    async *stream(lastEventId) {
      asked.push(`stream after ${lastEventId}`)
      const from = stored.indexOf(lastEventId)
      yield* stored
        .slice(Math.max(0, from - 2))
        .filter((id) => id !== lastEventId)
        .map(event)
    },
  }
}

async function idsOf(events: AsyncIterable<ToldEvent>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of events) ids.push(id)
  return ids
}

test('it goes on after the event it was at', async () => {
  const source = sourceOf(['a', 'b', 'c'])
  assert.deepEqual(await idsOf(followEvents(source, { lastEventId: 'a', signal: never })), ['b', 'c'])
  assert.deepEqual(source.asked, ['stream after a'])
})

test('where there was never an event it looks until there is one, and goes on after it', async () => {
  const stored: string[] = []
  let looks = 0
  const source = sourceOf(stored, () => {
    looks += 1
    if (looks === 3) stored.push('a', 'b')
  })
  const followed = followEvents(source, { lastEventId: null, signal: never, pollMs: 1 })
  assert.deepEqual(await idsOf(followed), ['a', 'b', 'a'])
  assert.deepEqual(source.asked, ['list', 'list', 'list', 'list', 'stream after b'])
})

test('since an instant: what is stored while the list is read comes by the stream', async () => {
  const stored = ['a', 'b', 'c']
  const source = sourceOf(stored, () => stored.push('d'))
  const followed = followEvents(source, { lastEventId: 'x', since: new Date(60_000), signal: never })
  // The stream brings some up again, which whoever tells them knows; what was before the instant stays away.
  assert.deepEqual(await idsOf(followed), ['b', 'c', 'b', 'd'])
  assert.deepEqual(source.asked, ['list since', 'stream after c'])
})

test('Ctrl-C ends the waiting', async () => {
  const ended = new AbortController()
  const followed = idsOf(followEvents(sourceOf([]), { lastEventId: null, signal: ended.signal }))
  ended.abort()
  await assert.rejects(followed, { name: 'AbortError' })
})
