import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

export type Heard = { id: string; type: string; body: string }

/** Reads server-sent events in the background, field by field as the standard says, and keeps what it heard. */
export function listenTo(chunks: AsyncIterable<string | Uint8Array>) {
  const events: Heard[] = []
  const comments: string[] = []
  const decoder = new TextDecoder()
  let [rest, isOver] = ['', false]
  let open = { id: '', type: '', lines: [] as string[] }
  let failure: unknown

  function readLine(line: string) {
    if (line === '') {
      const { lines, ...said } = open
      if (lines.length > 0) events.push({ ...said, body: lines.join('\n') })
      open = { id: open.id, type: '', lines: [] }
      return
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (name === '') comments.push(value)
    if (name === 'id') open.id = value
    if (name === 'event') open.type = value
    if (name === 'data') open.lines.push(value)
  }

  const finished = (async () => {
    try {
      for await (const chunk of chunks) {
        rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
        const lines = rest.split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) readLine(line)
      }
    } catch (error) {
      failure = error
    }
    isOver = true
  })()

  async function until(isSo: () => boolean, what: string): Promise<void> {
    for (let round = 0; round < 1_000 && !isSo(); round += 1) await sleep(10)
    assert.ok(isSo(), `${what}; heard ${JSON.stringify({ events: events.length, comments, isOver })}`)
  }

  return {
    events,
    comments,
    ids: () => events.map(({ id }) => id),
    isOver: () => isOver,
    failure: () => failure,
    finished,
    until,
    untilHeard: (...ids: string[]) =>
      until(() => ids.every((id) => events.some((event) => event.id === id)), `to hear ${ids}`),
  }
}
