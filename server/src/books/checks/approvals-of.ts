import type { Fragment, Transaction } from '../../database/database.ts'

type Approved = {
  noun: 'withdrawal' | 'batch'
  /** Each with `id`, `approved_by` and `at`. */
  approvals: Fragment
  /** Each with `id`, `merchant_id`, `asked_by` and `created_at`. */
  rows: Fragment
}

/** Approvals by whoever was no Super Admin then, or had a part in what they approved. Who joined the merchant later was still a stranger. */
export function partialApprovals(tx: Transaction, { noun, approvals, rows }: Approved): Fragment {
  return tx`
    select 'the approval of ' || ${noun}::text || ' ' || p.id || ' by ' || p.approved_by || ' must not count' as found
    from (${approvals}) p join (${rows}) r on r.id = p.id
    where not exists (select from super_admins s where s.user_id = p.approved_by and s.created_at <= p.at)
      or exists (select from memberships m where m.user_id = p.approved_by and m.merchant_id = r.merchant_id
        and m.created_at <= p.at)
      or exists (select from past_memberships m where m.user_id = p.approved_by and m.merchant_id = r.merchant_id
        and m.joined_at <= p.at and m.left_at >= r.created_at)
      or r.asked_by = p.approved_by`
}
