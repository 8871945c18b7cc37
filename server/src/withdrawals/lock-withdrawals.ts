import { HeldByOthers, type Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** In the order of ids, as everywhere, so that two transactions never wait for each other in a circle. */
export async function lockWithdrawals(tx: Transaction, ids: string[]): Promise<Map<string, WithdrawalRow>> {
  const rows = await tx<WithdrawalRow[]>`
    select * from withdrawals where id = any(${[...new Set(ids)]}::uuid[]) order by id for update`
  return new Map(rows.map((row) => [row.id, row]))
}

/** As long as a batch of collections waits for the books of a merchant. */
const patienceMs = 250

/** Locks those that nobody else holds, and leaves the others out. Whatever is locked after that is not waited for long. */
export async function lockFreeWithdrawals(
  tx: Transaction,
  ids: string[],
  merchantIds: string[],
): Promise<Map<string, WithdrawalRow>> {
  const asked = [...new Set(ids)]
  const rows = await tx<(WithdrawalRow & { patience: string })[]>`
    select *, set_config('lock_timeout', ${String(patienceMs)}, true) as patience
    from withdrawals where id = any(${asked}::uuid[]) and of_merchants(merchant_id, ${merchantIds}::uuid[])
    order by id for update skip locked`
  if (rows.length < asked.length) {
    const known = await tx`
      select from withdrawals where id = any(${asked}::uuid[]) and of_merchants(merchant_id, ${merchantIds}::uuid[])`
    if (known.count < asked.length) throw new Refusal('not_found')
  }
  return new Map(rows.map(({ patience: _said, ...row }) => [row.id, row]))
}

/** One, unless somebody else holds it: whoever finds it held comes again later. */
export async function lockFreeWithdrawal(tx: Transaction, id: string): Promise<WithdrawalRow> {
  const [row] = await tx<WithdrawalRow[]>`select * from withdrawals where id = ${id} for update skip locked`
  if (!row) throw new HeldByOthers('The withdrawal is held by somebody else.')
  return row
}
