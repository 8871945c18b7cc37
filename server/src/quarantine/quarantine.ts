import type { Environment, Quarantined } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Database, isPassingFault } from '../database/database.ts'
import { type ListQuery, readPage } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'

/** Something that was said of a payment and could not be carried out. */
export type Stuck = {
  about: 'collection' | 'withdrawal'
  subjectId: string
  said: string
  source: string
  fault: unknown
}

const longestReason = 500

/**
 * Shows people a payment of which something was said that could not be carried out. A fault that passes is none, and if not
 * even this can be written, the fault itself is what is told.
 */
export async function quarantine({ sql, clock }: World, stuck: Stuck): Promise<void> {
  const { about, subjectId, said, source, fault } = stuck
  if (isPassingFault(fault)) return
  const because = (fault instanceof Error ? fault.message : String(fault)).slice(0, longestReason)
  const subject = about === 'collection' ? sql`collections` : sql`withdrawals`
  await sql`
    insert into quarantine (subject_id, about, merchant_id, environment, moves, said, source, because, first_at, last_at)
    select id, ${about}, merchant_id, environment, moves, ${said}, ${source}, ${because}, ${clock.now()}, ${clock.now()}
    from ${subject} where id = ${subjectId}
    on conflict (subject_id) do update set moves = excluded.moves, said = excluded.said, source = excluded.source,
      because = excluded.because, last_at = excluded.last_at,
      times = case when quarantine.moves = excluded.moves then quarantine.times + 1 else 1 end,
      first_at = case when quarantine.moves = excluded.moves then quarantine.first_at else excluded.first_at end`.catch(
    () => {},
  )
}

type Row = {
  id: string
  about: Stuck['about']
  merchant_id: string
  status: string
  said: string
  source: string
  because: string
  times: number
  first_at: Date
  last_at: Date
}

/** Those that are still where they were. */
export function listQuarantined(sql: Database, environment: Environment, query: ListQuery) {
  return readPage(sql, query, {
    rows: sql`
      select q.subject_id as id, q.about, q.merchant_id, s.status, q.said, q.source, q.because, q.times, q.first_at, q.last_at
      from quarantine q join ${subjects(sql)} s on s.id = q.subject_id and s.moves = q.moves
      where q.environment = ${environment}`,
    show: (row: Row): Static<typeof Quarantined> => ({
      ...row,
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
    }),
  })
}

/** How many live payments are stuck now. */
export async function countQuarantined(sql: Database): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from quarantine q join ${subjects(sql)} s on s.id = q.subject_id and s.moves = q.moves
    where q.environment = 'live'`
  return row?.count ?? 0
}

/** Looked up by the ids of the quarantine, which are few. */
function subjects(sql: Database) {
  return sql`lateral (
    select id, status, moves from collections where id = q.subject_id
    union all select id, status, moves from withdrawals where id = q.subject_id)`
}

/** What has moved on is over, and need not be kept. */
export function chores({ world: { sql } }: { world: World }): Chore[] {
  const work = () => sql`
    delete from quarantine q where not exists (select from ${subjects(sql)} s where s.moves = q.moves)`
  return [{ name: 'quarantine.release', everyMs: 3_600_000, work: async () => await work() }]
}
