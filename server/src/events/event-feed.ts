import { type Running, runEvery } from '../jobs/jobs.ts'
import { gather } from '../primitives/gather.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Owner } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { type Channel, openChannel, pollChannels, readEvents } from './event-channel.ts'
import { createInbox, type Inbox } from './event-inbox.ts'
import { followEvents } from './follow-events.ts'

export type Listening = {
  owner: Owner
  /** Null for all of them. */
  types: readonly string[] | null
  /** An event of the owner's after which to begin; null for what is stored from now on. */
  lastEventId: string | null
  /** Aborted when nobody listens any more, whether or not anybody ever read. */
  gone: AbortSignal
}

export type EventFeed = {
  /** Resolves when everything that is stored from now on will come. */
  listen(listening: Listening): Promise<AsyncIterable<string>>
  stop(): Promise<void>
}

export type FeedOptions = {
  /** Told of polls that failed; the streams stay open and the next poll comes. */
  onError?(error: unknown): void
  timing?: Partial<typeof usual>
}

const usual = {
  /** What a tool that follows takes for "at once". */
  pollMs: 250,
  /** An id is made before its commit; twice as long as a transaction may idle, and longer than a statement may take. */
  lookBackMs: 30_000,
  /** Almost everything commits within that time; the rest is found two seconds later, by the poll that looks back. */
  glanceMs: 2_000,
  lookBackEvery: 8,
  /** Below the usual minute of proxies, and our own 90 s of silence. */
  heartbeatMs: 15_000,
  /** Then the caller comes back by itself, and is let in only if its key still works. */
  endAfterMs: 15 * 60_000,
  retryMs: 1_000,
  pageSize: 500,
  mostHeld: 500,
  /** Of one merchant in this process: each costs memory, and a tool that forgets to hang up would open them without end. */
  mostStreams: 20,
}

/** Tells listeners what was stored: one poll for all of them, and none while nobody listens. */
export function createEventFeed(world: World, options: FeedOptions = {}): EventFeed {
  const timing = { ...usual, ...options.timing }
  const channels = new Map<string, Channel>()
  const streams = new Map<string, number>()
  const everyLeave = new Set<() => void>()
  let chore: Running | undefined
  // One at a time, and who comes while one is under way shares the next: that one sees all that is stored by now.
  const poll = gather<null, null>(
    async (asked) => {
      await pollChannels(world, [...channels.values()], timing)
      return asked
    },
    { most: 1_000, atOnce: 1 },
  )

  function onError(error: unknown) {
    if (channels.size > 0) options.onError?.(error)
  }

  function enter({ merchantId, environment }: Owner, inbox: Inbox): { channel: Channel; leave(): void } {
    const open = streams.get(merchantId) ?? 0
    if (open >= timing.mostStreams) throw tooMany(timing.mostStreams)
    streams.set(merchantId, open + 1)
    const name = `${environment} ${merchantId}`
    const channel = channels.get(name) ?? openChannel({ merchantId, environment }, world.clock, timing)
    channels.set(name, channel)
    channel.users += 1
    chore ??= runEvery(timing.pollMs, () => poll(null), onError)

    function leave() {
      if (!everyLeave.delete(leave)) return
      inbox.end()
      channel.inboxes.delete(inbox)
      channel.users -= 1
      if (channel.users === 0) channels.delete(name)
      const left = (streams.get(merchantId) ?? 1) - 1
      if (left === 0) streams.delete(merchantId)
      else streams.set(merchantId, left)
      if (channels.size > 0) return
      void chore?.stop()
      chore = undefined
    }
    everyLeave.add(leave)
    return { channel, leave }
  }

  async function listen({ owner, types, lastEventId, gone }: Listening): Promise<AsyncIterable<string>> {
    const wants = (type: string) => types === null || types.includes(type)
    const inbox = createInbox(timing.mostHeld, wants)
    const { channel, leave } = enter(owner, inbox)
    const timeIsUp = setTimeout(() => inbox.end(), timing.endAfterMs)
    function hangUp() {
      clearTimeout(timeIsUp)
      leave()
    }
    gone.addEventListener('abort', hangUp, { once: true })
    if (gone.aborted) hangUp()
    try {
      await poll(null)
    } catch (error) {
      hangUp()
      throw error
    }
    if (!inbox.isEnded()) channel.inboxes.add(inbox)
    if (lastEventId !== null) inbox.fallBehind(lowestIdAt(timeOfId(lastEventId) - timing.lookBackMs))
    const readFrom = (id: string) => readEvents(world.sql, owner, id, timing.pageSize)
    return followEvents({ ...timing, inbox, wants, lastEventId, readFrom, onError })
  }

  return {
    listen,
    async stop() {
      const running = chore
      for (const leave of everyLeave) leave()
      await running?.stop()
    },
  }
}

/** Ids begin with the millisecond in which they were made, in 48 bits. */
function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

function tooMany(most: number): Refusal {
  return new Refusal('rate_limited', {
    message: `This merchant follows ${most} streams of events already. Close one of them first.`,
    details: { limit: most, retry_after_seconds: 10 },
  })
}
