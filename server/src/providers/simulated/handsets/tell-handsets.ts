import type { Environment } from '@malipo/contract'
import type { Transaction } from '../../../database/database.ts'
import type { World } from '../../../world/world.ts'
import type { FailureReason } from '../../provider.ts'
import type { Move } from '../payment.ts'
import type { PayoutMove } from '../payouts/payout.ts'

/** What the network tells a phone: that it paid or not, got something back, or was sent something. */
export type MessageKind = 'paid' | 'reversed' | 'failed' | 'received' | 'taken_back'

export type Told = {
  reference: string
  environment: Environment
  merchantId: string
  phone: string
  kind: MessageKind
  reason: FailureReason | null
  amount: bigint
  currency: string
  party: string
}

/** How much more is on the phone afterwards. */
const changes: Record<MessageKind, bigint> = {
  paid: -1n,
  reversed: 1n,
  failed: 0n,
  received: 1n,
  taken_back: -1n,
}

/** More than all that anybody can be paid. A phone that could not count it would hold up whoever is paid in the same batch. */
const mostBalance = 10n ** 18n

export async function tellPayers(tx: Transaction, world: World, moves: Move[]): Promise<void> {
  const told = moves.flatMap((move): Told[] => {
    const { reference, environment, merchant_id: merchantId, phone, currency } = move.payment
    if (phone === null) return []
    const about = { reference, environment, merchantId, phone, currency, party: move.payment.merchant_name }
    if (move.to === 'paid' || move.to === 'reversed')
      return [{ ...about, kind: move.to, reason: null, amount: move.amount }]
    return [{ ...about, kind: 'failed', reason: move.reason, amount: move.payment.amount }]
  })
  await tellHandsets(tx, world, told)
}

export async function tellRecipients(tx: Transaction, world: World, moves: PayoutMove[]): Promise<void> {
  const told = moves.flatMap((move): Told[] => {
    const { reference, environment, merchant_id: merchantId, identifier, currency, method } = move.payout
    if (move.to === 'failed' || method === 'BANK_ACCOUNT') return []
    const kind = move.to === 'paid' ? 'received' : 'taken_back'
    const about = { reference, environment, merchantId, phone: identifier, currency }
    return [{ ...about, kind, reason: null, amount: move.amount, party: move.payout.recipient_name }]
  })
  await tellHandsets(tx, world, told)
}

/** Tells the phones that somebody holds, and moves what is on them; all others have nobody who would read it. */
export async function tellHandsets(
  tx: Transaction,
  world: Pick<World, 'clock' | 'newId'>,
  told: Told[],
): Promise<void> {
  if (told.length === 0) return
  const now = world.clock.now()
  // Locked in the order of the numbers, so that two batches never wait for each other.
  await tx`
    with told as (
      select * from unnest(${told.map(() => world.newId())}::uuid[],
        ${told.map(({ environment }) => environment)}::text[], ${told.map(({ merchantId }) => merchantId)}::uuid[],
        ${told.map(({ phone }) => phone)}::text[], ${told.map(({ kind }) => kind)}::text[],
        ${told.map(({ reason }) => reason)}::text[], ${told.map(({ reference }) => reference)}::text[],
        ${told.map(({ amount }) => amount)}::bigint[], ${told.map(({ amount, kind }) => changes[kind] * amount)}::bigint[],
        ${told.map(({ currency }) => currency)}::text[], ${told.map(({ party }) => party)}::text[])
        as t (id, environment, merchant_id, phone, kind, reason, reference, amount, change, currency, party)
    ), held as (
      select merchant_id as owner, phone from network_handsets
      where held_until > ${now} and phone in (select phone from told) order by phone, merchant_id for update
    ), heard as (
      select distinct on (t.id) t.*, h.owner from told t join held h on h.phone = t.phone
        and (h.owner is null or (h.owner = t.merchant_id and t.environment = 'sandbox'))
      order by t.id, h.owner
    ), charged as (
      update network_handsets n set balance = least(${mostBalance}, greatest(0, n.balance + c.change))
      from (select owner, phone, sum(change) as change from heard group by 1, 2) c
      where n.phone = c.phone and n.merchant_id is not distinct from c.owner
      returning n.merchant_id as owner, n.phone, n.balance
    )
    insert into network_messages (id, environment, merchant_id, phone, kind, reason, reference, amount, currency, party,
      balance, created_at)
    select h.id, h.environment, h.merchant_id, h.phone, h.kind, h.reason, h.reference, h.amount, h.currency, h.party,
      c.balance, ${now}
    from heard h join charged c on c.phone = h.phone and c.owner is not distinct from h.owner`
}
