import type { Environment } from '@malipo/contract'
import type { Database } from '../../../src/database/database.ts'
import type { WithdrawalStatus } from '../../../src/withdrawals/withdrawal-lifecycle.ts'

export type SeenStep = {
  from: WithdrawalStatus | null
  to: WithdrawalStatus
  source: string
  by: string | null
}
export type SeenEntry = { from: string; to: string; by: string | null }

/** A withdrawal with all that belongs to it, as the database has it. */
export type Seen = {
  id: string
  label: string
  merchant_id: string
  environment: Environment
  kind: 'withdrawal' | 'refund'
  collection_id: string | null
  fee_returned: bigint
  status: WithdrawalStatus
  moves: number
  attempts: number
  due_at: Date | null
  provider_reference: string
  amount: bigint
  currency: string
  total_reserved: bigint
  reserved: bigint
  steps: SeenStep[]
  announced: number[]
  audited: SeenEntry[]
}

/** Those that something was written about since the given transaction, by whoever and in whatever table. */
export async function seeWithdrawals(sql: Database, since: bigint): Promise<Seen[]> {
  const rows = await sql<Seen[]>`
    with touched as materialized (
      select id from withdrawals where xmin::text::bigint >= ${since}
      union select withdrawal_id from withdrawal_history where xmin::text::bigint >= ${since}
      union select withdrawal_id from ledger_transactions where xmin::text::bigint >= ${since}
      union select resource_id from events where xmin::text::bigint >= ${since})
    select w.id, w.destination_name as label, w.merchant_id, w.environment, w.kind, w.collection_id, w.fee_returned, w.status, w.moves, w.attempts, w.due_at,
      w.provider_reference, w.amount, w.currency, w.total_reserved,
      coalesce((
        select sum(e.amount)::bigint from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind = 'reserved' where t.withdrawal_id = w.id), 0) as reserved,
      coalesce((
        select json_agg(json_build_object('from', from_status, 'to', to_status, 'source', source, 'by', by_user)
          order by seq)
        from withdrawal_history where withdrawal_id = w.id), '[]') as steps,
      coalesce((
        select json_agg(sequence order by sequence) from events where resource_id = w.id), '[]') as announced,
      coalesce((
        select json_agg(json_build_object('from', details->>'from', 'to', details->>'to',
          'by', case when actor_kind = 'super_admin' then actor_id end))
        from audit_log where subject_id = w.id and (actor_kind = 'super_admin' and action like 'withdrawal.%'
          or actor_kind = 'api_key' and action = 'withdrawal.cancel')), '[]') as audited
    from withdrawals w where id in (select id from touched)`
  return [...rows]
}

/** The transaction that comes next, and how many withdrawals there are. */
export async function seeWhere(sql: Database): Promise<{ next: bigint; withdrawals: number }> {
  const [where] = await sql<{ next: bigint; withdrawals: number }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next, count(*)::int as withdrawals from withdrawals`
  if (!where) throw new Error('The database does not say where it is.')
  return where
}

export type SeenBook = {
  merchant_id: string
  environment: Environment
  available: bigint
  reserved: bigint
  receivable: bigint
  all_accounts: bigint
  all_entries: bigint
}

export async function seeBooks(sql: Database): Promise<SeenBook[]> {
  const rows = await sql<SeenBook[]>`
    with summed as (select account_id as id, sum(amount) as entries from ledger_entries group by account_id)
    select merchant_id, environment,
      coalesce(sum(balance) filter (where kind = 'available'), 0)::bigint as available,
      coalesce(sum(balance) filter (where kind = 'reserved'), 0)::bigint as reserved,
      coalesce(sum(balance) filter (where kind = 'receivable'), 0)::bigint as receivable,
      sum(balance)::bigint as all_accounts,
      coalesce(sum(abs(balance - coalesce(s.entries, 0))), 0)::bigint as all_entries
    from ledger_accounts left join summed s using (id)
    group by merchant_id, environment`
  return [...rows]
}

/** A payment as far as what goes back of it changes it. */
export type SeenPayment = { id: string; amount: bigint; refunded: bigint; claimed: bigint }

export async function seePayments(sql: Database): Promise<SeenPayment[]> {
  const rows = await sql<SeenPayment[]>`
    select id, amount, coalesce(refunded, 0) as refunded, coalesce(refund_claimed, 0) as claimed from collections`
  return [...rows]
}
