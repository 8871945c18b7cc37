import type { Database } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import { lowestIdAt } from '../primitives/id.ts'
import type { Owner } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import type { Inbox, StoredEvent } from './event-inbox.ts'

/** The events of one merchant in one environment, for all who listen to them here. */
export type Channel = Owner & {
  inboxes: Set<Inbox>
  /** Listeners, and those about to be. */
  users: number
  /** From here on the last poll that succeeded may have missed what was not yet committed. */
  since: string
  /** From here on it may well have. */
  latest: string
  /** What is stored from there on and was told. */
  seen: Set<string>
  polls: number
}

type Window = { lookBackMs: number; glanceMs: number; lookBackEvery: number; mostHeld: number }

export function openChannel(owner: Owner, clock: Clock, { lookBackMs }: Pick<Window, 'lookBackMs'>): Channel {
  const since = lowestIdAt(clock.now().getTime() - lookBackMs)
  return { ...owner, inboxes: new Set(), users: 0, since, latest: since, seen: new Set(), polls: 0 }
}

/**
 * Finds what is new and puts it into the inboxes. New is what was not there before, not what has a higher id: ids are
 * made before the commit. The window is one of ids because the index of a merchant's events is; they hold the time.
 * Most polls only glance at the latest, because looking all the way back costs a busy merchant's database too much.
 */
export async function pollChannels({ sql, clock }: World, channels: Channel[], window: Window) {
  if (channels.length === 0) return
  const nowMs = clock.now().getTime()
  const [since, latest] = [lowestIdAt(nowMs - window.lookBackMs), lowestIdAt(nowMs - window.glanceMs)]
  const looksBack = channels.map(({ polls }) => polls % window.lookBackEvery === 0)
  const from = channels.map((channel, place) => (looksBack[place] ? channel.since : channel.latest))
  const stored = await idsOf(sql, channels, from)
  const news = channels.map(({ seen }, place) => (stored[place] ?? []).filter((id) => !seen.has(id)))
  const isToTell = (ids: string[], place: number) =>
    ids.length <= window.mostHeld && (channels[place]?.inboxes.size ?? 0) > 0
  const events = await eventsWith(sql, news.filter(isToTell).flat())
  // From here on nothing waits: either all of it was told, or the next poll finds it again.
  channels.forEach((channel, place) => {
    const ids = news[place] ?? []
    const told = ids.flatMap((id) => events.get(id) ?? [])
    for (const inbox of channel.inboxes) {
      if (ids.length > window.mostHeld) inbox.fallBehind(ids[0] ?? channel.since)
      else inbox.put(told)
    }
    channel.polls += 1
    if (latest > channel.latest) channel.latest = latest
    for (const id of ids) channel.seen.add(id)
    if (!looksBack[place]) return
    channel.seen = new Set(stored[place])
    // A clock that was set back must not bring back what is forgotten.
    if (since > channel.since) channel.since = since
  })
}

/** A page of what is stored from an id on, oldest first. */
export async function readEvents(
  sql: Database,
  { merchantId, environment }: Owner,
  from: string,
  limit: number,
): Promise<StoredEvent[]> {
  return await sql<StoredEvent[]>`
    select id, type, body from events
    where merchant_id = ${merchantId} and environment = ${environment} and id >= ${from} and touched(id)
    order by id limit ${limit}`
}

/** Written as one text for each channel: a row for each id would cost more than all the rest. */
async function idsOf(sql: Database, channels: Channel[], from: string[]): Promise<string[][]> {
  const rows = await sql<{ ids: string | null }[]>`
    select (select string_agg(id::text, ',' order by id) from events
            where merchant_id = channel.merchant_id and environment = channel.environment
              and id >= channel.since) as ids
    from unnest(${channels.map(({ merchantId }) => merchantId)}::uuid[],
                ${channels.map(({ environment }) => environment)}::text[],
                ${from}::uuid[])
      with ordinality as channel (merchant_id, environment, since, place)
    order by place`
  return rows.map(({ ids }) => ids?.split(',') ?? [])
}

async function eventsWith(sql: Database, ids: string[]): Promise<Map<string, StoredEvent>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<StoredEvent[]>`select id, type, body from events where id = any(${ids}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}
