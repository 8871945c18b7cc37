import type { Inbox, StoredEvent } from './event-inbox.ts'

export type Following = {
  inbox: Inbox
  wants(type: string): boolean
  /** The event that the caller has already. */
  lastEventId: string | null
  /** A page of what is stored from an id on, oldest first. */
  readFrom(id: string): Promise<StoredEvent[]>
  pageSize: number
  heartbeatMs: number
  /** How long to wait for a database that is away. */
  retryMs: number
  onError(error: unknown): void
}

/** Ids kept to tell what was sent already; a merchant's busy second. Whatever is older may come a second time. */
const mostRemembered = 5_000

/**
 * One listener's stream. Live events come through the inbox; what it could not hold, or what the caller missed, is
 * read from the database page by page, while the inbox holds what is stored meanwhile: so there is no gap.
 */
export async function* followEvents(following: Following): AsyncGenerator<string> {
  const { inbox, heartbeatMs } = following
  const isNew = remember(following.lastEventId)
  yield greeting
  while (!inbox.isEnded()) {
    const from = inbox.catchUpFrom()
    if (from !== null) {
      yield* catchUp(following, from, isNew)
      continue
    }
    const event = inbox.take()
    if (event === undefined) {
      if (!(await inbox.waitForNews(heartbeatMs))) yield heartbeat
    } else if (isNew(event.id)) {
      yield serverSentEvent(event)
    }
  }
}

async function* catchUp(
  { inbox, wants, readFrom, pageSize, heartbeatMs, retryMs, onError }: Following,
  start: string,
  isNew: (id: string) => boolean,
): AsyncGenerator<string> {
  let from = start
  let saidAtMs = performance.now()
  while (!inbox.isEnded()) {
    const page = await readFrom(from).catch(onError)
    for (const event of page ?? []) {
      if (!wants(event.type) || !isNew(event.id)) continue
      yield serverSentEvent(event)
      saidAtMs = performance.now()
      if (inbox.isEnded()) return
    }
    if (page && page.length < pageSize) return
    // A page begins with the last of the page before, which is then known.
    from = page?.at(-1)?.id ?? from
    if (!page) await inbox.waitForEnd(retryMs)
    if (performance.now() - saidAtMs < heartbeatMs) continue
    yield heartbeat
    saidAtMs = performance.now()
  }
}

/** Tells what is new, and takes it for known from then on. */
function remember(lastEventId: string | null): (id: string) => boolean {
  const known = new Set(lastEventId === null ? [] : [lastEventId])
  return (id) => {
    if (known.has(id)) return false
    known.add(id)
    if (known.size > mostRemembered) {
      for (const oldest of known) {
        known.delete(oldest)
        break
      }
    }
    return true
  }
}

/** The first words: that everything stored from now on comes, and how long to wait before coming back. */
const greeting = ': listening\nretry: 2000\n\n'

const heartbeat = ': still here\n\n'

/** A line break inside the body would end the field, so each of its lines is a field; the reader joins them again. */
function serverSentEvent({ id, type, body }: StoredEvent): string {
  const fields = /[\r\n]/.test(body) ? body.split(/\r\n|\r|\n/).join('\ndata: ') : body
  return `id: ${id}\nevent: ${type}\ndata: ${fields}\n\n`
}
