import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Malipo } from './sdk.ts'

const event = (id: string) => `id: ${id}\nevent: collection.success\ndata: {"type":"collection.success"}\n\n`
const refusal = (status: number, code: string) =>
  Response.json({ success: false, error: { code, message: code, details: null } }, { status })

/** A client whose connections are answered one after another, and the ids after which it has gone on. */
function following(...answers: (() => Response)[]) {
  const wentOnAfter: (string | null)[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    init?.signal?.throwIfAborted()
    wentOnAfter.push(new Headers(init?.headers).get('last-event-id'))
    const answer = answers.shift()
    if (!answer) throw new TypeError('nobody is there')
    return answer()
  }
  return { wentOnAfter, malipo: new Malipo({ baseUrl: 'https://pay.example', apiKey: 'k', fetch }) }
}

test('a stream goes on after the last event it had, and gives what comes again once', async () => {
  const { wentOnAfter, malipo } = following(
    () => new Response(`: listening\n\n${event('b')}${event('c')}`),
    () => refusal(503, 'unavailable'),
    () => new Response(event('b') + event('c') + event('d')),
  )
  const ids: string[] = []
  for await (const { id } of malipo.events.stream({ lastEventId: 'a' })) {
    ids.push(id)
    if (id === 'd') break
  }
  assert.deepEqual(ids, ['b', 'c', 'd'])
  assert.deepEqual(wentOnAfter, ['a', 'c', 'c'])
})

test('a refusal that would be the same the next time ends it, and so does an abort before it began', async () => {
  const { malipo } = following(() => refusal(401, 'invalid_api_key'))
  await assert.rejects(malipo.events.stream({ lastEventId: 'a' }).next(), { code: 'invalid_api_key' })
  const { wentOnAfter, malipo: other } = following(() => new Response(event('b')))
  const aborted = other.events.stream({ lastEventId: 'a' }, { signal: AbortSignal.abort() })
  await assert.rejects(aborted.next(), { name: 'AbortError' })
  assert.deepEqual(wentOnAfter, [])
})
