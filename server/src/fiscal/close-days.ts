import type { DayReport, Registration } from '../authorities/authorities.ts'
import type { Transaction } from '../database/database.ts'
import { dayAfter } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import type { KnownLane } from './lane.ts'

type Closing = { id: string; report: Omit<DayReport, keyof Registration> }

type Sums = {
  receipts: bigint
  first_number: bigint | null
  last_number: bigint | null
  amount: bigint
  tax: bigint
}

/**
 * The report of the next day that is over and not closed, written down before it is sent: asked for again, it says the same. Nothing of that day
 * is under way any more, and nothing can be numbered on it. Null where every day is closed.
 */
export async function closeNextDay(
  tx: Transaction,
  { newId, clock }: World,
  lane: KnownLane,
  last: string,
): Promise<Closing | null> {
  const day = dayAfter(lane.closed_through)
  const isWanted = lane.is_enabled || (lane.last_day !== null && lane.last_day > lane.closed_through)
  if (day > last || !isWanted) return null
  const { merchant_id, environment } = lane
  const [sums] = await tx<Sums[]>`
    select count(*) as receipts, min(number) as first_number, max(number) as last_number,
      coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(tax), 0)::bigint as tax
    from fiscal_receipts where merchant_id = ${merchant_id} and environment = ${environment} and day = ${day} and status = 'ISSUED'`
  if (!sums) throw new Error('A sum of nothing is a row, too.')
  const [row] = await tx<{ id: string }[]>`
    insert into fiscal_days (id, merchant_id, environment, day, status, receipts, first_number, last_number, amount, tax, currency,
      created_at)
    values (${newId()}, ${merchant_id}, ${environment}, ${day}, 'CLOSING', ${sums.receipts}, ${sums.first_number},
      ${sums.last_number}, ${sums.amount}, ${sums.tax}, ${'TZS'}, ${clock.now()})
    on conflict (merchant_id, environment, day) do update set day = excluded.day
    returning id`
  if (!row) throw new Error('A day that is to be closed was not written down.')
  const whole = (value: bigint | null) => (value === null ? null : Number(value))
  const { amount, tax } = sums
  return {
    id: row.id,
    report: {
      ...{ day, receipts: Number(sums.receipts), amount, tax, currency: 'TZS' },
      ...{ firstNumber: whole(sums.first_number), lastNumber: whole(sums.last_number) },
    },
  }
}
