import { type Environment, withdrawalMethods } from '@malipo/contract'
import type { Database, Fragment, Transaction } from '../database/database.ts'

/** Nobody reads the difference between many and very many. */
export const mostCounted = 100

/** What waits, as a query for the times since when; the oldest, and one more than is counted. */
export type Waiting = Fragment

const unclearStatuses = ['NEEDS_RECONCILIATION', 'NEEDS_ADMIN_ATTENTION', 'BLOCKED_IP_WHITELIST']

/**
 * What waits for Super Admins in an environment. Each is read along an index, and no more of it than is counted. Withdrawals are asked for as
 * ranges of one, in the order of the index: asked for by `=` and in the order of ids, the planner may walk through all that were ever made,
 * to the end for a state in which there is none.
 */
export function waitingOf(
  sql: Database | Transaction,
  environment: Environment,
): Record<WaitingKind, Waiting> {
  const most = mostCounted + 1
  const withdrawals = (statuses: string[], only = sql``) => sql`
    select w.at from unnest(${statuses}::text[]) as asked (status)
    cross join unnest(${[...withdrawalMethods]}::text[]) as carried (method) cross join lateral (
      select updated_at as at from withdrawals w where w.environment = ${environment}
        and w.status between asked.status and asked.status and w.method between carried.method and carried.method
        and not w.awaits_batch ${only}
      order by w.status, w.method, w.id limit ${most}) w
    order by w.at limit ${most}`
  const wasAnswered = sql`and exists (
    select from withdrawal_history h where h.withdrawal_id = w.id and h.from_status = 'INFO_REQUESTED')`
  return {
    withdrawals: withdrawals(['PENDING_ADMIN_APPROVAL']),
    answered: withdrawals(['PENDING_ADMIN_APPROVAL'], wasAnswered),
    batches: sql`
      select b.at from unnest(array['PENDING_ADMIN_APPROVAL', 'PAUSED']) as asked (status) cross join lateral (
        select updated_at as at from disbursement_batches b
        where b.environment = ${environment} and b.status between asked.status and asked.status
        order by b.status, b.id limit ${most}) b
      order by b.at limit ${most}`,
    asked: withdrawals(['INFO_REQUESTED']),
    unclear: withdrawals(unclearStatuses),
    held: sql`
      select updated_at as at from collections where environment = ${environment} and status = 'pending_clearance'
      order by id limit ${most}`,
    discrepancies: sql`
      select created_at as at from discrepancies where environment = ${environment} and status = 'open'
      order by id limit ${most}`,
    stuck: sql`
      select q.first_at as at from quarantine q where q.environment = ${environment} and exists (
        select from collections s where s.id = q.subject_id and s.moves = q.moves union all
        select from withdrawals s where s.id = q.subject_id and s.moves = q.moves)
      order by q.subject_id limit ${most}`,
    dead_letters: sql`
      select created_at as at from dead_letters where environment = ${environment} and status = 'open'
      order by id limit ${most}`,
  }
}

export type WaitingKind =
  | 'withdrawals'
  | 'answered'
  | 'batches'
  | 'asked'
  | 'unclear'
  | 'held'
  | 'discrepancies'
  | 'stuck'
  | 'dead_letters'
