import type { Environment } from '@malipo/contract'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** Whoever parts a sum into small ones would have to wait this long between them. */
const togetherMs = 24 * 3_600_000

/** How many people must approve a sum of this size, with what one of them alone has let pass for the merchant lately, or one that a rule wants looked at. */
export type ApprovalsNeeded = (
  asked: Pick<WithdrawalRow, 'amount' | 'review_hit'>,
  passedAlone: bigint,
) => number

type Queued = Pick<WithdrawalRow, 'amount' | 'review_hit'> & { approvals: number; passed_alone: bigint }

/** How many it takes as a queue shows it. One that was approved and still waits needs another, whatever counted since. */
export function neededFor(queued: Queued, isPending: boolean, needed: ApprovalsNeeded): number {
  const { approvals, passed_alone: alone } = queued
  return Math.max(needed(queued, isPending ? alone : 0n), isPending ? approvals + 1 : approvals)
}

type Columns = { merchantId: Fragment; environment: Fragment; currency: Fragment }

/**
 * What a single person has let pass lately of a merchant's withdrawals, refunds and batches. What came back counts no longer, nor do rows
 * of a batch that are approved one by one, all or those under review, count with their batch.
 */
export function passedAlone(
  sql: Database | Transaction,
  { merchantId, environment, currency }: Columns,
  now: Date,
): Fragment {
  const since = new Date(now.getTime() - togetherMs)
  // Lists of ids, and no joins: a server that has not yet counted a young table would go through all of it for each row of another.
  // The names of these tables are nobody else's: a column of the caller's would otherwise be taken for one of them.
  return sql`(
    select coalesce(sum(alone.amount), 0)::bigint from (
      select passed.amount from withdrawals passed
      where passed.merchant_id = ${merchantId} and passed.id = any (array(
          select beside.withdrawal_id from withdrawal_approvals beside
          where beside.merchant_id = ${merchantId} and beside.withdrawal_id = any (array(
            select approval.withdrawal_id from withdrawal_approvals approval
            where approval.merchant_id = ${merchantId} and approval.at > ${since}))
          group by 1 having count(*) = 1))
        and passed.environment = ${environment} and passed.currency = ${currency}
        and passed.status not in ('PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED', 'REJECTED', 'FAILED', 'REVERSED')
      union all
      select passed.amount_total - case when passed.review_hit is null then 0 else (
          select coalesce(sum(beside.amount), 0) from withdrawals beside
          where beside.merchant_id = ${merchantId} and beside.batch_id = passed.id and beside.review_hit is not null) end
      from disbursement_batches passed
      where passed.merchant_id = ${merchantId} and passed.id = any (array(
          select beside.batch_id from disbursement_batch_approvals beside
          where beside.merchant_id = ${merchantId} and beside.batch_id = any (array(
            select approval.batch_id from disbursement_batch_approvals approval
            where approval.merchant_id = ${merchantId} and approval.at > ${since}))
          group by 1 having count(*) = 1))
        and passed.environment = ${environment} and passed.currency = ${currency}
        and passed.status not in ('PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED', 'REJECTED') and not passed.approve_rows
    ) alone)`
}

/** The same for a page of payouts, as a list to join: of each book that has one that waits, once, however many wait beside it. */
export function passedAloneBeside(
  sql: Database | Transaction,
  { page, waits }: { page: Fragment; waits: Fragment },
  now: Date,
): Fragment {
  const columns = {
    merchantId: sql`book.merchant_id`,
    environment: sql`book.environment`,
    currency: sql`book.currency`,
  }
  return sql`
    select book.*, ${passedAlone(sql, columns, now)} as passed_alone
    from (select distinct merchant_id, environment, currency from ${page} where ${waits}) book`
}

type Asked = { merchant_id: string; environment: Environment; currency: string }

/** The same for whoever approves. Of two approvals of one merchant at once the second waits, and counts the first. */
export async function lockPassedAlone(tx: Transaction, { clock }: World, asked: Asked): Promise<bigint> {
  const { merchant_id: merchantId, environment, currency } = asked
  await tx`select pg_advisory_xact_lock(hashtextextended(${`approvals ${merchantId} ${environment}`}, 0))`
  const columns = {
    merchantId: tx`${merchantId}::uuid`,
    environment: tx`${environment}`,
    currency: tx`${currency}`,
  }
  const [found] = await tx<{ passed: bigint }[]>`select ${passedAlone(tx, columns, clock.now())} as passed`
  return found?.passed ?? 0n
}
