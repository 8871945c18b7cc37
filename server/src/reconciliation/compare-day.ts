import type { findingKinds } from '@malipo/contract'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { beginningOf, endOf } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import type { ReconciliationRow } from './reconciliation-row.ts'

/** How a pair of ours and theirs is told. What is `matched` is only counted. */
export type FindingKind = (typeof findingKinds)[number]
export type Counts = Record<FindingKind | 'matched', number>

/** Clocks differ, and a payment takes its time: near midnight it may stand in the neighbouring day there. */
export const graceMs = 2 * 3_600_000

/** What is paid by then was asked for at most so long before: who approves a payout may take days, the money does not. */
const longestWayMs = 7 * 24 * 3_600_000

/** More than this is no list of differences any more; the counts are exact all the same. */
export const mostFindings = 50_000

type Compared = Pick<ReconciliationRow, 'id' | 'provider' | 'environment' | 'day' | 'source' | 'covers'>

export function spanOf({ day }: Pick<ReconciliationRow, 'day'>): { from: Date; to: Date } {
  const [from, to] = [beginningOf(day), endOf(day)]
  if (!from || !to) throw new Error(`${day} is no day.`)
  return { from, to }
}

/** With the hours beside it. */
export function wideSpanOf(run: Pick<ReconciliationRow, 'day'>): { from: Date; to: Date } {
  const { from, to } = spanOf(run)
  return { from: new Date(from.getTime() - graceMs), to: new Date(to.getTime() + graceMs) }
}

/**
 * Holds what was staged against our rows in one statement, and so in one snapshot, and writes down what does not match. What the
 * provider said since an instant, when it was asked about them, counts with it.
 */
export async function compareDay(
  tx: Transaction,
  { newId }: Pick<World, 'newId'>,
  run: Compared,
  askedAt: Date | null,
): Promise<Counts> {
  await tx`delete from reconciliation_findings where reconciliation_id = ${run.id}`
  // Ids that sort as they are written, below one that nobody else has.
  const prefix = newId().replaceAll('-', '').slice(0, 24)
  const rows = await tx<{ kind: FindingKind | 'matched'; count: number }[]>`
    with theirs as materialized (${theirLines(tx, run)}),
    ours as materialized (${ourRows(tx, run)}),
    pairs as (${pairsOf(tx, run, askedAt)}),
    judged as materialized (
      select p.*, ${kindOf(tx, run)} as kind from pairs p
    ), explained as materialized (
      select j.*, d.id as discrepancy_id,
        case when d.status = 'settled' then 'settled' else j.kind end as told
      from judged j left join lateral (${explanation(tx, run)}) d on true
      where j.kind is not null and j.kind <> 'matched'
    ), written as (
      insert into reconciliation_findings (id, reconciliation_id, kind, about, reference, subject_id, merchant_id, collection_id,
        withdrawal_id, our_state, our_status, our_amount, our_currency, their_state, their_amount, their_currency, said,
        discrepancy_id)
      select (${prefix} || lpad(to_hex(row_number() over (order by told desc, reference)), 8, '0'))::uuid, ${run.id}, told, about,
        reference, subject_id, merchant_id, collection_id, withdrawal_id, our_state, our_status, our_amount, our_currency,
        their_state, their_amount, their_currency, said, discrepancy_id
      from explained order by told desc, reference limit ${mostFindings}
    )
    select 'matched' as kind, count(*)::int as count from judged where kind = 'matched'
    union all select told, count(*)::int from explained group by told`
  const counts = Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
  return { ...noCounts, ...counts }
}

const noCounts: Counts = {
  matched: 0,
  missing_there: 0,
  missing_here: 0,
  different_amount: 0,
  different_state: 0,
  still_open: 0,
  settled: 0,
}

/** The most that is written down of an amount: so much was never ordered, and no more fits a column. */
const mostTold = 2n ** 63n - 1n

/** In place of a currency: that of a sum of several is none of them. */
const mixed = 'mixed'

/** One row for each reference, whatever number of lines tells of it: what was paid twice is paid twice the amount. */
function theirLines(tx: Transaction, run: Compared): Fragment {
  const { from, to } = spanOf(run)
  return tx`
    select about, reference, subject_id,
      case when count(*) filter (where state = 'reversed') >= greatest(1, count(*) filter (where state = 'paid')) then 'reversed'
        when bool_or(state = 'paid') then 'paid' when bool_or(state = 'open') then 'open' else 'failed' end as state,
      case when sum(amount) filter (where state = 'paid') > ${mostTold} then ${mostTold}
        else sum(amount) filter (where state = 'paid') end as amount,
      case when count(distinct currency) filter (where state = 'paid') > 1 then ${mixed}
        else max(currency) filter (where state = 'paid') end as currency,
      bool_or(at is null or (at >= ${from} and at < ${to})) as is_of_the_day
    from reconciliation_lines where reconciliation_id = ${run.id}
    group by about, reference, subject_id`
}

/** Ours of the day and of the hours beside it, and whatever their lines lead to. Of a page each try is an order of its own. */
function ourRows(tx: Transaction, run: Compared): Fragment {
  const { from: since, to: until } = wideSpanOf(run)
  // A list tells when something was ordered, a statement when its money moved.
  const isStatement = run.source === 'statement'
  const asked = isStatement ? new Date(since.getTime() - longestWayMs) : since
  const at = (ordered: Fragment, ended: Fragment) =>
    isStatement ? tx`coalesce(${ended}, ${ordered})` : ordered
  // Each way has its index. With an `or` between them the server would read whatever there ever was.
  const isOfDay = tx`'collection' = any(${run.covers}::text[])
    and t.id >= ${lowestIdAt(asked.getTime())} and t.id < ${lowestIdAt(until.getTime())}`
  const tries = tx`select ${columnsOfTries(tx)} from collection_tries t where ${isOfDay} union all
    select ${columnsOfTries(tx)} from collection_tries t
    where t.id in (select subject_id from theirs where about = 'collection') and not (${isOfDay})`
  const isPaidOut = tx`'disbursement' = any(${run.covers}::text[]) and w.sent_at >= ${asked} and w.sent_at < ${until}`
  const payouts = tx`select ${columnsOfPayouts(tx)} from withdrawals w where ${isPaidOut} union all
    select ${columnsOfPayouts(tx)} from withdrawals w
    where w.id in (select subject_id from theirs where about = 'disbursement') and (${isPaidOut}) is not true`
  return tx`
    select 'collection' as about, t.id as subject_id, t.provider_reference as reference, c.merchant_id, c.id as collection_id,
      null::uuid as withdrawal_id, c.status, c.amount, c.currency, ${at(tx`t.created_at`, tx`c.completed_at`)} as at,
      case when t.state in ('failed', 'cancelled') then 'failed' when t.state = 'open' then 'open'
        when c.status in ('successful', 'pending_clearance') then 'paid'
        when c.status in ('failed', 'reversed') then c.status else 'open' end as state
    from (${tries}) t join collections c on c.id = t.collection_id
    where t.provider = ${run.provider} and c.environment = ${run.environment}
    union all
    select 'disbursement', w.id, w.provider_reference, w.merchant_id, null, w.id, w.status, w.amount, w.currency,
      ${at(tx`w.sent_at`, tx`w.completed_at`)},
      case when w.sent_at is null then 'failed' when w.status = 'SUCCESS' then 'paid' when w.status = 'REVERSED' then 'reversed'
        when w.status in ('FAILED', 'REJECTED') then 'failed' else 'open' end
    from (${payouts}) w where w.provider = ${run.provider} and w.environment = ${run.environment}`
}

const columnsOfTries = (tx: Transaction) =>
  tx`t.id, t.collection_id, t.provider, t.provider_reference, t.state, t.created_at`
const columnsOfPayouts = (tx: Transaction) =>
  tx`w.id, w.provider, w.environment, w.provider_reference, w.merchant_id, w.status, w.amount, w.currency, w.sent_at, w.completed_at`

/** Each of ours with what they have of it, and what they said of it when they were asked. */
function pairsOf(tx: Transaction, run: Compared, askedAt: Date | null): Fragment {
  const { from, to } = spanOf(run)
  const { from: since, to: until } = wideSpanOf(run)
  return tx`
    select coalesce(o.about, t.about) as about, coalesce(o.reference, t.reference) as reference, o.subject_id, o.merchant_id,
      o.collection_id, o.withdrawal_id, o.state as our_state, o.status as our_status, o.amount as our_amount,
      o.currency as our_currency, t.state as their_state, t.amount as their_amount, t.currency as their_currency,
      t.is_of_the_day, o.at >= ${from} and o.at < ${to} as is_ours_of_the_day,
      o.at >= ${since} and o.at < ${until} as is_near, ${beside(tx, run)} as beside, f.said
    from ours o full join theirs t on t.about = o.about and t.subject_id = o.subject_id
    left join lateral (
      select w.kind as said from provider_words w
      where w.subject_id = o.subject_id and w.last_at >= ${askedAt}::timestamptz order by w.last_at desc, w.turn desc limit 1) f on true`
}

/**
 * Whether the statement of the neighbouring day has what is near midnight: `there`, `not_there`, `unread` where nobody has read that
 * statement yet, or null for what is far from midnight. A list is asked for with the hours beside the day.
 */
function beside(tx: Transaction, run: Compared): Fragment {
  if (run.source === 'list') return tx`null::text`
  const { from, to } = spanOf(run)
  const [early, late] = [new Date(from.getTime() + graceMs), new Date(to.getTime() - graceMs)]
  const neighbour = tx`(select r.id from reconciliations r
    where r.provider = ${run.provider} and r.environment = ${run.environment} and r.source = 'statement' and r.status = 'done'
      and o.about = any(r.covers) and r.day = ${run.day}::date + case when o.at < ${early} then -1 else 1 end
    order by r.id desc limit 1)`
  return tx`case when t.state is not null or o.at is null or (o.at >= ${early} and o.at < ${late}) then null
    else coalesce((select case when exists (select from reconciliation_lines l
        where l.reconciliation_id = n.id and l.subject_id = o.subject_id) then 'there' else 'not_there' end
      from ${neighbour} n), 'unread') end`
}

/** The table of what a pair is; null for what is told with another day. */
function kindOf(tx: Transaction, run: Compared): Fragment {
  const isOther = tx`(p.their_amount is not null
    and (p.their_amount, coalesce(p.their_currency, p.our_currency)) is distinct from (p.our_amount::numeric, p.our_currency))`
  const isMispaid = tx`exists (select from discrepancies d
    where d.collection_id = p.collection_id and d.kind in ('other_amount', 'other_currency'))`
  const alone =
    run.source === 'list'
      ? tx`case when p.is_ours_of_the_day then 'here' end`
      : tx`case when p.beside = 'there' or not p.is_near then null when p.beside = 'unread' and p.is_ours_of_the_day then 'later'
          when p.beside = 'not_there' or (p.beside is null and p.is_ours_of_the_day) then 'here' end`
  return tx`case
    when p.their_state is null then case ${alone}
      when 'here' then case p.our_state when 'paid' then 'missing_there' when 'open' then 'still_open' else 'matched' end
      when 'later' then case when p.our_state in ('paid', 'open') then 'still_open' else 'matched' end end
    when not p.is_of_the_day and not coalesce(p.is_ours_of_the_day, false) then null
    when p.our_state is null then case when p.their_state = 'paid' then 'missing_here' else 'matched' end
    when p.our_state = 'open' then
      case when p.their_state = 'paid' and ${isOther} and ${isMispaid} then 'different_amount' else 'still_open' end
    when p.their_state = 'open' then
      case when p.our_state = 'paid' and p.said is distinct from 'succeeded' then 'still_open' else 'matched' end
    when p.our_state = 'paid' then
      case when p.their_state <> 'paid' then 'different_state' when ${isOther} then 'different_amount' else 'matched' end
    when p.their_state = 'paid' then case when ${isOther} then 'different_amount' else 'missing_here' end
    when p.our_state = 'failed' and p.their_state = 'reversed' then 'different_state'
    else 'matched' end`
}

/** Which discrepancies are about the same difference; an open one before one that a person has settled. */
function explanation(sql: Database | Transaction, { provider }: Compared): Fragment {
  const fits = sql`(case j.kind
    when 'missing_there' then d.kind in ('missing_there', 'failure_after_success')
    when 'missing_here' then d.kind in ('missing_here', 'success_after_failure', 'another_try_paid', 'success_before_request',
      'other_amount', 'other_currency', 'unknown_reference')
    when 'different_amount' then d.kind in ('different_amount', 'other_amount', 'other_currency', 'another_try_paid')
    when 'different_state' then d.kind in ('different_state', 'failure_after_success', 'reversal_after_failure', 'missing_there')
    else false end)`
  const newest = sql`order by (d.status = 'open') desc, d.id desc limit 1`
  return sql`
    select d.id, d.status from (
      (select d.id, d.status from discrepancies d where d.collection_id = j.collection_id and ${fits}
        and (d.reference = j.reference or (d.reference is null and j.subject_id = j.collection_id)) ${newest})
      union all
      (select d.id, d.status from discrepancies d where d.withdrawal_id = j.withdrawal_id and ${fits} ${newest})
      union all
      (select d.id, d.status from discrepancies d where d.kind = 'unknown_reference' and j.subject_id is null
        and d.provider = ${provider} and d.reference = j.reference and ${fits} ${newest})) d
    ${newest}`
}
