import type { Transaction } from '../database/database.ts'
import { paidAfterAll } from './paid-before.ts'
import { type Source, withdrawalLifecycle } from './withdrawal-lifecycle.ts'
import { isFromReturns, isRefund, type RefundRow, type WithdrawalRow } from './withdrawal-row.ts'

type Step = { before: WithdrawalRow; after: WithdrawalRow; source: Source }

/** What of the money of one payment is where, among all refunds that were to return it. */
type Owed = { out: Set<string>; gone: number; inReturns: bigint }

/** Whether by this step money leaves what is owed to payers, or comes back there. */
export function turnsReturns({ before, after }: Step): boolean {
  return isFromReturns(after) && isOut(before) !== isOut(after)
}

/**
 * What we bear ourselves with each step, below zero what of that comes back. What is owed to a payer is owed once: what leaves beside it
 * is our loss, never money of another payer, and what comes back beside it is owed to nobody. Their collections are locked, so that of
 * two refunds of one payment one comes after the other.
 */
export async function bearReturns<S extends Step>(tx: Transaction, steps: S[]): Promise<Map<S, bigint>> {
  const turning = steps.filter(turnsReturns)
  const owed = await findOwed(
    tx,
    turning.flatMap(({ after }) => (isRefund(after) ? [after] : [])),
  )
  return new Map(
    turning.map((step) => {
      const found = owed.get(keyOf(step.after))
      if (!found) throw new Error(`Nobody was owed what the refund ${step.after.id} returns.`)
      return [step, isOut(step.after) ? leave(found, step) : comeBack(found, step)]
    }),
  )
}

function leave(owed: Owed, { after, source }: Step): bigint {
  const lacking = after.amount - owed.inReturns
  const borne = lacking > after.amount ? after.amount : lacking > 0n ? lacking : 0n
  const isApproval = source === 'super_admin' || source === 'simulated_admin'
  if (borne > 0n && isApproval) throw paidAfterAll(after)
  owed.inReturns += borne - after.amount
  owed.out.add(after.id)
  return borne
}

function comeBack(owed: Owed, { after }: Step): bigint {
  owed.out.delete(after.id)
  owed.inReturns += after.amount
  const spare = owed.inReturns - (owed.out.size > 0 || owed.gone > 0 ? 0n : after.amount)
  const ours = spare > after.amount ? after.amount : spare > 0n ? spare : 0n
  owed.inReturns -= ours
  return -ours
}

/** Whether its money is on its way to the payer, or there. */
export function isOut({ status }: Pick<WithdrawalRow, 'status'>): boolean {
  return withdrawalLifecycle[status].position !== 'free'
}

function keyOf({ collection_id: id, paid_as: reference }: Pick<WithdrawalRow, 'collection_id' | 'paid_as'>) {
  return `${id} ${reference}`
}

type Found = Pick<RefundRow, 'id' | 'collection_id' | 'paid_as' | 'status'> & {
  in_returns: bigint
  gone: number
}

async function findOwed(tx: Transaction, refunds: RefundRow[]): Promise<Map<string, Owed>> {
  const owed = new Map<string, Owed>()
  if (refunds.length === 0) return owed
  const rows = await tx<(Found & WithdrawalRow)[]>`
    select w.id, w.collection_id, w.paid_as, w.status, coalesce(booked.in_returns, 0)::bigint as in_returns,
      coalesce(booked.gone, 0)::int as gone
    from withdrawals w left join lateral (
      select sum(e.amount) filter (where a.kind = 'returns') as in_returns,
        count(distinct t.id) filter (where t.type = 'payer_return' and t.cause like '% gone')
          - count(distinct t.id) filter (where t.type = 'payer_return' and t.cause like '% come') as gone
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.withdrawal_id = w.id) booked on true
    where w.collection_id = any(${refunds.map(({ collection_id: id }) => id)}::uuid[]) and w.origin in ('declined', 'mispaid')`
  for (const row of rows) {
    const one = owed.get(keyOf(row)) ?? { out: new Set(), gone: 0, inReturns: 0n }
    if (isOut(row)) one.out.add(row.id)
    one.gone += row.gone
    one.inReturns += row.in_returns
    owed.set(keyOf(row), one)
  }
  return owed
}
