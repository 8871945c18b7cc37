import type { StoredEvent } from './event-inbox.ts'

/** The first words: that everything stored from now on comes, and how long to wait before coming back. */
export const greeting = ': listening\nretry: 2000\n\n'

export const heartbeat = ': still here\n\n'

/** A line break inside the body would end the field, so each of its lines is a field; the reader joins them again. */
export function serverSentEvent({ id, type, body }: StoredEvent): string {
  const fields = /[\r\n]/.test(body) ? body.split(/\r\n|\r|\n/).join('\ndata: ') : body
  return `id: ${id}\nevent: ${type}\ndata: ${fields}\n\n`
}
