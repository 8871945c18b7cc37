import { setTimeout as sleep } from 'node:timers/promises'
import { isPassingFault } from '../database/database.ts'
import type { Answered } from '../http/http.ts'
import { bisect } from '../primitives/bisect.ts'
import { beginningOf, dayAt } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import { askerIn, cameAt, type Owner, rowOf } from './request-row.ts'
import { insertRequests, type KeptToday, type Waiting } from './write-requests.ts'

export type RequestKeeper = {
  /** Takes it in, to be written soon. Nobody waits for it, and nothing fails by it. */
  keep(answered: Answered): void
  /** Ends when all of it is written, or will not be. */
  written(): Promise<void>
}

/** Why a request is not in the log. */
export type NotKept = 'queue_full' | 'many_today' | 'not_written'

export type KeeperLimits = {
  /** So many of one merchant in one environment a day, then refusals only; and of these so many in all, because a broken client never rests. */
  mostADay: number
  mostRefusalsADay: number
  /** Beside these, of whoever tries a key that is refused: anybody who has such a key, and the merchant's own calls keep their room. */
  mostOfRefusedADay: number
  mostWaiting: number
  /** In characters, of all that wait. */
  mostWeight: number
  mostAtOnce: number
}

const usualLimits: KeeperLimits = {
  mostADay: 100_000,
  mostRefusalsADay: 300_000,
  mostOfRefusedADay: 5_000,
  mostWaiting: 5_000,
  mostWeight: 32 * 1024 * 1024,
  mostAtOnce: 200,
}

/** Long enough to share a statement, short enough for whoever watches. */
const everyMs = 250

/**
 * After a batch the writer rests for so many times as long as the batch took. Where there is room that is no time at all; on a machine that is
 * full, payments go first, and what finds no place in the queue is left out before anything was done for it.
 */
const restsPerBatch = 10

/** A batch may have waited for a database that was away. */
const longestRestMs = 1_000

/** While the database is away. */
const pauseMs = 1_000

/** Whoever stops waits no longer for it. */
const patienceMs = 5_000

type Told = { onLeftOut(because: NotKept, count: number): void; onError(error: unknown): void }

/** Keeps what merchants have called, in batches beside the answers. Should we die before, a batch is lost, and nothing with it. */
export function requestKeeper(
  world: Pick<World, 'sql' | 'clock' | 'newId'>,
  told: Told,
  limits: KeeperLimits = usualLimits,
): RequestKeeper {
  const queue = createQueue(limits)
  const days = createDays(limits)
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isStopping = false
  let rest = new AbortController()

  const writeOnce = (batch: Waiting[]) =>
    bisect(
      batch,
      async (rows) => {
        days.learn(await insertRequests(world.sql, rows))
        return rows
      },
      isPassingFault,
    )

  /** While the database is away they wait; what it refuses is left out, and takes nothing else with it. */
  async function write(batch: Waiting[]): Promise<void> {
    for (;;) {
      const errors = (await writeOnce(batch)).filter((result) => result instanceof Error)
      const [first] = errors
      if (first === undefined) return
      if (!isPassingFault(first) || isStopping) {
        told.onLeftOut('not_written', errors.length)
        return told.onError(first)
      }
      await sleep(pauseMs, undefined, { ref: false })
    }
  }

  async function writeAll(): Promise<void> {
    for (let batch = queue.take(); batch.length > 0; batch = queue.take()) {
      const began = performance.now()
      await write(batch)
      await restFor(Math.min((performance.now() - began) * restsPerBatch, longestRestMs))
    }
  }

  async function restFor(ms: number): Promise<void> {
    if (isStopping) return
    await sleep(ms, undefined, { ref: false, signal: rest.signal }).catch(() => {})
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => {
      writing = undefined
      if (queue.isWaiting()) schedule()
    })
    return writing
  }

  function schedule() {
    timer ??= setTimeout(() => void flush(), everyMs).unref()
  }

  /** Why it is not taken in; null for what is, and for what is nobody's. */
  function take(answered: Answered): NotKept | null {
    const owner = askerIn(answered)
    if (owner === null) return null
    const { isRefused, status } = answered
    // Where payments fill the machine this is all that most of them cost. All that follows costs more, and masking most of it.
    if (!queue.hasRoomFor(owner.merchant_id, isRefused)) return 'queue_full'
    const at = cameAt(world, answered)
    const asked = { ...owner, at, status, isRefused }
    if (!days.hasRoomFor(asked)) return 'many_today'
    if (!queue.add({ row: rowOf(world, { owner, at }, answered), isRefused })) return 'queue_full'
    days.count(asked)
    schedule()
    return null
  }

  return {
    keep(answered) {
      try {
        const because = take(answered)
        if (because) told.onLeftOut(because, 1)
      } catch (error) {
        // Whoever tells of it is a listener of a connection, where nobody would catch it.
        told.onLeftOut('not_written', 1)
        told.onError(error)
      }
    },
    async written() {
      isStopping = true
      rest.abort()
      rest = new AbortController()
      const patience = new AbortController()
      const enough = sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([flush().then(flush), enough])
      patience.abort()
      isStopping = false
    },
  }
}

/**
 * Those that wait to be written: bounded, and of one merchant a quarter at most, so that none pushes out another's; of whoever was refused
 * a fortieth beside that.
 */
function createQueue({ mostWaiting, mostWeight, mostAtOnce }: KeeperLimits) {
  let rows: Waiting[] = []
  let weight = 0
  const byCaller = new Map<string, number>()
  const nameOf = (merchantId: string, isRefused: boolean) =>
    isRefused ? `${merchantId} refused` : merchantId
  const count = ({ row, isRefused }: Waiting, change: number) => {
    const name = nameOf(row.merchant_id, isRefused)
    const left = (byCaller.get(name) ?? 0) + change
    if (left === 0) byCaller.delete(name)
    else byCaller.set(name, left)
  }
  return {
    isWaiting: () => rows.length > 0,
    hasRoomFor(id: string, isRefused: boolean): boolean {
      const most = mostWaiting / (isRefused ? 40 : 4)
      return rows.length < mostWaiting && (byCaller.get(nameOf(id, isRefused)) ?? 0) < most
    },
    add(one: Waiting): boolean {
      if (weight + weightOf(one) > mostWeight) return false
      rows.push(one)
      weight += weightOf(one)
      count(one, 1)
      return true
    },
    take(): Waiting[] {
      const batch = rows.slice(0, mostAtOnce)
      rows = rows.slice(mostAtOnce)
      for (const one of batch) {
        weight -= weightOf(one)
        count(one, -1)
      }
      return batch
    },
  }
}

function weightOf({ row: { request_body: sent, response_body: answered } }: Waiting): number {
  return (sent?.length ?? 0) + (answered?.length ?? 0)
}

/** What tells whether there is room for it in its day. */
type Asked = Owner & { at: Date; status: number; isRefused: boolean }

/** How many of each merchant are kept today, as all processes told the database; what they have not told yet is a moment's. */
function createDays({ mostADay, mostRefusalsADay, mostOfRefusedADay }: KeeperLimits) {
  let today = ''
  let kept = new Map<string, number>()
  const nameOf = (
    { merchant_id: id, environment }: Pick<Owner, 'merchant_id' | 'environment'>,
    isRefused: boolean,
  ) => `${id} ${environment}${isRefused ? ' refused' : ''}`
  const mostOf = ({ isRefused, status }: Asked) =>
    isRefused ? mostOfRefusedADay : status < 400 ? mostADay : mostRefusalsADay
  const learnOne = (name: string, many: number) => kept.set(name, Math.max(many, kept.get(name) ?? 0))
  return {
    hasRoomFor(asked: Asked): boolean {
      const day = dayAt(asked.at)
      if (day > today) {
        today = day
        kept = new Map()
      }
      return (kept.get(nameOf(asked, asked.isRefused)) ?? 0) < mostOf(asked)
    },
    /** Only what is taken in: what found no room while the database was away must not cost the rest of the day. */
    count(asked: Asked): void {
      const name = nameOf(asked, asked.isRefused)
      kept.set(name, (kept.get(name) ?? 0) + 1)
    },
    learn(counts: KeptToday[]): void {
      const begins = beginningOf(today)?.getTime()
      for (const count of counts.filter(({ day }) => day.getTime() === begins)) {
        learnOne(nameOf(count, false), count.kept)
        learnOne(nameOf(count, true), count.of_refused)
      }
    },
  }
}
