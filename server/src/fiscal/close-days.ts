import type { DayReport, Registration } from '../authorities/authorities.ts'
import type { Fragment, Transaction } from '../database/database.ts'
import { dayAfter, dayAt } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import type { Owner } from './find-receipts.ts'
import type { KnownLane } from './lane.ts'
import { queueLeftOut } from './queue-left-out.ts'

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
  if (lane.closed_through >= last && lane.closing_day === null) return null
  const day = lane.closing_day ?? (await nextReported(tx, lane))
  const isOver = day !== null && day <= last
  await passOver(tx, lane, isOver ? dayAfter(day, -1) : last)
  if (!isOver) return null
  await queueLeftOut(tx, world, lane, day)
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

/** What a day came to. */
function figuresOf(tx: Transaction, { merchantId, environment, day }: Owner & { day: string }): Fragment {
  return tx`
    select count(*) as receipts, min(number) as first_number, max(number) as last_number,
      coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(tax), 0)::bigint as tax
    from fiscal_receipts
    where merchant_id = ${merchantId} and environment = ${environment} and day = ${day} and status = 'ISSUED'`
}

async function writeReport(
  tx: Transaction,
  { newId, clock }: World,
  { merchant_id: merchantId, environment }: Pick<KnownLane, 'merchant_id' | 'environment'>,
  day: string,
): Promise<Row> {
  const [row] = await tx<Row[]>`
    insert into fiscal_days (id, merchant_id, environment, day, status, receipts, first_number, last_number, amount, tax, currency,
      created_at)
    select ${newId()}::uuid, ${merchantId}::uuid, ${environment}, ${day}::date, 'CLOSING', f.receipts, f.first_number, f.last_number,
      f.amount, f.tax, ${'TZS'}, ${clock.now()}::timestamptz
    from (${figuresOf(tx, { merchantId, environment, day })}) f
    on conflict (merchant_id, environment, day) do update set day = excluded.day
    returning id, receipts, first_number, last_number, amount, tax`
  if (!row) throw new Error('A day that is to be closed was not written down.')
  return row
}

/**
 * More receipts of a day are known than when it was reported, or passed over without a report: it is reported anew. Answers whether that can
 * be: what the authority has taken stays. A day that nobody has looked at yet is left to its time.
 */
export async function writeReportAnew(
  tx: Transaction,
  world: World,
  { merchantId, environment, closedThrough }: Owner & { closedThrough: string },
  day: string,
): Promise<boolean> {
  const [found] = await tx<{ id: string; status: string }[]>`
    select id, status from fiscal_days
    where merchant_id = ${merchantId} and environment = ${environment} and day = ${day} for update`
  if (found?.status === 'CLOSED') return false
  if (found) {
    await tx`
      update fiscal_days d set status = 'CLOSING', failure_reason = null, receipts = f.receipts, first_number = f.first_number,
        last_number = f.last_number, amount = f.amount, tax = f.tax
      from (${figuresOf(tx, { merchantId, environment, day })}) f where d.id = ${found.id}`
  } else if (day <= closedThrough) {
    await writeReport(tx, world, { merchant_id: merchantId, environment }, day)
  }
  return true
}

export async function markClosed(tx: Transaction, id: string, reference: string, at: Date): Promise<void> {
  await tx`update fiscal_days set status = 'CLOSED', report_reference = ${reference}, closed_at = ${at} where id = ${id}`
}

export async function markRefused(tx: Transaction, id: string, reason: string): Promise<void> {
  await tx`update fiscal_days set status = 'FAILED', failure_reason = ${reason} where id = ${id}`
}
