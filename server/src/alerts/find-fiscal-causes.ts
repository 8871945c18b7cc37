import type { Transaction } from '../database/database.ts'
import type { Alert } from './alert-operators.ts'

type Sum = { count: number; since: Date; last_at: Date }

const told = (count: number) => (count > 100 ? 'More than 100' : String(count))
const oldest = (at: Date) => `the oldest since ${at.toISOString().slice(0, 16)}Z`

/** Receipts that an authority refused, those that have waited for it too long, and merchants whose count is behind its own: each a range of its own index, in live. */
export async function ofFiscalReceipts(
  tx: Transaction,
  { now, ms }: { now: Date; ms: number },
): Promise<Alert[][]> {
  const latest = new Date(now.getTime() - ms)
  const [failed] = await tx<Sum[]>`
    select count(*)::int as count, min(at) as since, max(at) as last_at from (
      select updated_at as at from fiscal_receipts where environment = 'live' and status = 'FAILED' order by id desc limit 101) f`
  const [late] = await tx<Sum[]>`
    select count(*)::int as count, min(at) as since, max(at) as last_at from (
      select queued_at as at from fiscal_receipts where environment = 'live' and status = 'QUEUED' order by id limit 101) q
    where at <= ${latest}`
  const [behind] = await tx<Sum[]>`
    select count(*)::int as count, min(at) as since, max(at) as last_at from (
      select behind_since as at from fiscal_lanes where environment = 'live' and behind_since is not null order by behind_since limit 101) b`
  return [
    alertOf(
      behind,
      'fiscal_counter_behind',
      'The tax authority has fiscal receipts that were forgotten here',
    ),
    alertOf(late, 'fiscal_receipts_late', 'Fiscal receipts wait for the tax authority'),
    alertOf(failed, 'fiscal_receipts_failed', 'The tax authority refused fiscal receipts'),
  ]
}

function alertOf(sum: Sum | undefined, kind: Alert['kind'], title: string): Alert[] {
  if (!sum || sum.count === 0) return []
  const { count, since, last_at: lastAt } = sum
  return [{ kind, subject: 'live', title, text: `${told(count)}, ${oldest(since)}.`, count, since, lastAt }]
}
