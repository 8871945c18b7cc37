import type { Transaction } from '../database/database.ts'
import {
  type Audience,
  type Entries,
  type Entry,
  mostOfAKind,
  newest,
  nothing,
  type Subject,
} from './entries.ts'

type Opened = Extract<Entry, { kind: 'discrepancy' }>
type DiscrepancyRow = Pick<
  Opened,
  'discrepancy_id' | 'discrepancy_kind' | 'ours' | 'theirs' | 'action' | 'note'
> & {
  by: string | null
  created_at: Date
  settled_at: Date | null
}

/** Where a provider contradicts it. Its merchant is told that somebody looks at it, and when they have. */
export async function findDiscrepancies(
  tx: Transaction,
  subject: Subject,
  audience: Audience,
): Promise<Entries & { isOpen: boolean }> {
  const { about, id } = subject
  const rows = await tx<DiscrepancyRow[]>`
    select d.id as discrepancy_id, d.kind as discrepancy_kind, d.ours, d.theirs, d.action, d.note, u.name as "by",
      d.created_at, d.settled_at
    from discrepancies d left join users u on u.id = d.settled_by
    where ${about === 'collection' ? tx`d.collection_id` : tx`d.withdrawal_id`} = ${id}
    order by d.id desc limit ${mostOfAKind + 1}`
  const shown = audience.isAdmin ? newest(rows, showDiscrepancy) : newest(rows, showCheck)
  return { ...shown, isOpen: rows.some(({ settled_at: settledAt }) => settledAt === null) }
}

function showDiscrepancy({ created_at: at, settled_at: settledAt, ...row }: DiscrepancyRow): Opened[] {
  const unsettled = { ...row, action: null, note: null, by: null }
  const opened = { kind: 'discrepancy', title: 'discrepancy.opened', ...unsettled } as const
  const settled = { kind: 'discrepancy', title: 'discrepancy.settled', ...row } as const
  return [
    { at: at.toISOString(), ...opened },
    ...(settledAt === null ? [] : [{ at: settledAt.toISOString(), ...settled }]),
  ]
}

function showCheck({ created_at: at, settled_at: settledAt }: DiscrepancyRow) {
  const begun = { at: at.toISOString(), kind: 'check' as const, title: 'check.begun' as const }
  if (settledAt === null) return [begun]
  return [begun, { at: settledAt.toISOString(), kind: 'check' as const, title: 'check.ended' as const }]
}

type DecisionRow = {
  action: string
  actor_kind: string
  by: string | null
  note: string | null
  request_id: string | null
  at: Date
}

/**
 * What was decided about it, as the audit log has it: the first of two approvals moves nothing, and stands here alone. What its merchant's people asked for and
 * answered is told by its steps.
 */
export async function findDecisions(tx: Transaction, subject: Subject, audience: Audience): Promise<Entries> {
  if (!audience.isAdmin) return nothing
  const rows = await tx<DecisionRow[]>`
    select a.action, a.actor_kind, u.name as "by", a.details ->> 'note' as note, a.request_id, a.at
    from audit_log a left join users u on u.id = a.actor_id
    where a.subject_id = ${subject.id} and a.actor_kind <> 'member' order by a.seq desc limit ${mostOfAKind + 1}`
  return newest(rows, ({ at, ...row }) => ({
    at: at.toISOString(),
    kind: 'decision',
    title: 'decision.recorded',
    ...row,
  }))
}

type StuckRow = {
  said: string
  source: string
  because: string
  times: number
  first_at: Date
  last_at: Date
}

/** What was said of it and could not be carried out. Once it has moved, that is over. */
export async function findStuck(
  tx: Transaction,
  subject: Subject,
  audience: Audience,
): Promise<Entries & { isStuck: boolean }> {
  const rows = await tx<StuckRow[]>`
    select said, source, because, times, first_at, last_at from quarantine
    where subject_id = ${subject.id} and moves = ${subject.moves}`
  const shown = newest(rows, ({ first_at: at, last_at: lastAt, ...row }) => ({
    at: at.toISOString(),
    kind: 'quarantine',
    title: 'quarantine.stuck',
    ...row,
    last_at: lastAt.toISOString(),
  }))
  return { ...(audience.isAdmin ? shown : nothing), isStuck: rows.length > 0 }
}
