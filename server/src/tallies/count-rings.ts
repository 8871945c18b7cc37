import type { Database } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import { keyOf } from './add-tallies.ts'

/** How often something may ring within a window that ends now, whenever that is. */
export type RingLimit = { kind: string; most: number; windowMs: number }

export type RingCount = {
  /** Counts one before it rings, in whatever process. Seconds to wait, or 0 when it may ring. */
  take(name: string): Promise<number>
  /** It did not ring after all. */
  takeBack(name: string): Promise<void>
}

/**
 * Keeps the times themselves: a count that begins anew with each window would allow twice as many around its edge. One statement on one row, so
 * that many at once are counted one after another.
 */
export function countRings(sql: Database, clock: Clock, { kind, most, windowMs }: RingLimit): RingCount {
  const nameOf = (name: string) => keyOf(`${kind}:${name}`)
  return {
    async take(name) {
      const key = nameOf(name)
      const now = clock.now()
      const since = new Date(now.getTime() - windowMs)
      const until = new Date(now.getTime() + windowMs)
      const rung = await sql`
        insert into rings as kept (name, times, until) values (${key}, array[${now}::timestamptz], ${until})
        on conflict (name) do update
        set times = array(select t from unnest(kept.times) as t where t > ${since}) || excluded.times, until = excluded.until
        where (select count(*) from unnest(kept.times) as t where t > ${since}) < ${most}`
      if (rung.count > 0) return 0
      const [kept] = await sql<{ first: Date | null }[]>`
        select (select min(t) from unnest(times) as t where t > ${since}) as first from rings where name = ${key}`
      const freeAt = (kept?.first ?? now).getTime() + windowMs
      return Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000))
    },
    // The latest, whoever's it is: of those that were counted one fewer has rung.
    async takeBack(name) {
      await sql`update rings set times = times[:cardinality(times) - 1] where name = ${nameOf(name)}`
    },
  }
}

/** Nobody's phone rings without end, whoever has its number: live prompts that strangers ask for, over all links and pages. */
export function countPrompts(sql: Database, clock: Clock): RingCount {
  const rings = countRings(sql, clock, { kind: 'prompt', most: 3, windowMs: 10 * 60_000 })
  return {
    take: (phone) => rings.take(subscriberIn(phone)),
    takeBack: (phone) => rings.takeBack(subscriberIn(phone)),
  }
}

/** Whatever stands before its last nine digits, zeroes or the code of the country once or twice, the same phone rings. */
function subscriberIn(phone: string): string {
  return phone.slice(-9)
}

export async function forgetOldRings(sql: Database, now: Date): Promise<number> {
  const forgotten = await sql`
    delete from rings where name in (select name from rings where until <= ${now} limit 10000 for update skip locked)`
  return forgotten.count
}
