import type { Database, Transaction } from '../database/database.ts'
import { dayAt } from '../primitives/instant.ts'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { KeyPrincipal, PersonPrincipal } from './principal.ts'

/** In minor units, as wished; at least one of them is there. */
export type PayoutCapsWish = { currency: string; each: bigint | null; daily: bigint | null }

export type PayoutCapsRow = PayoutCapsWish & { day: string; asked: bigint }

export async function insertPayoutCaps(
  tx: Transaction,
  world: World,
  { currency, each, daily }: PayoutCapsWish,
): Promise<string> {
  const id = world.newId()
  await tx`
    insert into payout_caps (id, currency, each, daily, day, asked)
    values (${id}, ${currency}, ${each}, ${daily}, ${dayAt(world.clock.now())}, 0)`
  return id
}

/** Of several that are asked for at once: what they come to, and the largest of them. */
type PayoutWish = { amount: bigint; currency: string; largest?: bigint }

/**
 * Counts what a key asks to be paid out against its caps, in the transaction that takes the request in: whoever asks at the
 * same time waits for the row and is judged by what is left after it. What is refused is rolled back and not counted; whatever
 * is taken in stays counted, so that nobody asks and cancels in a loop. Keys without caps, and people, pass without a question.
 */
export async function countPayout(
  tx: Transaction,
  world: World,
  by: KeyPrincipal | PersonPrincipal,
  { amount, currency, largest = amount }: PayoutWish,
): Promise<void> {
  if (by.kind !== 'key' || by.payoutCapsId === null) return
  const today = dayAt(world.clock.now())
  // The clock of another process may be past midnight already: a day that has begun does not begin again.
  const counted = await tx`
    update payout_caps
    set asked = case when day >= ${today}::date then asked else 0 end + ${amount}::bigint, day = greatest(day, ${today}::date)
    where id = ${by.payoutCapsId} and currency = ${currency} and (each is null or each >= ${largest}::bigint)
      and (daily is null or daily >= case when day >= ${today}::date then asked else 0 end + ${amount}::bigint)`
  if (counted.count === 1) return
  throw exceeded(await readPayoutCaps(tx, by.payoutCapsId), { amount, currency, largest }, today)
}

/** The same question, and nothing is counted: for whoever has much to do before, which a refusal would have been in vain. */
export async function refuseBeyondCaps(
  sql: Database | Transaction,
  { clock }: Pick<World, 'clock'>,
  by: KeyPrincipal | PersonPrincipal,
  { amount, currency, largest = amount }: PayoutWish,
): Promise<void> {
  if (by.kind !== 'key' || by.payoutCapsId === null) return
  const [caps, today] = [await readPayoutCaps(sql, by.payoutCapsId), dayAt(clock.now())]
  const left = leftOn(today, caps)
  const isWithin = (caps.each === null || caps.each >= largest) && (left === null || left >= amount)
  if (caps.currency !== currency || !isWithin) throw exceeded(caps, { amount, currency, largest }, today)
}

export async function readPayoutCaps(sql: Database | Transaction, id: string): Promise<PayoutCapsRow> {
  const [row] = await sql<PayoutCapsRow[]>`
    select currency, each, daily, to_char(day, 'YYYY-MM-DD') as day, asked from payout_caps where id = ${id}`
  if (!row) throw new Error('A key has lost its caps.')
  return { ...row }
}

/** What may still be asked for on a day; null where the day has no cap. */
export function leftOn(today: string, { daily, day, asked }: PayoutCapsRow): bigint | null {
  return daily === null ? null : daily - (day >= today ? asked : 0n)
}

function exceeded(
  caps: PayoutCapsRow,
  { amount, currency, largest }: Required<PayoutWish>,
  today: string,
): Refusal {
  const isTooMuchAtOnce = caps.each !== null && largest > caps.each
  const left = leftOn(today, caps)
  const textOf = (minor: bigint | null) => (minor === null ? null : textFromMinor(minor))
  const rest = `${textOf(isTooMuchAtOnce ? caps.each : left)} ${caps.currency}`
  const message =
    currency !== caps.currency
      ? `This API key may ask for payouts in ${caps.currency} only.`
      : isTooMuchAtOnce
        ? `This API key may ask for ${rest} at once. Ask for less, or let a person withdraw it.`
        : `This API key may ask for ${rest} more today. Wait for tomorrow in Dar es Salaam, or let a person withdraw it.`
  return new Refusal('payout_cap_exceeded', {
    message,
    details: {
      currency: caps.currency,
      requested: textOf(isTooMuchAtOnce ? largest : amount),
      each: textOf(caps.each),
      daily: textOf(caps.daily),
      left_today: textOf(left),
    },
  })
}
