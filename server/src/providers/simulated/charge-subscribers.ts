import type { Transaction } from '../../database/database.ts'
import type { Move } from './next-move.ts'
import type { Payment } from './payment.ts'

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
