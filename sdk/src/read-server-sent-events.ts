export type ServerSentEvent = { id: string; data: string }

/** Reads a stream of server-sent events as it arrives, wherever the network cuts it into pieces. Comments and unfinished events are left out. */
export async function* readServerSentEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void> {
  const decoder = new TextDecoder()
  let rest = ''
  let id = ''
  let lines: string[] = []
  for await (const chunk of chunks) {
    const [whole, begun] = wholeLines(rest + decoder.decode(chunk, { stream: true }))
    rest = begun
    for (const line of whole) {
      const [, name, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
      if (name === 'data') lines.push(value)
      if (name === 'id') id = value
      if (line !== '') continue
      if (lines.length > 0) yield { id, data: lines.join('\n') }
      lines = []
    }
  }
}

/** A line ends with either of two characters, or with both; a first one at the very end may yet get its second. */
function wholeLines(text: string): [whole: string[], begun: string] {
  const whole: string[] = []
  let from = 0
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r(?!$)/g)) {
    whole.push(text.slice(from, index))
    from = index + end.length
  }
  return [whole, text.slice(from)]
}
