import type { Database } from '../database/database.ts'
import { daysBefore } from '../primitives/clock.ts'

/** Longer than anybody looks back for what is lately. */
const keptByMinuteMs = 3_600_000

/** A process whose clock is five minutes apart from the database does not start, so that two are ten minutes apart at most. */
export const mostAheadMs = 10 * 60_000

/** Weekends and market days are in it, and what was usual a season ago is not. */
export const usualDays = 7

/**
 * Makes few rows of many: equal ones become one, and what is an hour old one for each day. What a clock that was set ahead has counted goes,
 * because it would be weather on another day. Whoever reads meanwhile sees all of it or none,
 * and two who do this at once take each row once.
 */
export async function sumUpOutcomes(sql: Database, now: Date): Promise<void> {
  await sql`
    with crowded as (
      select minute, environment, provider, network from push_outcomes group by 1, 2, 3, 4
      having count(*) > 2 * count(distinct (succeeded, took_ms))
    ), taken as (
      delete from push_outcomes o using crowded c
      where o.minute = c.minute and o.environment = c.environment and o.provider = c.provider and o.network = c.network
      returning o.*
    )
    insert into push_outcomes (minute, environment, provider, network, succeeded, took_ms, many)
    select minute, environment, provider, network, succeeded, took_ms, sum(many) from taken group by 1, 2, 3, 4, 5, 6`
  await sql`
    with old as (
      delete from push_outcomes where minute < ${new Date(now.getTime() - keptByMinuteMs)} returning *
    ), failures as (
      insert into failed_push_counts as kept (day, environment, provider, network, many)
      select (minute at time zone 'UTC')::date, environment, provider, network, sum(many) from old
      where not succeeded group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (day, environment, provider, network) do update set many = kept.many + excluded.many
    )
    insert into usual_push_times as kept (day, environment, provider, network, took_ms, many)
    select (minute at time zone 'UTC')::date, environment, provider, network, took_ms, sum(many) from old
    where succeeded group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (day, environment, provider, network, took_ms) do update set many = kept.many + excluded.many`
  await sql`delete from push_outcomes where minute > ${new Date(now.getTime() + mostAheadMs)}`
  await sql`delete from failed_push_counts where day < ${dayOf(daysBefore(now, usualDays))}::date`
  await sql`delete from usual_push_times where day < ${dayOf(daysBefore(now, usualDays))}::date`
}

/** The day as the table of days names it. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
