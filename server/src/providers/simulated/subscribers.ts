import type { World } from '../../world/world.ts'

/** The owner of a simulated phone in a merchant's sandbox. */
export type SimulatedSubscriber = {
  /** Null never runs out. */
  balance: bigint | null
  pin: string
}

export const ordinarySubscriber: SimulatedSubscriber = { balance: null, pin: '1234' }

export async function readSubscriber(
  { sql }: World,
  merchantId: string,
  phone: string,
): Promise<SimulatedSubscriber> {
  const [found] = await sql<SimulatedSubscriber[]>`
    select balance, pin from network_subscribers
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
  const { balance, pin } = { ...ordinarySubscriber, ...change }
  const [changed] = await sql<SimulatedSubscriber[]>`
    insert into network_subscribers as s (environment, merchant_id, phone, balance, pin)
    values ('sandbox', ${merchantId}, ${phone}, ${balance}, ${pin})
    on conflict (environment, merchant_id, phone) do update set
      balance = ${change.balance === undefined ? sql`s.balance` : sql`excluded.balance`},
      pin = ${change.pin === undefined ? sql`s.pin` : sql`excluded.pin`}
    returning balance, pin`
  if (!changed) throw new Error('The subscriber was not written.')
  return changed
}
