import type { DayReport, Device, Registration, Sale } from '../authorities/authorities.ts'
import type { Transaction } from '../database/database.ts'
import { beginningOf, dayAfter, dayAt, endOf } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import { closeNextDay } from './close-days.ts'
import type { KnownLane } from './lane.ts'
import { type FiscalReceiptRow, receiptColumns } from './receipt-row.ts'
import { taxIn } from './tax.ts'

/** What the authority is asked next for a merchant. */
export type Errand =
  | { kind: 'register'; device: Device }
  | { kind: 'issue'; receipt: FiscalReceiptRow; sale: Sale }
  | { kind: 'close'; dayId: string; report: DayReport }

/**
 * What comes next for a lane that is locked. First what was asked before and is not known, under its number; a day is closed before
 * anything is sold on another. Null where nothing is left to ask.
 */
export async function planErrand(tx: Transaction, world: World, lane: KnownLane): Promise<Errand | null> {
  if (lane.behind_since !== null) return null
  const registration = registrationOf(lane)
  const asked = registration && (await findUnderWay(tx, lane))
  if (asked) return errandOf(registration, asked)
  if (lane.registration === 'REFUSED') return null
  if (lane.registration === 'PENDING' || registration === null) return await planRegistration(tx, lane)
  const now = world.clock.now()
  const today = openDay(lane, dayAt(now))
  const closing = await closeNextDay(tx, world, lane, dayAfter(today, -1))
  if (closing) return { kind: 'close', dayId: closing.id, report: { ...registration, ...closing.report } }
  const numbered = await numberNext(tx, lane, today, now)
  return numbered && errandOf(registration, numbered)
}

/** Nobody is registered before somebody has switched it on. Which TIN was asked for is written down before: it may be taken, and nobody hears of it. */
async function planRegistration(tx: Transaction, lane: KnownLane): Promise<Errand | null> {
  const { merchant_id, environment, tin, enabled_at } = lane
  if (enabled_at === null && (await findLongestWaiting(tx, lane)) === undefined) return null
  await tx`
    update fiscal_lanes set asked_tin = ${tin} where merchant_id = ${merchant_id} and environment = ${environment}`
  return { kind: 'register', device: deviceOf(lane) }
}

/** When a lane of which nothing is left to do has something to do again by itself: as soon as the day is over that has to be reported. */
export function nextReportAt(lane: KnownLane, now: Date): Date | null {
  const { registration, enabled_at, last_day, closed_through, behind_since } = lane
  if (registration !== 'REGISTERED' || behind_since !== null) return null
  const hasReport = enabled_at !== null || (last_day !== null && last_day > closed_through)
  return hasReport ? endOf(openDay(lane, dayAt(now))) : null
}

/** The day that a number would be of. Whatever a clock says, it is none before the last, and none that has its report or is getting it. */
function openDay({ last_day, closed_through, closing_day }: KnownLane, clockDay: string): string {
  const afterReports = [closed_through, closing_day ?? closed_through].map((day) => dayAfter(day))
  const possible = [clockDay, last_day ?? clockDay, ...afterReports]
  return possible.reduce((latest, day) => (day > latest ? day : latest))
}

function registrationOf({ registration_id: id, receipt_code: code }: KnownLane): Registration | null {
  return id === null || code === null ? null : { registrationId: id, receiptCode: code }
}

function deviceOf({ merchant_id, environment, tin, vrn, business_name: businessName }: KnownLane): Device {
  return { serial: `${merchant_id}:${environment}`, tin, vrn, businessName }
}

async function findUnderWay(tx: Transaction, lane: KnownLane): Promise<FiscalReceiptRow | undefined> {
  const [row] = await tx<FiscalReceiptRow[]>`
    select ${receiptColumns(tx)} from fiscal_receipts r
    where merchant_id = ${lane.merchant_id} and environment = ${lane.environment} and status = 'QUEUED' and number is not null`
  return row
}

async function findLongestWaiting(tx: Transaction, lane: KnownLane) {
  const [waiting] = await tx<Pick<FiscalReceiptRow, 'id' | 'amount'>[]>`
    select id, amount from fiscal_receipts
    where merchant_id = ${lane.merchant_id} and environment = ${lane.environment} and status = 'QUEUED'
    order by queued_at, id limit 1`
  return waiting
}

/** Gives the next number to whoever has waited longest. From here on it is asked for under that number until the authority has said. */
async function numberNext(
  tx: Transaction,
  lane: KnownLane,
  day: string,
  now: Date,
): Promise<FiscalReceiptRow | null> {
  const waiting = await findLongestWaiting(tx, lane)
  if (!waiting) return null
  const number = lane.last_number + 1n
  // A clock that is behind must not tell a time of the day before.
  const begins = beginningOf(day) ?? now
  const at = now < begins ? begins : now
  const [row] = await tx<FiscalReceiptRow[]>`
    with counted as (
      update fiscal_lanes set last_number = ${number}, last_day = ${day}
      where merchant_id = ${lane.merchant_id} and environment = ${lane.environment}
    )
    update fiscal_receipts r set number = ${number}, day = ${day}, numbered_at = ${at}, updated_at = ${now},
      tin = ${lane.tin}, vrn = ${lane.vrn}, tax_code = ${lane.tax_code}, tax = ${taxIn(waiting.amount, lane.tax_code)}, day_number = 1 + coalesce((
        select o.day_number from fiscal_receipts o
        where o.merchant_id = ${lane.merchant_id} and o.environment = ${lane.environment} and o.number = ${lane.last_number}
          and o.day = ${day}), 0)
    where r.id = ${waiting.id}
    returning ${receiptColumns(tx)}`
  return row ?? null
}

function errandOf(registration: Registration, receipt: FiscalReceiptRow): Errand {
  const { number, day, day_number: dayNumber, numbered_at: at, tax, tax_code: taxCode } = receipt
  if (
    number === null ||
    day === null ||
    dayNumber === null ||
    at === null ||
    tax === null ||
    taxCode === null
  ) {
    throw new Error(`Receipt ${receipt.id} is to be issued and has no number.`)
  }
  const { amount, currency } = receipt
  const sale = {
    ...registration,
    ...{ number: Number(number), dayNumber: Number(dayNumber), day, at, amount, currency, tax, taxCode },
  }
  return { kind: 'issue', receipt, sale }
}
