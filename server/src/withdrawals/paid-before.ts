import type { Database, Fragment, Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import { endedUnpaid, type WithdrawalRow } from './withdrawal-row.ts'

/**
 * Of these, those that repeat one which was paid after all, or of which nobody knows by now. What is repeated may itself have been a
 * repeat: each of the chain may turn out to have been paid.
 */
export async function findPaidBefore(
  sql: Database | Transaction,
  ids: readonly string[],
  locking: Fragment = sql``,
): Promise<Set<string>> {
  const found = await sql<{ id: string }[]>`
    with recursive repeats (id, earlier) as (
      select id, coalesce(retry_of, again_of) from withdrawals
      where id = any(${[...ids]}::uuid[]) and coalesce(retry_of, again_of) is not null
      union
      select r.id, coalesce(w.retry_of, w.again_of) from repeats r join withdrawals w on w.id = r.earlier
      where coalesce(w.retry_of, w.again_of) is not null)
    select r.id from repeats r join withdrawals w on w.id = r.earlier
    where w.status <> all(${[...endedUnpaid]}::text[]) order by w.id ${locking}`
  return new Set(found.map(({ id }) => id))
}

type Repeat = Pick<WithdrawalRow, 'id' | 'retry_of' | 'again_of'>

export async function wasPaidBefore(
  sql: Database | Transaction,
  { id, retry_of: retried, again_of: again }: Repeat,
  locking: Fragment = sql``,
): Promise<boolean> {
  if (retried === null && again === null) return false
  return (await findPaidBefore(sql, [id], locking)).has(id)
}

/** Whoever gets it has the money: they would get it twice. */
export async function refusePaidBefore(tx: Transaction, row: WithdrawalRow): Promise<void> {
  if (await wasPaidBefore(tx, row, tx`for share of w`)) throw paidAfterAll(row)
}

export function paidAfterAll({ kind, status }: Pick<WithdrawalRow, 'kind' | 'status'>): Refusal {
  const isRefund = kind === 'refund'
  return new Refusal('invalid_state', {
    message: isRefund
      ? 'A refund before it was paid after all, so that the payer has the money. Reject this one.'
      : 'The one that this repeats was paid after all, or nobody knows by now. Reject this one.',
    details: { status, payment: isRefund ? 'refunded' : 'paid' },
  })
}
