import type { TaxCode } from '@malipo/contract'
import { type AuditEntry, recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { notify } from '../notifications/notifications.ts'
import { dayAt } from '../primitives/instant.ts'
import { textFromMinor } from '../primitives/money.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import type { World } from '../world/world.ts'
import { writeReportAnew } from './close-days.ts'
import type { Owner } from './find-receipts.ts'
import { recoveredNotice } from './fiscal-notices.ts'
import { issueReceipt, numberAsKnown } from './move-receipts.ts'
import type { FiscalReceiptRow } from './receipt-row.ts'

/** A receipt as the authority has it. */
export type Known = {
  number: bigint
  at: Date
  amount: bigint
  taxCode: TaxCode
  tax: bigint
  verificationCode: string
  verificationUrl: string
  /** Null where nobody knows its payment any more. */
  collectionId: string | null
}

type Wish = {
  owner: Owner
  receipts: readonly Known[]
  note: string
  by: Pick<AuditEntry, 'actor' | 'requestId'>
}
export type Recovered = { lastNumber: bigint; numberThere: bigint; withoutPayment: bigint[] }

type Behind = {
  last_number: bigint
  number_there: bigint
  tin: string
  vrn: string | null
  closed_through: string
  day: string | null
  day_number: bigint | null
}

/**
 * Writes receipts down that the authority has and we have forgotten, in the order of their numbers, and lets the count go on after them. Those of
 * a payment that waits here are its receipts: it gets no second one. Whether all were told shows by itself: the next number is asked for.
 */
export async function recoverReceipts(tx: Transaction, world: World, wish: Wish): Promise<Recovered> {
  const { owner, receipts } = wish
  const lane = await lockBehind(tx, owner)
  refuseOtherNumbers(lane, receipts)
  let last = { number: lane.last_number, day: lane.day ?? '', dayNumber: lane.day_number ?? 0n }
  for (const known of receipts) {
    const day = dayAt(known.at)
    if (day < last.day) throw refused(known, `is of ${day}, and the number before it of ${last.day}`)
    if (known.at > world.clock.now()) throw refused(known, 'is of a time to come')
    if (known.tax >= known.amount) throw refused(known, 'has as much tax in it as it is of')
    const place = { number: known.number, day, dayNumber: day === last.day ? last.dayNumber + 1n : 1n }
    await writeDown(tx, world, { owner, lane, known, place })
    last = place
  }
  for (const day of new Set(receipts.map(({ at }) => dayAt(at)))) {
    if (!(await writeReportAnew(tx, world, { ...owner, closedThrough: lane.closed_through }, day))) {
      throw new StartRefused(`The report of ${day} was taken as it is: no receipt of that day is forgotten.`)
    }
  }
  await goOn(tx, world, owner, last)
  const withoutPayment = receipts.filter((one) => one.collectionId === null).map(({ number }) => number)
  await tell(tx, world, wish, withoutPayment)
  return { lastNumber: last.number, numberThere: lane.number_there, withoutPayment }
}

async function lockBehind(tx: Transaction, { merchantId, environment }: Owner): Promise<Behind> {
  await tx`select from fiscal_lanes where merchant_id = ${merchantId} and environment = ${environment} for update`
  const [lane] = await tx<Behind[]>`
    select l.last_number, l.number_there, l.closed_through::text as closed_through, s.tin, s.vrn, r.day::text as day, r.day_number
    from fiscal_lanes l join fiscal_settings s using (merchant_id, environment)
    left join fiscal_receipts r on r.merchant_id = l.merchant_id and r.environment = l.environment and r.number = l.last_number
    where l.merchant_id = ${merchantId} and l.environment = ${environment} and l.behind_since is not null`
  if (!lane)
    throw new StartRefused(
      `The ${environment} receipts of that merchant are not behind those of the authority.`,
    )
  return lane
}

const refused = ({ number }: Known, why: string) => new StartRefused(`Number ${number} ${why}.`)

function refuseOtherNumbers(
  { last_number: last, number_there: there }: Behind,
  receipts: readonly Known[],
): void {
  for (const [place, known] of receipts.entries()) {
    const expected = last + 1n + BigInt(place)
    if (known.number !== expected)
      throw refused(known, `stands where ${expected} should: none may be left out`)
    if (known.number > there)
      throw refused(known, `was not given there: the authority has counted to ${there}`)
  }
}

type Place = { number: bigint; day: string; dayNumber: bigint }
type Writing = { owner: Owner; lane: Behind; known: Known; place: Place }

async function writeDown(tx: Transaction, world: World, writing: Writing): Promise<void> {
  const { owner, lane, known, place } = writing
  const { collectionId, amount, taxCode, tax, at, verificationCode, verificationUrl } = known
  const now = world.clock.now()
  if (collectionId === null) {
    await tx`
      insert into fiscal_receipts (id, merchant_id, environment, amount, currency, status, number, day, day_number, tax_code, tax, tin, vrn,
        numbered_at, verification_code, verification_url, is_noticed, queued_at, issued_at, updated_at, recovered_at)
      values (${world.newId()}, ${owner.merchantId}, ${owner.environment}, ${amount}, 'TZS', 'ISSUED', ${place.number}, ${place.day},
        ${place.dayNumber}, ${taxCode}, ${tax}, ${lane.tin}, ${lane.vrn}, ${at}, ${verificationCode}, ${verificationUrl}, true, ${at},
        ${at}, ${now}, ${now})`
    return
  }
  const { id } = await lockWaiting(tx, writing, collectionId)
  await numberAsKnown(tx, id, { ...place, taxCode, tax, at, tin: lane.tin, vrn: lane.vrn }, now)
  await issueReceipt(tx, world, id, { verificationCode, verificationUrl })
}

async function lockWaiting(tx: Transaction, { owner, known }: Writing, collectionId: string) {
  const [found] = await tx<Pick<FiscalReceiptRow, 'id' | 'status' | 'amount'>[]>`
    select id, status, amount from fiscal_receipts
    where collection_id = ${collectionId} and merchant_id = ${owner.merchantId} and environment = ${owner.environment} for update`
  if (!found) throw refused(known, `is said to be of payment ${collectionId}, which owes no receipt`)
  if (found.status === 'ISSUED') {
    throw refused(known, `is said to be of payment ${collectionId}, which has its receipt`)
  }
  if (found.amount !== known.amount) {
    const [there, here] = [known.amount, found.amount].map(textFromMinor)
    throw refused(known, `is of ${there}, and payment ${collectionId} of ${here}`)
  }
  return found
}

/** Whoever holds the lane loses it: it was taken while the count stood. */
async function goOn(
  tx: Transaction,
  { clock }: World,
  { merchantId, environment }: Owner,
  last: Place,
): Promise<void> {
  await tx`
    update fiscal_lanes set last_number = ${last.number}, last_day = greatest(last_day, ${last.day === '' ? null : last.day}::date),
      behind_since = null, number_there = null, lease = lease + 1, attempts = 0, is_resting = false, due_at = ${clock.now()}
    where merchant_id = ${merchantId} and environment = ${environment}`
}

async function tell(
  tx: Transaction,
  world: World,
  { owner, receipts, note, by }: Wish,
  withoutPayment: bigint[],
) {
  const { merchantId, environment } = owner
  const [first, last] = [receipts[0]?.number, receipts.at(-1)?.number]
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      ...by,
      action: 'fiscal_receipts.recovered',
      subject: { kind: 'merchant', id: merchantId },
      merchantId,
      details: {
        ...{ environment, note, first: first?.toString() ?? null, last: last?.toString() ?? null },
        without_payment: withoutPayment.map(String),
      },
    },
  ])
  if (first === undefined || last === undefined) return
  await notify(tx, world, [recoveredNotice(owner, { first, last, withoutPayment })])
}
