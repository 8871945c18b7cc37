import type { Environment, Quarantined } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { type ListQuery, readPage } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'
import type { Stuck } from './quarantine-payment.ts'

export { openReportDoor, type PaymentOwner, type ReportDoor } from './open-report-door.ts'

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
  return readPage(sql, query, { rows: sql`${stuck(sql)} where q.environment = ${environment}`, show })
}

/** What keeps one payment from going on, if anything does. */
export async function findQuarantined(sql: Database | Transaction, id: string) {
  const [row] = await sql<Row[]>`${stuck(sql)} where q.subject_id = ${id}`
  return row ? show(row) : null
}

function stuck(sql: Database | Transaction): Fragment {
  return sql`
    select q.subject_id as id, q.about, q.merchant_id, s.status, q.said, q.source, q.because, q.times, q.first_at, q.last_at
    from quarantine q join ${subjects(sql)} s on s.id = q.subject_id and s.moves = q.moves`
}

function show(row: Row): Static<typeof Quarantined> {
  return { ...row, first_at: row.first_at.toISOString(), last_at: row.last_at.toISOString() }
}

/** How many live payments are stuck now. */
export async function countQuarantined(sql: Database): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from quarantine q join ${subjects(sql)} s on s.id = q.subject_id and s.moves = q.moves
    where q.environment = 'live'`
  return row?.count ?? 0
}

/** Looked up by the ids of the quarantine, which are few. */
function subjects(sql: Database | Transaction): Fragment {
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
