import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import { gather } from '../primitives/gather.ts'
import { addTallies, type Tally } from './add-tallies.ts'

/** How many requests somebody has made in their window, this one included; more than the limit means refused. */
export type Counted = { count: number; leftMs: number }
export type CountRequest = (
  name: string,
  limit: { most: number; windowMs: number },
) => Counted | Promise<Counted>

/** A process lets through at most a twentieth of a limit that it has not told the others of. */
const stepsInLimit = 20

/** Longer than a database in good health needs. After that a process counts by itself for a second. */
const usualPatienceMs = 250
const deafForMs = 1_000

/** Enough names for any honest minute; beyond it the oldest are forgotten, so that nobody can fill the memory. */
const mostNames = 50_000

/** `known` is what all processes have told, as we last heard it; `untold` are ours since. */
type Own = { known: number; untold: number; endsMs: number; telling: Promise<void> | null }

/**
 * Counts requests for all processes together, in memory: a process tells the others what it has counted after every half step, beside
 * the requests, and hears what they have. Whoever calls seldom is never told of. Nobody is refused too early, and P processes
 * together let through at most P steps too many.
 */
export function countRequests(sql: Database, clock: Clock, patienceMs = usualPatienceMs): CountRequest {
  const own = new Map<string, Own>()
  let deafUntilMs = 0
  const nowMs = () => clock.now().getTime()
  const tellTogether = gather<Tally, Tally>((told) => addTallies(sql, clock.now(), told), {
    most: 500,
    atOnce: 1,
  })

  function ownOf(name: string, windowMs: number): Own {
    const before = own.get(name)
    const one =
      before && before.endsMs > nowMs()
        ? before
        : { known: 0, untold: 0, endsMs: nowMs() + windowMs, telling: null }
    own.delete(name)
    own.set(name, one)
    if (own.size > mostNames) own.delete(own.keys().next().value ?? '')
    return one
  }

  /** Without an answer what we told counts as known: then each process keeps the limit by itself. */
  async function tell(name: string, one: Own): Promise<void> {
    const count = one.untold
    const alone = { count: one.known + count, until: new Date(one.endsMs) }
    const heard = await tellTogether({ name, count, until: alone.until }).catch(() => {
      deafUntilMs = nowMs() + deafForMs
      return alone
    })
    one.known = Math.max(heard.count, alone.count)
    one.endsMs = heard.until.getTime()
    one.untold -= count
    one.telling = null
  }

  async function hear(one: Own): Promise<void> {
    const heard = await Promise.race([one.telling, sleep(patienceMs, 'late', { ref: false })])
    if (heard === 'late') deafUntilMs = nowMs() + deafForMs
  }

  /** Whoever is a whole step ahead of what the others know waits until they know it. */
  async function countAhead(name: string, one: Own, most: number, step: number): Promise<Counted> {
    while (one.untold >= step && nowMs() >= deafUntilMs) {
      one.telling ??= tell(name, one)
      await hear(one)
    }
    return countOne(name, one, most, step)
  }

  function countOne(name: string, one: Own, most: number, step: number): Counted {
    const leftMs = one.endsMs - nowMs()
    if (one.known + one.untold >= most) return { count: most + 1, leftMs }
    one.untold += 1
    const isTime = one.untold * 2 >= step && nowMs() >= deafUntilMs
    if (isTime) one.telling ??= tell(name, one)
    return { count: one.known + one.untold, leftMs }
  }

  return (name, { most, windowMs }) => {
    const one = ownOf(name, windowMs)
    const step = Math.max(1, Math.floor(most / stepsInLimit))
    const isAhead = one.untold >= step && nowMs() >= deafUntilMs && one.known + one.untold < most
    return isAhead ? countAhead(name, one, most, step) : countOne(name, one, most, step)
  }
}
