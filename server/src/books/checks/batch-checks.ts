import { isPutAside } from '../../database/database.ts'
import { partialApprovals } from './approvals-of.ts'
import { type Check, type Found, firstOf } from './check.ts'
import { historyOf } from './history-of.ts'

/** Told apart from the lifecycle of the code, so that a mistake there is seen here. */
const legalSteps: readonly [from: string | null, to: string][] = [
  [null, 'PENDING_ADMIN_APPROVAL'],
  ['PENDING_ADMIN_APPROVAL', 'PROCESSING'],
  ['PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED'],
  ['PENDING_ADMIN_APPROVAL', 'REJECTED'],
  ['INFO_REQUESTED', 'PENDING_ADMIN_APPROVAL'],
  ['INFO_REQUESTED', 'PROCESSING'],
  ['INFO_REQUESTED', 'REJECTED'],
  ['PROCESSING', 'PAUSED'],
  ['PROCESSING', 'DONE'],
  ['PAUSED', 'PROCESSING'],
  ['PAUSED', 'DONE'],
]

const undecided = ['PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED']
const ended = ['SUCCESS', 'FAILED', 'REJECTED', 'REVERSED']

export const batchChecks: Check[] = [
  ...historyOf({
    noun: 'batch',
    names: {
      whole: 'every batch has a history without gaps that ends at its status',
      joined: 'every step of a batch begins where the one before ended',
      legal: 'every step of a batch is a legal one',
    },
    rows: (tx) => tx`select id, status, moves from disbursement_batches`,
    steps: (tx) => tx`select batch_id as id, seq, from_status, to_status from disbursement_batch_history`,
    legalSteps,
  }),
  {
    check: 'every batch adds up to its rows, which are numbered without gaps and of its own merchant',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'batch ' || coalesce(b.id, w.batch_id) || ' of ' || coalesce(b.row_count, 0) || ' rows, ' || coalesce(b.amount_total, 0) || ' and '
          || coalesce(b.charges_total, 0) || ', has ' || coalesce(w.rows, 0) || ' rows, ' || coalesce(w.amount, 0) || ' and '
          || coalesce(w.charges, 0) as found
        from disbursement_batches b
        full join (
          select batch_id, count(*) as rows, min(batch_row) as first, max(batch_row) as last, count(distinct batch_row) as numbers,
            sum(amount) as amount, sum(total_charges) as charges, min(merchant_id::text) as merchant, max(merchant_id::text) as other_merchant,
            min(environment) as environment, max(environment) as other_environment, min(currency) as currency, max(currency) as other_currency
          from withdrawals where batch_id is not null group by batch_id) w on w.batch_id = b.id
        where (b.row_count, b.row_count, b.row_count, 1, b.amount_total, b.charges_total)
            is distinct from (w.rows, w.numbers, w.last, w.first, w.amount, w.charges)
          or (b.merchant_id::text, b.merchant_id::text, b.environment, b.environment, b.currency, b.currency) is distinct from
            (w.merchant, w.other_merchant, w.environment, w.other_environment, w.currency, w.other_currency)
        limit 1`),
  },
  {
    check: 'a row waits for its batch exactly while nobody has decided about that',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'row ' || coalesce(w.batch_row, 0) || ', withdrawal ' || w.id || ' (' || w.status || '), '
          || case when w.awaits_batch then 'waits' else 'does not wait' end || ' for a batch that is ' || coalesce(b.status, 'none') as found
        from withdrawals w left join disbursement_batches b on b.id = w.batch_id
        where (w.batch_id is not null or w.awaits_batch)
          and w.awaits_batch is distinct from coalesce(b.status = any(${undecided}::text[]), false)
        limit 1`),
  },
  {
    check: 'a batch is over when its rows are, and not before',
    // What failed and was paid after all waits for a person, and opens no batch again.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'batch ' || b.id || ' is ' || b.status || ', and row ' || w.batch_row || ' is ' || w.status as found
        from disbursement_batches b join withdrawals w on w.batch_id = b.id
        where b.status = 'DONE' and w.status <> all(${[...ended, 'NEEDS_ADMIN_ATTENTION']}::text[])
          or b.status = 'REJECTED' and w.status not in ('REJECTED', 'FAILED')
        limit 1`),
  },
  {
    check: 'nothing of a batch that is paused is about to be sent for the first time',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'row ' || w.batch_row || ' of batch ' || b.id || ', which is paused, is due at ' || w.due_at as found
        from disbursement_batches b join withdrawals w on w.batch_id = b.id
        where b.status = 'PAUSED' and w.status = 'PROCESSING' and w.due_at is not null and w.sent_at is null
        limit 1`),
  },
  {
    check: 'what is tried once more had failed in the batch before, and is tried once',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'withdrawal ' || w.id || ' is ' || coalesce(o.id::text, 'nothing') || ' once more, of batch '
          || coalesce(b.retry_of::text, 'none') as found
        from withdrawals w left join disbursement_batches b on b.id = w.batch_id left join withdrawals o on o.id = w.retry_of
        where (w.retry_of is not null or b.retry_of is not null)
          and ((o.batch_id, o.merchant_id, o.amount) is distinct from (b.retry_of, w.merchant_id, w.amount)
            or not exists (select from withdrawal_history h where h.withdrawal_id = o.id and h.to_status = 'FAILED')
              and not ${isPutAside(tx, 'withdrawal_history', tx`o.id`)})
        union all
        select 'withdrawal ' || retry_of || ' is tried once more ' || count(*) || ' times' from withdrawals
        where retry_of is not null and status <> 'REJECTED' group by retry_of having count(*) > 1
        limit 1`),
  },
  {
    check: 'no batch is decided without the audit entry of whoever did it, with its rows and its hash',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'step ' || h.seq || ' of batch ' || h.batch_id || ' from ' || h.from_status || ' to ' || h.to_status
          || ' has no audit entry' as found
        from disbursement_batch_history h join disbursement_batches b on b.id = h.batch_id
        where (h.source = 'super_admin' or h.source = 'merchant' and h.to_status = 'REJECTED'
            or b.environment = 'live' and h.from_status = any(${undecided}::text[]) and h.to_status <> 'PENDING_ADMIN_APPROVAL')
          and not exists (
            select from audit_log a
            where a.subject_id = h.batch_id and a.details->>'content_hash' = b.content_hash
              and case when h.source = 'merchant'
                then a.action = 'disbursement_batch.cancel' and (a.actor_kind = 'member' and a.actor_id = h.by_user
                  or a.actor_kind = 'api_key' and h.by_user is null)
                else a.action like 'disbursement_batch.%' and a.actor_kind = 'super_admin' and a.actor_id = h.by_user end
              and a.details->>'from' = h.from_status and a.details->>'to' = h.to_status)
        limit 1`),
  },
  {
    check: 'whoever moved a batch is somebody we know',
    // Partitions have no foreign keys.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'step ' || h.seq || ' of batch ' || h.batch_id || ' is by ' || h.by_user || ', who is nobody' as found
        from disbursement_batch_history h
        where h.by_user is not null and not exists (select from users u where u.id = h.by_user)
        limit 1`),
  },
  {
    check: 'every approval of a batch is of a Super Admin who has no part in it',
    look: (tx) =>
      firstOf(tx<Found>`
        ${partialApprovals(tx, {
          noun: 'batch',
          approvals: tx`select batch_id as id, approved_by, at from disbursement_batch_approvals`,
          rows: tx`select id, merchant_id, asked_by, created_at from disbursement_batches`,
        })}
        union all
        select 'batch ' || h.batch_id || ' was approved by nobody who is on its list'
        from disbursement_batch_history h
        where h.source = 'super_admin' and h.to_status = 'PROCESSING' and h.from_status = any(${undecided}::text[])
          and not exists (select from disbursement_batch_approvals p
            where p.batch_id = h.batch_id and p.approved_by = h.by_user)
        limit 1`),
  },
]
