import { type Fragment, isPutAside, type Transaction } from '../../database/database.ts'
import { partialApprovals } from './approvals-of.ts'
import { type Check, type Found, firstOf } from './check.ts'
import { historyOf } from './history-of.ts'

const legalWays: Record<string, readonly string[]> = {
  PENDING_ADMIN_APPROVAL: ['PROCESSING', 'REJECTED', 'INFO_REQUESTED', 'FAILED'],
  INFO_REQUESTED: ['PENDING_ADMIN_APPROVAL', 'PROCESSING', 'REJECTED', 'FAILED'],
  PROCESSING: ['SUCCESS', 'FAILED', 'NEEDS_RECONCILIATION', 'BLOCKED_IP_WHITELIST', 'NEEDS_ADMIN_ATTENTION'],
  NEEDS_RECONCILIATION: ['SUCCESS', 'FAILED', 'NEEDS_ADMIN_ATTENTION'],
  BLOCKED_IP_WHITELIST: ['PROCESSING', 'SUCCESS', 'FAILED', 'NEEDS_ADMIN_ATTENTION'],
  NEEDS_ADMIN_ATTENTION: ['SUCCESS', 'FAILED'],
  SUCCESS: ['REVERSED'],
  FAILED: ['NEEDS_ADMIN_ATTENTION'],
}

const legalSteps: readonly [from: string | null, to: string][] = [
  [null, 'PENDING_ADMIN_APPROVAL'],
  ...Object.entries(legalWays).flatMap(([from, next]) => next.map((to): [string, string] => [from, to])),
]

export const withdrawalHistoryChecks: Check[] = [
  ...historyOf({
    noun: 'withdrawal',
    names: {
      whole: 'every withdrawal has a history without gaps that ends at its status',
      joined: 'every step of a withdrawal begins where the one before ended',
      legal: 'every step of a withdrawal is a legal one',
    },
    rows: (tx) => tx`select id, status, moves from withdrawals`,
    steps: (tx) => tx`select withdrawal_id as id, seq, from_status, to_status from withdrawal_history`,
    inParts: 'withdrawal_history',
    legalSteps,
    wasLegal: wasTakenOutOfSuccess,
  }),
  {
    check: 'no withdrawal is decided without the audit entry of whoever did it',
    // In the sandbox an approval may be played, and then nobody decided; live, a Super Admin always did, or its merchant
    // took it back: a member, or a key, which is nobody.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'step ' || h.seq || ' of withdrawal ' || h.withdrawal_id || ' from ' || h.from_status || ' to '
          || h.to_status || ' has no audit entry' as found
        from withdrawal_history h join withdrawals w on w.id = h.withdrawal_id
        where (h.source = 'super_admin' or h.source = 'merchant' and h.to_status = 'REJECTED'
            or w.environment = 'live' and h.from_status in ('PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED')
              and h.to_status <> 'PENDING_ADMIN_APPROVAL')
          and not exists (
            select from audit_log a
            where a.subject_id = h.withdrawal_id and a.action like 'withdrawal.%'
              and case when h.source = 'merchant' and h.to_status = 'REJECTED'
                then a.action = 'withdrawal.cancel' and (a.actor_kind = 'member' and a.actor_id = h.by_user
                  or a.actor_kind = 'api_key' and h.by_user is null)
                else a.actor_kind = 'super_admin' and a.actor_id = h.by_user end
              and a.details->>'from' = h.from_status
              and a.details->>'to' = h.to_status)
          -- A row that is decided with its batch is in the entry of the batch.
          and not exists (
            select from audit_log a
            where a.subject_id = w.batch_id and h.from_status in ('PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED')
              and case when h.source = 'merchant'
                then a.action = 'disbursement_batch.cancel' and (a.actor_kind = 'member' and a.actor_id = h.by_user
                  or a.actor_kind = 'api_key' and h.by_user is null)
                else a.actor_kind = 'super_admin' and a.actor_id = h.by_user end
              and (a.action, h.to_status) in (('disbursement_batch.approve', 'PROCESSING'), ('disbursement_batch.approve', 'REJECTED'),
                ('disbursement_batch.reject', 'REJECTED'), ('disbursement_batch.cancel', 'REJECTED')))
        limit 1`),
  },
  {
    check: 'whoever moved a withdrawal is somebody we know',
    // Partitions have no foreign keys.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'step ' || h.seq || ' of withdrawal ' || h.withdrawal_id || ' is by ' || h.by_user || ', who is nobody' as found
        from withdrawal_history h
        where h.by_user is not null and not exists (select from users u where u.id = h.by_user)
        limit 1`),
  },
  {
    check: 'nothing is sent to a provider before it was approved',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'withdrawal ' || w.id || ' was sent at ' || w.sent_at || ', before any approval' as found
        from withdrawals w
        where w.sent_at is not null and not exists (
          select from withdrawal_history h
          where h.withdrawal_id = w.id and h.to_status = 'PROCESSING' and h.at <= w.sent_at)
          and not ${isPutAside(tx, 'withdrawal_history', tx`w.id`)}
        union all
        select 'step ' || h.seq || ' of withdrawal ' || h.withdrawal_id || ' is the word of a provider that was not asked'
        from withdrawal_history h left join withdrawals w on w.id = h.withdrawal_id
        where h.source in ('reply', 'callback', 'look_up') and (w.sent_at is null or w.sent_at > h.at)
        limit 1`),
  },
  {
    check: 'every approval is of a Super Admin who has no part in the withdrawal',
    look: (tx) =>
      firstOf(tx<Found>`
        ${partialApprovals(tx, {
          noun: 'withdrawal',
          approvals: tx`select withdrawal_id as id, approved_by, at from withdrawal_approvals`,
          rows: tx`select id, merchant_id, asked_by, created_at from withdrawals`,
        })}
        union all
        select 'withdrawal ' || h.withdrawal_id || ' was approved by nobody who is on its list'
        from withdrawal_history h
        where h.source = 'super_admin' and h.to_status = 'PROCESSING'
          and h.from_status in ('PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED')
          and not exists (select from withdrawal_approvals p
            where p.withdrawal_id = h.withdrawal_id and p.approved_by = h.by_user)
          and not exists (select from withdrawals w join disbursement_batch_approvals p on p.batch_id = w.batch_id
            where w.id = h.withdrawal_id and not exists (select from disbursement_batches b where b.id = w.batch_id and b.approve_rows)
              and p.approved_by = h.by_user
              -- Rows under review have two of their own. They once went with a batch that two had approved.
              and (w.review_hit is null
                or (select count(*) from disbursement_batch_approvals beside where beside.batch_id = w.batch_id) > 1))
        limit 1`),
  },
]

/**
 * What was paid could once be taken out of SUCCESS for a person to look at, and its money was set aside again. Whoever wrote that
 * booked it in rows that do not add up, as nobody does any more: so it is told apart from such a step of today.
 */
function wasTakenOutOfSuccess(tx: Transaction): Fragment {
  return tx`((h.from_status, h.to_status) = ('SUCCESS', 'NEEDS_ADMIN_ATTENTION') and exists (
    select from ledger_transactions t where not t.adds_up
      and t.cause = concat_ws(' ', 'withdrawal', h.id, h.seq, 'withdrawal_reversal')))`
}
