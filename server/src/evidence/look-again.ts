import type { World } from '../world/world.ts'
import { type About, type LookUp, leaseMs, watchWaitsMs } from './look-ups.ts'

/**
 * Asks the provider about something of ours and lets its room draw the consequences. Tells whether there was an answer.
 */
export type Ask = (subjectId: string) => Promise<'answered' | 'unclear'>
export type Askers = Record<About, Ask>

/** How long to wait after an unclear answer; a hint that stays unclear for all of it is given up. */
const unclearWaitsMs = [30, 120, 600, 3_600, 21_600, 86_400].map((seconds) => seconds * 1000)

/** A provider that hangs fills its own slots, and nobody else's. */
const slotsOfALane = 10

type Due = LookUp & { due_at: Date; watched_until: Date | null; attempts: number; lease: number }

/**
 * Whoever asks what is due once more. A round starts as many as there is room for, in a lane for each provider and
 * environment, and does not wait for them.
 */
export function lookUpWorker(world: World, askers: Askers, onError: (error: unknown) => void) {
  const running = new Map<string, number>()
  const asking = new Set<Promise<void>>()

  async function round(): Promise<number> {
    const due = await claim(world, running)
    for (const one of due) {
      const lane = `${one.provider} ${one.environment}`
      running.set(lane, (running.get(lane) ?? 0) + 1)
      const asked = ask(world, askers, one)
        .catch(onError)
        .finally(() => {
          const left = (running.get(lane) ?? 1) - 1
          if (left > 0) running.set(lane, left)
          else running.delete(lane)
          asking.delete(asked)
        })
      asking.add(asked)
    }
    return due.length
  }

  return {
    round,
    /** Waits for whatever is being asked. */
    async settled(): Promise<void> {
      while (asking.size > 0) await Promise.all(asking)
    },
  }
}

export type LookUpWorker = ReturnType<typeof lookUpWorker>

/** Steps from lane to lane in the index: a long queue in one is never read to find what is due in another. */
async function claim({ sql, clock }: World, running: ReadonlyMap<string, number>): Promise<Due[]> {
  const now = clock.now()
  return await sql<Due[]>`
    with recursive lanes as (
      (select environment, provider from due_look_ups where due_at is not null order by environment, provider limit 1)
      union all
      select next.environment, next.provider from lanes cross join lateral (
        select d.environment, d.provider from due_look_ups d
        where d.due_at is not null and (d.environment, d.provider) > (lanes.environment, lanes.provider)
        order by d.environment, d.provider limit 1) next
    ), mine as materialized (
      select taken.subject_id
      from lanes left join unnest(${[...running.keys()]}::text[], ${[...running.values()]}::integer[]) as busy (lane, running)
        on busy.lane = lanes.provider || ' ' || lanes.environment
      cross join lateral (
        select d.subject_id from due_look_ups d
        where d.environment = lanes.environment and d.provider = lanes.provider and d.due_at <= ${now}
        order by d.due_at limit ${slotsOfALane}::integer - coalesce(busy.running, 0) for update skip locked) taken
    )
    update due_look_ups d
    set due_at = ${new Date(now.getTime() + leaseMs)}, asked_at = ${now}, lease = d.lease + 1, attempts = d.attempts + 1
    from mine where d.subject_id = mine.subject_id
    returning d.subject_id as "subjectId", about, environment, provider, due_at, watched_until, attempts, d.lease`
}

async function ask(world: World, askers: Askers, due: Due): Promise<void> {
  const [asked] = await Promise.allSettled([askers[due.about](due.subjectId)])
  const isClear = asked.status === 'fulfilled' && asked.value === 'answered'
  await release(world, due, nextTime(due, isClear, world.clock.now()), isClear)
  if (asked.status === 'rejected') throw asked.reason
}

/** Null when nobody has to ask again. */
export function nextTime(
  { watched_until: until, attempts }: Pick<Due, 'watched_until' | 'attempts'>,
  isClear: boolean,
  now: Date,
): Date | null {
  const isWatched = until !== null && until > now
  if (isWatched) return new Date(now.getTime() + (watchWaitsMs[attempts - 1] ?? watchWaitsMs.at(-1) ?? 0))
  const wait = isClear ? undefined : unclearWaitsMs[attempts - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}

/** Only if nobody took it over or gave a hint meanwhile: both have moved the end of the lease. */
async function release({ sql }: World, due: Due, next: Date | null, isClear: boolean): Promise<void> {
  const isOver = next === null || (isClear && due.watched_until === null)
  await sql`
    update due_look_ups set due_at = ${next}, attempts = ${isOver ? 0 : due.attempts}
    where subject_id = ${due.subjectId} and lease = ${due.lease} and due_at = ${due.due_at}`
}
