import type { mobileNetworks } from '@malipo/contract'
import type { Transaction } from '../../database/database.ts'
import type { World } from '../../world/world.ts'
import type { Move, Payment } from './payment.ts'

/** The owner of a simulated phone in a merchant's sandbox. */
export type SimulatedSubscriber = {
  /** Null never runs out. */
  balance: bigint | null
  pin: string
  /** What is told of the number before money is sent there. */
  name: string
}

export const ordinarySubscriber: SimulatedSubscriber = { balance: null, pin: '1234', name: 'Asha Juma' }

export async function readSubscriber(
  { sql }: World,
  merchantId: string,
  phone: string,
): Promise<SimulatedSubscriber> {
  const [found] = await sql<SimulatedSubscriber[]>`
    select balance, pin, coalesce(name, ${ordinarySubscriber.name}) as name from network_subscribers
    where environment = 'sandbox' and merchant_id = ${merchantId} and phone = ${phone}`
  return found ?? ordinarySubscriber
}

/** Changes what is given and keeps the rest. */
export async function changeSubscriber(
  { sql }: World,
  merchantId: string,
  phone: string,
  change: Partial<SimulatedSubscriber>,
): Promise<SimulatedSubscriber> {
  const { balance, pin, name } = { ...ordinarySubscriber, ...change }
  const [changed] = await sql<SimulatedSubscriber[]>`
    insert into network_subscribers as s (environment, merchant_id, phone, balance, pin, name)
    values ('sandbox', ${merchantId}, ${phone}, ${balance}, ${pin}, ${name})
    on conflict (environment, merchant_id, phone) do update set
      balance = ${change.balance === undefined ? sql`s.balance` : sql`excluded.balance`},
      pin = ${change.pin === undefined ? sql`s.pin` : sql`excluded.pin`},
      name = ${change.name === undefined ? sql`s.name` : sql`excluded.name`}
    returning balance, pin, coalesce(name, ${ordinarySubscriber.name}) as name`
  if (!changed) throw new Error('The subscriber was not written.')
  return changed
}

type Purse = { environment: string; merchant_id: string; phone: string; balance: bigint }

/**
 * Takes what is paid from the purses that can run out, and gives back what is reversed. Who has too little does not
 * pay: that move is declined instead. Several payments from one purse are served in the order of the list.
 */
export async function chargeSubscribers(tx: Transaction, moves: Move[]): Promise<Move[]> {
  const touching = moves.filter(touchesPurse).map(({ payment }) => payment)
  if (touching.length === 0) return moves
  const purses = await lockPurses(tx, touching)
  if (purses.size === 0) return moves
  const charged = moves.map((move) => {
    const purse = touchesPurse(move) ? purses.get(keyOf(move.payment)) : undefined
    return purse ? charge(purse, move) : move
  })
  await writePurses(tx, [...purses.values()])
  return charged
}

/** An ending that was asked for in so many words happens whatever is in the purse. */
function touchesPurse({ payment, to }: Move): boolean {
  return (to === 'paid' || to === 'reversed') && payment.phone !== null && !payment.is_exact
}

function charge(purse: Purse, move: Move): Move {
  if (move.to === 'reversed') purse.balance += move.amount
  if (move.to !== 'paid') return move
  if (purse.balance < move.amount) {
    return { payment: move.payment, to: 'declined', reason: 'insufficient_funds' }
  }
  purse.balance -= move.amount
  return move
}

async function lockPurses(tx: Transaction, payments: Payment[]): Promise<Map<string, Purse>> {
  const rows = await tx<Purse[]>`
    select environment, merchant_id, phone, balance from network_subscribers
    where balance is not null and (environment, merchant_id, phone) in (select * from unnest(
      ${payments.map(({ environment }) => environment)}::text[],
      ${payments.map(({ merchant_id }) => merchant_id)}::uuid[], ${payments.map(({ phone }) => phone)}::text[]))
    order by environment, merchant_id, phone for update`
  return new Map(rows.map((row) => [keyOf(row), row]))
}

async function writePurses(tx: Transaction, purses: Purse[]): Promise<void> {
  await tx`
    update network_subscribers s set balance = p.balance
    from unnest(${purses.map(({ environment }) => environment)}::text[],
      ${purses.map(({ merchant_id }) => merchant_id)}::uuid[], ${purses.map(({ phone }) => phone)}::text[],
      ${purses.map(({ balance }) => balance)}::bigint[]) as p (environment, merchant_id, phone, balance)
    where s.environment = p.environment and s.merchant_id = p.merchant_id and s.phone = p.phone`
}

function keyOf({ environment, merchant_id, phone }: Purse | Payment): string {
  return `${environment} ${merchant_id} ${phone}`
}

/** The digits after 255. Ranges whose owners are disputed (63, 66) are left out: a wrong hint is worse than none. */
export const networkPrefixes = [
  ['M-Pesa', ['74', '75', '76', '79', '724']],
  ['Airtel Money', ['68', '69', '78']],
  ['Mixx by Yas', ['65', '67', '70', '71', '77']],
  ['HaloPesa', ['61', '62']],
  ['T-Pesa', ['73']],
] as const satisfies readonly (readonly [MobileNetwork, readonly string[]])[]

export type MobileNetwork = (typeof mobileNetworks)[number]

/** The network that a canonical number was first given to. Numbers are ported, so it is a hint and nothing more. */
export function networkOf(phone: string): MobileNetwork | null {
  // Of somebody who was erased only the network is left.
  if (!/^255[0-9*]{9}$/.test(phone)) return null
  const found = networkPrefixes.find(([, starts]) => starts.some((start) => phone.startsWith(start, 3)))
  return found?.[0] ?? null
}

/** A pattern of the canonical numbers that were first given to a network, for the database: it finds those of which `networkOf` says so. */
export function numbersOf(network: MobileNetwork): string {
  const starts = networkPrefixes.filter(([name]) => name === network).flatMap(([, some]) => [...some])
  return `^255(?=[0-9*]{9}$)(${starts.join('|')})`
}

/** What such numbers have in the fourth and fifth place, where an index finds them; some have it that are of no network, or of another. */
export function beginningsOf(network: MobileNetwork): string[] {
  const starts = networkPrefixes.filter(([name]) => name === network).flatMap(([, some]) => [...some])
  return [...new Set(starts.map((start) => start.slice(0, 2)))]
}
