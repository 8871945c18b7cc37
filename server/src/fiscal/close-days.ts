import type { DayReport, Registration } from '../authorities/authorities.ts'
import type { Transaction } from '../database/database.ts'
import { dayAfter, dayAt } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import type { KnownLane } from './lane.ts'

type Closing = { id: string; report: Omit<DayReport, keyof Registration> }

type Row = {
  id: string
  receipts: bigint
  first_number: bigint | null
  last_number: bigint | null
  amount: bigint
  tax: bigint
}

/**
 * The report of the next day that is over and has none, written down before it is sent: asked for again, it says the same. Nothing of that day
 * is under way any more, and nothing can be numbered on it. Null where none is left.
 */
export async function closeNextDay(
  tx: Transaction,
  world: World,
  lane: KnownLane,
  last: string,
): Promise<Closing | null> {
  if (lane.closed_through >= last) return null
  const day = lane.closing_day ?? (await nextReported(tx, lane))
  const isOver = day !== null && day <= last
  await passOver(tx, lane, isOver ? dayAfter(day, -1) : last)
  if (!isOver) return null
  const { id, amount, tax, ...row } = await writeReport(tx, world, lane, day)
  const whole = (value: bigint | null) => (value === null ? null : Number(value))
  return {
    id,
    report: {
      ...{ day, receipts: Number(row.receipts), amount, tax, currency: 'TZS' },
      ...{ firstNumber: whole(row.first_number), lastNumber: whole(row.last_number) },
    },
  }
}

/** A day on which something was sold has a report, and every day since it was switched on. */
async function nextReported(
  tx: Transaction,
  { merchant_id, environment, closed_through, enabled_at }: KnownLane,
): Promise<string | null> {
  const [sold] = await tx<{ day: string | null }[]>`
    select min(day)::text as day from fiscal_receipts
    where merchant_id = ${merchant_id} and environment = ${environment} and day > ${closed_through}`
  const next = dayAfter(closed_through)
  const since = enabled_at && dayAt(enabled_at)
  const days = [sold?.day ?? null, since && (since > next ? since : next)]
  return days.filter((day) => day !== null).sort()[0] ?? null
}

/** Days on which it was off and nothing was sold have no report, and are not looked at again. */
async function passOver(tx: Transaction, lane: KnownLane, through: string): Promise<void> {
  if (through <= lane.closed_through) return
  await tx`
    update fiscal_lanes set closed_through = ${through}
    where merchant_id = ${lane.merchant_id} and environment = ${lane.environment}`
}

async function writeReport(
  tx: Transaction,
  { newId, clock }: World,
  { merchant_id, environment }: KnownLane,
  day: string,
): Promise<Row> {
  const [row] = await tx<Row[]>`
    insert into fiscal_days (id, merchant_id, environment, day, status, receipts, first_number, last_number, amount, tax, currency,
      created_at)
    select ${newId()}::uuid, ${merchant_id}::uuid, ${environment}, ${day}::date, 'CLOSING', count(*), min(number), max(number),
      coalesce(sum(amount), 0)::bigint, coalesce(sum(tax), 0)::bigint, ${'TZS'}, ${clock.now()}::timestamptz
    from fiscal_receipts
    where merchant_id = ${merchant_id} and environment = ${environment} and day = ${day} and status = 'ISSUED'
    on conflict (merchant_id, environment, day) do update set day = excluded.day
    returning id, receipts, first_number, last_number, amount, tax`
  if (!row) throw new Error('A day that is to be closed was not written down.')
  return row
}
